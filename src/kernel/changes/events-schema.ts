// Change events that other systems follow: every change of a talk, sponsor, or account, and live activity in talks.
import Type, { type Static } from 'typebox'
import { DEFAULT_LIMIT, MAX_EVENTS_LIMIT } from '../limits.ts'
import { id, nullable, pageOf, ref } from '../schema/common.ts'
import * as examples from '../schema/examples.ts'

/** The event types that other systems can follow. */
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
  'message.reported',
  'attendance.completed',
  'credit.consumed',
  'survey.created',
  'survey.updated',
  'survey.deleted',
  'survey.opened',
  'survey.closed',
  'question.created',
  'question.answered',
] as const
export type EventType = (typeof eventTypes)[number]

/** The ways a caller selects event types: by name, all of a kind, or all. */
export const askedTypes = [
  '*',
  'talk.*',
  'sponsor.*',
  'user.*',
  'message.*',
  'attendance.*',
  'credit.*',
  'survey.*',
  'question.*',
  ...eventTypes,
] as const

/**
 * Values that may be extended within a version of the API. Not an enum, because each addition would be a breaking
 * change.
 */
export const openList = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({
    type: 'string',
    description: `One of ${values.join(', ')}. More values may be added.`,
  })

export const actorKinds = ['api_key', 'user', 'system'] as const

export const objectKinds = ['talk', 'sponsor', 'user', 'message', 'survey', 'attendance', 'question'] as const

/** The talk of an event, which is needed to read its object. */
export const talkOfEvent = () =>
  nullable(
    Type.String({
      description:
        'The id of the talk that the object belongs to. null for talks, sponsors, users, and surveys about the whole event.',
    }),
  )

/** The identifier that the caller has given the object of an event. */
export const externalIdOfEvent = () =>
  nullable(
    Type.String({
      description:
        'Your own identifier of the object after the change, or before its deletion. null if it has none, and in events from before this attribute.',
    }),
  )

export const ChangeEvent = Type.Object(
  {
    id: id(),
    at: Type.String({ format: 'date-time' }),
    type: openList(eventTypes),
    actor: Type.Object(
      {
        kind: openList(actorKinds),
        id: nullable(Type.String({ description: 'The id of the API key or account.' })),
      },
      { description: 'Who made the change.' },
    ),
    object: Type.Object({
      kind: openList(objectKinds),
      id: id(),
      externalId: externalIdOfEvent(),
    }),
    talkId: talkOfEvent(),
    version: Type.Integer({
      minimum: 1,
      description: 'The version of the object after this change. A deletion increases it too.',
    }),
    requestId: nullable(
      Type.String({ description: 'The `X-Request-Id` of the request that made the change.' }),
    ),
    changed: Type.Array(
      Type.String({ description: 'JSON Pointer (RFC 6901) into the object.', examples: ['/features/chat'] }),
      { description: 'The attributes that changed. Read the object to get their values.' },
    ),
  },
  { $id: 'ChangeEvent', description: 'One change of one object.', examples: [examples.changeEvent] },
)
export type ChangeEvent = Static<typeof ChangeEvent>

export const EventList = pageOf(
  ref(ChangeEvent),
  Type.String({ description: 'The cursor for the next request. Present even if there are no new events.' }),
)

export const EventListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          'The `next` value of an earlier response, or `now` to receive only new events. Default: the oldest event that is kept. If the store was restored from a backup, later cursors are refused (422); start over without `after`.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        maxLength: 512,
        description: `A comma-separated list of event types: ${eventTypes.join(', ')}, \`talk.*\` for all of a kind, or \`*\` for all.`,
        examples: ['talk.created,user.*'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_EVENTS_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'The maximum number of items.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type EventListQuery = Static<typeof EventListQuery>
