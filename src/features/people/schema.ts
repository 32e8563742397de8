// User accounts in requests and responses.
import Type, { type Static, type TSchema } from 'typebox'
import {
  anyLine,
  byExternalId,
  changedSince,
  clearable,
  email,
  etag,
  externalId,
  flag,
  httpsUrl,
  id,
  line,
  listQuery,
  nullable,
  oneOf,
  pictureUrl,
  ref,
  timezone,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import * as field from '../../kernel/schema/fields.ts'
import { Notice } from '../../kernel/schema/problems.ts'
import { roles } from '../../kernel/schema/roles.ts'
import { description } from './attached/attached-people-schema.ts'

export const userTypes = ['Attendee', 'Speaker'] as const
export type UserType = (typeof userTypes)[number]
export const registrationStatuses = ['in_review', 'accepted', 'rejected'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]
export const userStatuses = [
  'Employed',
  'Looking for a job',
  'Student',
  'Freelancer',
  'Working for a startup',
] as const
export type UserStatus = (typeof userStatuses)[number]

const socialsOf = <T extends TSchema>(address: T) =>
  Type.Object({ facebook: address, linkedin: address, twitter: address, youtube: address })

const personName = (example: string) =>
  field.plain({
    body: line(100, { examples: [example] }),
    shown: nullable(Type.String()),
    initial: null,
  })

const Answers = Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()]), {
  description: 'The answers to the questions of the registration, by the `id` of the question.',
  examples: [{ diet: 'Vegetarian', newsletter: true }],
})
export type Answers = Static<typeof Answers>

export const userFields = field.defineFields({
  externalId: field.optional(externalId()),
  email: field.required(email()),
  username: field.required(line(255)),
  role: field.ruled(Type.Enum([...roles]), 'attendee'),
  registrationStatus: field.ruled(Type.Enum([...registrationStatuses]), 'accepted'),
  waitlisted: field.ruled(
    Type.Boolean({
      description:
        'Whether the person is on the waiting list, because the event was full when they registered.',
    }),
    false,
  ),
  answers: field.ruled(Answers, {}),
  firstName: personName('Ada'),
  lastName: personName('Lindqvist'),
  type: { body: oneOf(userTypes, { examples: ['Attendee'] }) },
  avatar: field.optional(pictureUrl()),
  description: field.optional(description()),
  job: field.optional(anyLine(255)),
  company: field.optional(anyLine(255)),
  tags: field.tags('Tags of the person. New tags are created.'),
  timezone: field.optional(timezone()),
  country: field.optional(anyLine(255)),
  city: field.optional(anyLine(255)),
  status: field.optional(oneOf(userStatuses)),
  website: field.optional(httpsUrl()),
  socials: field.plain({
    body: Type.Partial(socialsOf(clearable(httpsUrl())), { additionalProperties: false }),
    shown: socialsOf(nullable(Type.String())),
    initial: { facebook: null, linkedin: null, twitter: null, youtube: null },
    merge: field.mergeMembers,
  }),
  options: {
    body: Type.Partial(
      Type.Object({
        highlight: flag(false, 'Speakers only: appears under the Highlighted filter of the speakers page.'),
        endRegistration: flag(false, 'Skips the review of the registration.'),
      }),
      { additionalProperties: false },
    ),
    shown: Type.Object({ highlight: Type.Boolean() }),
  },
})

const { email: emailField, firstName, lastName, type, options, ...optional } = userFields.body
const required = { email: emailField, firstName, lastName }

export const UserUpdate = Type.Partial(Type.Object({ ...required, type, ...optional, options }), {
  $id: 'UserUpdate',
  additionalProperties: false,
  description:
    'The attributes of a user to change. To create a user, send all attributes that `UserCreate` requires.',
  examples: [examples.userUpdate],
})
export type UserBody = Static<typeof UserUpdate>
const optionalProperties = Type.Partial(Type.Object(optional)).properties
export const UserCreate = Type.Object(
  { ...required, type, ...optionalProperties, options: Type.Optional(options) },
  {
    $id: 'UserCreate',
    additionalProperties: false,
    description: 'A new attendee or speaker.',
    examples: [examples.userCreate],
  },
)
export const OwnerCreate = Type.Object(
  { ...required, ...optionalProperties },
  {
    $id: 'OwnerCreate',
    additionalProperties: false,
    description: 'A new owner.',
    examples: [examples.ownerCreate],
  },
)

export const User = Type.Object(userFields.shown, { $id: 'User', description: 'A user account.' })
export type User = Static<typeof User>

const saved = {
  code: Type.Literal('ok'),
  message: Type.String(),
  id: id(),
  etag: etag(),
}
const errors = Type.Optional(
  Type.Array(ref(Notice), {
    description: 'The parts of the request that were not applied. Everything else was.',
  }),
)
export const UserCreated = Type.Object(
  {
    ...saved,
    username: Type.String(),
    password: Type.String({
      description:
        'Valid for seven days; the user must change it at the first sign-in. It cannot be retrieved later.',
      examples: ['(shown once)'],
    }),
    errors,
  },
  {
    $id: 'UserCreated',
    description: 'The new account with its password.',
    examples: [examples.userCreated],
  },
)
export type UserCreated = Static<typeof UserCreated>
export const UserUpdated = Type.Object(
  { ...saved, errors },
  {
    $id: 'UserUpdated',
    description: 'The account was updated.',
    examples: [examples.userUpdated],
  },
)
export type UserUpdated = Static<typeof UserUpdated>

export const UserListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    ...byExternalId,
    email: Type.Optional(
      Type.String({ maxLength: 254, description: 'Only the account with this e-mail, in any case.' }),
    ),
    role: Type.Optional(oneOf(roles, { description: 'Only accounts with this role.' })),
    registrationStatus: Type.Optional(
      oneOf(registrationStatuses, { description: 'Only accounts whose registration has this status.' }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 60, description: 'Only accounts with this tag.' })),
  },
  { additionalProperties: false },
)
export type UserListQuery = Static<typeof UserListQuery>
