// What a dry run answers: what would be changed, and whose accounts would be made.
import Type, { type Static } from 'typebox'
import { id, nullable, ref } from '../common.ts'
import * as examples from '../examples.ts'
import { roles } from '../people/attached-people.ts'
import { Notice } from '../problems.ts'

export const ChangedAttribute = Type.Object(
  {
    pointer: Type.String({ description: 'JSON Pointer (RFC 6901) into the object.' }),
    before: Type.Unknown(),
    after: Type.Unknown(),
  },
  {
    $id: 'ChangedAttribute',
    description:
      'Of an object in a dry run. An account that would be made stands in a list of people as its e-mail; a username that would be generated is left out.',
  },
)

export const NewAccount = Type.Object(
  {
    email: Type.String(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    role: Type.Enum([...roles]),
  },
  { $id: 'NewAccount', description: 'An account that would be made.' },
)
export type NewAccount = Static<typeof NewAccount>

const people = Type.Optional(
  Type.Array(Type.Object({ id: nullable(id()), email: Type.String() }), {
    description: 'As they would be answered; the id is null for accounts that would be made.',
  }),
)

export const DryRun = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    dryRun: Type.Literal(true),
    status: Type.Integer({ description: 'The status of the answer without dryRun.' }),
    id: nullable(id()),
    speakers: people,
    moderators: people,
    changes: Type.Array(ref(ChangedAttribute)),
    accounts: Type.Array(ref(NewAccount)),
    queued: Type.Optional(Type.Integer({ description: 'Deliveries that would be queued.' })),
    warnings: Type.Optional(Type.Array(ref(Notice))),
    errors: Type.Optional(Type.Array(ref(Notice))),
  },
  {
    $id: 'DryRun',
    description: 'What the request would do. Nothing was changed, and no password was made.',
    examples: [examples.dryRun],
  },
)
export type DryRun = Static<typeof DryRun>
