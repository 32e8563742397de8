// A whole programme in one request, as its source wants it to be.
import Type, { type Static } from 'typebox'
import { ChangedAttribute } from '../changes/dry-run.ts'
import { email, externalId, id, name, nullable, ref } from '../common.ts'
import * as examples from '../examples.ts'
import { UserUpdate } from '../people/users.ts'
import { Notice } from '../problems.ts'
import { SponsorUpdate } from './sponsors.ts'
import { TalkUpdate } from './talks.ts'

export const programmeKinds = ['talks', 'sponsors', 'people'] as const
export type ProgrammeKind = (typeof programmeKinds)[number]

/** Items of a dry run that are rehearsed together: it keeps the store for a few tenths of a second. */
export const MOST_REHEARSED = 1_000

const strict = { additionalProperties: false }
const own = { externalId: externalId() }

export const ProgrammeTalk = Type.Object(
  { ...TalkUpdate.properties, ...own },
  { $id: 'ProgrammeTalk', ...strict, 'x-fitting-video': true },
)
export const ProgrammeSponsor = Type.Object(
  { ...SponsorUpdate.properties, ...own },
  { $id: 'ProgrammeSponsor', ...strict },
)
export const ProgrammePerson = Type.Object(
  { ...UserUpdate.properties, ...own, email: email() },
  { $id: 'ProgrammePerson', ...strict, description: 'A speaker, unless `type` says otherwise.' },
)

// Items are checked one by one: what is wrong with one of them refuses no other.
const items = (schema: string) =>
  Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true, 'x-checked-as': schema }), { maxItems: 20_000 }),
  )

export const Programme = Type.Object(
  {
    source: name(60, {
      description:
        'Where it comes from. It owns what was last sent under it; of accounts only those that a programme made. An account that was there already, with the e-mail of a person and without `externalId`, is taken for that person (a warning `account_adopted` says so): it is updated and named by the `externalId`, but never removed.',
      examples: ['crm'],
    }),
    talks: items('ProgrammeTalk'),
    sponsors: items('ProgrammeSponsor'),
    people: items('ProgrammePerson'),
    prune: Type.Optional(
      Type.Boolean({
        description:
          'Remove what came under the same source and is in none of the lists. A list that is not sent is left alone; in those that are, an `externalId` that is missing or wrong refuses the whole. Default: false.',
      }),
    ),
    maxRemovedShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Of each kind, the share that may be removed at once. Default: 0.2.',
      }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'Remove, whatever the share. Default: false.' })),
    atomic: Type.Optional(
      Type.Boolean({ description: 'One transaction: one refusal undoes everything. Default: false.' }),
    ),
  },
  { $id: 'Programme', ...strict, examples: [examples.programme] },
)
export type Programme = Static<typeof Programme>

const counts = Type.Object({ talks: Type.Integer(), sponsors: Type.Integer(), people: Type.Integer() })
export type ProgrammeCounts = Static<typeof counts>

export const ProgrammeSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    dryRun: Type.Optional(Type.Literal(true)),
    created: counts,
    updated: counts,
    unchanged: counts,
    removed: counts,
    accounts: Type.Array(
      Type.Object({
        id: Type.Optional(id()),
        email: Type.String(),
        username: Type.Optional(Type.String()),
        password: Type.Optional(Type.String({ examples: ['(shown once)'] })),
      }),
      { description: 'Those that this request made. Their passwords cannot be read again.' },
    ),
    refused: Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'JSON Pointer (RFC 6901) to the item in the body.' }),
        id: Type.Optional(id()),
        code: Type.String(),
        message: Type.String(),
        errors: Type.Optional(
          Type.Array(Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() })),
        ),
      }),
      { description: 'Items that were left out, and why. All others were done.' },
    ),
    warnings: Type.Optional(Type.Array(ref(Notice))),
    changes: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum([...programmeKinds]),
          action: Type.Enum(['created', 'updated', 'removed']),
          pointer: Type.Optional(
            Type.String({
              description: 'JSON Pointer (RFC 6901) to the item; none of what would be removed.',
            }),
          ),
          id: nullable(id()),
          changes: Type.Array(ref(ChangedAttribute)),
        }),
        {
          description:
            'Of a dry run: what would be done. What would be removed has all that it was as `before`.',
        },
      ),
    ),
  },
  { $id: 'ProgrammeSaved', description: 'What was done, by kind.', examples: [examples.programmeSaved] },
)
export type ProgrammeSaved = Static<typeof ProgrammeSaved>
