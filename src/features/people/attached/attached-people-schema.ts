// People attached to a talk or sponsor, in requests and responses.
import Type, { type Static } from 'typebox'
import {
  anyLine,
  clearable,
  email,
  flag,
  id,
  line,
  lines,
  nullable,
  pictureUrl,
  tagList,
  timezone,
} from '../../../kernel/schema/common.ts'
import { roles } from '../../../kernel/schema/roles.ts'

export const description = () =>
  lines(800, {
    description:
      'Markdown, up to 800 characters. HTML becomes paragraphs, lists, and links when it is displayed. Can be empty.',
  })

const firstName = line(100, { examples: ['Ada'] })
const lastName = line(100, { examples: ['Lindqvist'] })

const details = {
  username: Type.Optional(clearable(line(255))),
  avatar: Type.Optional(clearable(pictureUrl())),
  description: Type.Optional(clearable(description())),
  job: Type.Optional(clearable(anyLine(255, { examples: ['Engineer'] }))),
  company: Type.Optional(clearable(anyLine(255, { examples: ['Example Ltd'] }))),
  tags: Type.Optional(tagList('Tags of the person. New tags are created.')),
  timezone: Type.Optional(clearable(timezone())),
  highlighted: Type.Optional(flag(false, 'Appears under the Highlighted filter of the speakers page.')),
}

/** A person of a talk. Names are required. An existing account is attached unchanged. */
export const TalkPerson = Type.Object(
  { email: email(), firstName, lastName, ...details },
  {
    $id: 'TalkPerson',
    additionalProperties: false,
    description:
      'A speaker or moderator of a talk. An existing account with this e-mail is attached unchanged; otherwise an account is created.',
  },
)

/** A person of a sponsor. Only the e-mail is required. */
export const SponsorPerson = Type.Object(
  {
    email: email(),
    firstName: Type.Optional(clearable(firstName)),
    lastName: Type.Optional(clearable(lastName)),
    ...details,
  },
  {
    $id: 'SponsorPerson',
    additionalProperties: false,
    description:
      'A speaker of a sponsor. An existing account with this e-mail is attached unchanged; otherwise an account is created.',
  },
)
export type PersonBody = Static<typeof SponsorPerson>

/** A person in the response of a read. */
export const Person = Type.Object(
  {
    id: id(),
    email: Type.String(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    username: Type.String(),
    avatar: nullable(Type.String()),
    description: nullable(Type.String()),
    job: nullable(Type.String()),
    company: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    timezone: nullable(Type.String()),
    highlighted: Type.Boolean(),
    role: Type.Enum([...roles]),
  },
  { $id: 'Person', description: 'A speaker or moderator.' },
)
export type Person = Static<typeof Person>

/** A person in the response of a write. Only this response contains the password. */
export const AttachedPerson = Type.Object(
  {
    id: id(),
    email: Type.String(),
    password: Type.Optional(
      Type.String({
        description: 'Only for an account that this request created. It cannot be retrieved later.',
        examples: ['(shown once)'],
      }),
    ),
  },
  {
    $id: 'AttachedPerson',
    description: 'A person of a list that was sent. Has a password if the request created the account.',
  },
)
export type AttachedPerson = Static<typeof AttachedPerson>
