// Points: the ledger of a person, grants, and the leaderboard.
import Type, { type Static } from 'typebox'
import { id, line, listOf, listQuery, nullable, oneOf, ref } from '../../kernel/schema/common.ts'

/** Reasons for points. `granted` points come from an API caller or a member of the team. */
export const pointKinds = ['watched', 'question', 'survey', 'granted'] as const
export type PointKind = (typeof pointKinds)[number]

const points = () =>
  Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Negative if points were taken away.',
  })

export const PointGrant = Type.Object(
  {
    points: Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      not: { const: 0 },
      description: 'Negative to take points away. A person never has less than 0.',
      examples: [10],
    }),
    reason: line(200, {
      description: 'What the points are for. The person sees it.',
      examples: ['Visited booth 12'],
    }),
    object: Type.Optional(
      line(200, {
        description:
          'Your identifier of what the points are for. The same reason and object are granted to a person only once.',
        examples: ['booth-12'],
      }),
    ),
  },
  {
    $id: 'PointGrant',
    additionalProperties: false,
    description: 'Points for a person.',
    examples: [{ points: 10, reason: 'Visited booth 12', object: 'booth-12' }],
  },
)
export type PointGrant = Static<typeof PointGrant>

export const PointEntry = Type.Object(
  {
    id: id(),
    kind: oneOf(pointKinds),
    points: points(),
    reason: nullable(Type.String({ description: 'The reason of a grant; null for other kinds.' })),
    object: Type.String({ description: 'What the points are for, such as the id of a talk.' }),
    talk: nullable(id()),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'PointEntry', description: 'An entry of the points of a person.' },
)
export type PointEntry = Static<typeof PointEntry>

export const PointsSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    id: Type.String({ format: 'uuid', description: 'The id of the account.' }),
    total: Type.Integer({ minimum: 0, description: 'The points of the person after it.' }),
  },
  { $id: 'PointsSaved', description: 'The points were granted, or had been before.' },
)
export type PointsSaved = Static<typeof PointsSaved>

export const PointLedger = Type.Object(
  {
    ...listOf(ref(PointEntry)).properties,
    total: Type.Integer({ minimum: 0, description: 'The points that the person has.' }),
  },
  { description: 'The points of a person, and a page of the entries.' },
)

export const LedgerQuery = Type.Object({ ...listQuery }, { additionalProperties: false })
export type LedgerQuery = Static<typeof LedgerQuery>

export const Leader = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'People with the same points have the same rank.' }),
    points: Type.Integer({ minimum: 1 }),
    user: Type.Object({
      id: id(),
      username: Type.String(),
      firstName: nullable(Type.String()),
      lastName: nullable(Type.String()),
      avatar: nullable(Type.String()),
    }),
  },
  { $id: 'Leader', description: 'A person on the leaderboard.' },
)
export type Leader = Static<typeof Leader>
