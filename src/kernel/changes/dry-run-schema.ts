// The response of a dry run: the changes it would make, and the accounts it would create.
import Type, { type Static } from 'typebox'
import { id, nullable, ref } from '../schema/common.ts'
import * as examples from '../schema/examples.ts'
import { Notice } from '../schema/problems.ts'
import { roles } from '../schema/roles.ts'

export const ChangedAttribute = Type.Object(
  {
    pointer: Type.String({ description: 'JSON Pointer (RFC 6901) into the object.' }),
    before: Type.Unknown(),
    after: Type.Unknown(),
    edited: Type.Optional(
      Type.Literal(true, {
        description: 'Only for imports: the value was entered by hand since the last import.',
      }),
    ),
  },
  {
    $id: 'ChangedAttribute',
    description:
      'An attribute that a dry run would change. In lists of people, an account that would be created appears as its e-mail, and a talk that would be created as `ext:` followed by its `externalId`. Usernames that would be generated are omitted.',
  },
)

export const NewAccount = Type.Object(
  {
    email: Type.String(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    role: Type.Enum([...roles]),
  },
  { $id: 'NewAccount', description: 'An account that would be created.' },
)
export type NewAccount = Static<typeof NewAccount>

const people = Type.Optional(
  Type.Array(Type.Object({ id: nullable(id()), email: Type.String() }), {
    description: 'The people of the list. The id is null for accounts that would be created.',
  }),
)

export const DryRun = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    dryRun: Type.Literal(true),
    status: Type.Integer({ description: 'The status that the request would have without dryRun.' }),
    id: nullable(id()),
    speakers: people,
    moderators: people,
    changes: Type.Array(ref(ChangedAttribute)),
    accounts: Type.Array(ref(NewAccount)),
    queued: Type.Optional(Type.Integer({ description: 'The number of deliveries that would be queued.' })),
    warnings: Type.Optional(Type.Array(ref(Notice))),
    errors: Type.Optional(Type.Array(ref(Notice))),
  },
  {
    $id: 'DryRun',
    description: 'What the request would do. Nothing was changed, and no password was generated.',
    examples: [examples.dryRun],
  },
)
export type DryRun = Static<typeof DryRun>
