// Events: every change of a talk, sponsor or account, as outside systems follow them.
import Type, { type Static } from 'typebox'
import { id, nullable, pageOf, ref } from '../common.ts'
import * as examples from '../examples.ts'

/** What outside systems are told of. */
export const eventTypes = [
  'talk.created',
  'talk.updated',
  'talk.deleted',
  'sponsor.created',
  'sponsor.updated',
  'sponsor.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
] as const
export type EventType = (typeof eventTypes)[number]

/** How types are asked for: by name, all of a kind, or all. */
export const askedTypes = ['*', 'talk.*', 'sponsor.*', 'user.*', ...eventTypes] as const

/** Values that others may join within the version of the API: no enum, or each would be a breaking change. */
export const openList = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', description: `${values.join(', ')}; others may follow.` })

export const actorKinds = ['api_key', 'user', 'system'] as const

export const ChangeEvent = Type.Object(
  {
    id: id(),
    at: Type.String({ format: 'date-time' }),
    type: openList(eventTypes),
    actor: Type.Object(
      {
        kind: openList(actorKinds),
        id: nullable(Type.String({ description: 'Of the key or the account.' })),
      },
      { description: 'Who made the change.' },
    ),
    object: Type.Object({ kind: openList(['talk', 'sponsor', 'user']), id: id() }),
    version: Type.Integer({
      minimum: 1,
      description: 'Of the object by this change; a deletion counts as one more.',
    }),
    requestId: nullable(Type.String({ description: 'The `X-Request-Id` of the request that made it.' })),
    changed: Type.Array(
      Type.String({ description: 'JSON Pointer (RFC 6901) into the object.', examples: ['/features/chat'] }),
      { description: 'What differs; the values are read from the object.' },
    ),
  },
  { $id: 'ChangeEvent', description: 'One change of one object.', examples: [examples.changeEvent] },
)
export type ChangeEvent = Static<typeof ChangeEvent>

export const EventList = pageOf(
  ref(ChangeEvent),
  Type.String({ description: 'The cursor to come back with, also where nothing is new.' }),
)

export const EventListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          'The `next` of an earlier answer, or `now` for what happens from here on; without it from the oldest event that is kept. One of a store that was since put back to a backup is refused (422): begin anew.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        maxLength: 512,
        description: `Only these, separated by commas: ${eventTypes.join(', ')}, all of a kind as \`talk.*\`, or all as \`*\`.`,
        examples: ['talk.created,user.*'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Items in one answer.' }),
    ),
  },
  { additionalProperties: false },
)
export type EventListQuery = Static<typeof EventListQuery>
