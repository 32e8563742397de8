// Webhooks in requests and responses, and the payload of deliveries.
import Type, { type Static } from 'typebox'
import {
  actorKinds,
  askedTypes,
  eventTypes,
  externalIdOfEvent,
  objectKinds,
  openList,
  talkOfEvent,
} from '../../kernel/changes/events-schema.ts'
import {
  anyLine,
  clearable,
  formatted,
  id,
  instant,
  listQuery,
  nullable,
  oneOf,
  ref,
  versionFields,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { MAX_GRACE_MINUTES } from './limits.ts'

const at = (description: string) => nullable(Type.String({ format: 'date-time', description }))

const fields = {
  url: formatted('webhook-url', 2048, {
    description:
      'An https URL on any port, without user info. Every connection to an address that is not public is refused, unless the operator allows the address. Allowed addresses can also use http.',
    examples: ['https://crm.example.org/hooks/lectern'],
  }),
  types: Type.Array(oneOf(askedTypes), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Event types, `talk.*` for all of a kind, or `*` for all. Default: `*`.',
    examples: [['talk.*', 'user.created']],
  }),
  description: clearable(anyLine(255, { description: 'What the webhook is for.' })),
  enabled: Type.Boolean({
    description:
      'A disabled webhook sends nothing, and events that occur while it is disabled are not queued. Use redelivery to send them later. Default: true.',
  }),
}
const { url, ...optional } = fields

export const WebhookCreate = Type.Object(
  { url, ...Type.Partial(Type.Object(optional)).properties },
  {
    $id: 'WebhookCreate',
    additionalProperties: false,
    description: 'A new webhook.',
    examples: [examples.webhookCreate],
  },
)
export type WebhookCreate = Static<typeof WebhookCreate>
export const WebhookUpdate = Type.Partial(Type.Object(fields), {
  $id: 'WebhookUpdate',
  additionalProperties: false,
  description: 'The attributes of a webhook to change.',
  examples: [examples.webhookUpdate],
})
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookRotate = Type.Object(
  {
    graceMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_MINUTES,
        description:
          'How long deliveries are also signed with the old secret, in minutes. Default: 1440 (one day).',
      }),
    ),
  },
  {
    $id: 'WebhookRotate',
    additionalProperties: false,
    description: 'The grace period of the old secret.',
    examples: [examples.webhookRotate],
  },
)
export type WebhookRotate = Static<typeof WebhookRotate>

export const Webhook = Type.Object(
  {
    id: id(),
    url: Type.String({
      description:
        'The values of its query can be secrets and are shown as `•••`. An update with the URL as it is shown keeps them.',
    }),
    types: Type.Array(Type.String()),
    description: nullable(Type.String()),
    enabled: Type.Boolean(),
    disabledReason: nullable(
      oneOf(['gone', 'failing'], {
        description:
          'Why the webhook was disabled automatically. gone: the endpoint responded with 410. failing: no delivery succeeded for five days.',
      }),
    ),
    failingSince: at('The first failed attempt since the last successful one.'),
    previousSecretUntil: at('When deliveries stop being signed with the previous secret.'),
    ...versionFields,
  },
  { $id: 'Webhook', description: 'An endpoint that receives changes.' },
)
export type Webhook = Static<typeof Webhook>

const saved = { code: Type.Literal('ok'), message: Type.String(), id: id() }
export const WebhookSaved = Type.Object(saved, {
  $id: 'WebhookSaved',
  description: 'The webhook was updated.',
  examples: [examples.webhookSaved],
})
export type WebhookSaved = Static<typeof WebhookSaved>
export const WebhookTested = Type.Object(
  {
    ...saved,
    eventId: Type.String({ format: 'uuid', description: 'The `eventId` of the test delivery.' }),
  },
  { $id: 'WebhookTested', description: 'The test event was queued.', examples: [examples.webhookTested] },
)
export type WebhookTested = Static<typeof WebhookTested>
export const WebhookSecret = Type.Object(
  {
    ...saved,
    secret: Type.String({
      description:
        'The secret that verifies signatures (standardwebhooks.com). It cannot be retrieved later.',
      examples: ['(shown once)'],
    }),
  },
  {
    $id: 'WebhookSecret',
    description: 'The webhook was saved. Contains its secret, which is shown only once.',
    examples: [examples.webhookSecret],
  },
)
export type WebhookSecret = Static<typeof WebhookSecret>

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

const delivery = {
  id: Type.String({ format: 'uuid', description: 'The `webhook-id` of every attempt.' }),
  webhookId: id(),
  eventId: id(),
  type: Type.String({ examples: ['talk.updated'] }),
  objectId: id(),
  state: oneOf(deliveryStates),
  attempts: Type.Integer({ description: 'The number of attempts since the delivery was last queued.' }),
  queuedAt: Type.String({ format: 'date-time' }),
  nextAttemptAt: at('The earliest time of the next attempt. Earlier changes of the same object come first.'),
  lastAttemptAt: at('The time of the last attempt.'),
  lastStatus: nullable(Type.Integer({ description: 'The status of the last response.' })),
  lastError: nullable(
    Type.String({ description: 'Why the last attempt failed, if not because of the status.' }),
  ),
}
export const WebhookDelivery = Type.Object(delivery, {
  $id: 'WebhookDelivery',
  description: 'The delivery of an event to a webhook.',
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookPayload = Type.Object(
  {
    type: openList<readonly string[]>([...eventTypes, 'webhook.test']),
    timestamp: Type.String({ format: 'date-time', description: 'When the change was made.' }),
    data: Type.Object({
      id: Type.String({ description: 'The id of the object.' }),
      kind: openList<readonly string[]>([...objectKinds, 'webhook']),
      externalId: externalIdOfEvent(),
      talkId: talkOfEvent(),
      version: Type.Integer({ description: 'The version of the object after this change.' }),
      eventId: Type.String({ format: 'uuid', description: 'The `id` of the event in the change feed.' }),
      changed: Type.Array(Type.String(), {
        description: 'JSON Pointers (RFC 6901) to the attributes that changed.',
      }),
      actor: Type.Object(
        { kind: openList(actorKinds), id: nullable(Type.String()) },
        { description: 'Who made the change.' },
      ),
    }),
  },
  {
    $id: 'WebhookPayload',
    description: 'The body of a delivery. It contains no values; read the object to get them.',
    examples: [examples.webhookPayload],
  },
)
export type WebhookPayload = Static<typeof WebhookPayload>

export const WebhookDeliveryDetails = Type.Object(
  {
    ...delivery,
    payload: ref(WebhookPayload),
    log: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        url: Type.String({ description: 'The values of its query are shown as `•••`.' }),
        durationMs: Type.Integer(),
        status: nullable(Type.Integer({ description: 'null means that there was no response.' })),
        error: nullable(Type.String()),
        answer: nullable(Type.String({ description: 'The first KiB of the response.' })),
      }),
      { description: 'The attempts, newest first, up to 100.' },
    ),
  },
  { $id: 'WebhookDeliveryDetails', description: 'A delivery with its attempts.' },
)
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>

export const DeliveryListQuery = Type.Object(
  {
    ...listQuery,
    state: Type.Optional(oneOf(deliveryStates, { description: 'Only deliveries in this state.' })),
    type: Type.Optional(Type.String({ maxLength: 100, description: 'An exact event type.' })),
  },
  { additionalProperties: false },
)
export type DeliveryListQuery = Static<typeof DeliveryListQuery>

export const WebhookRedeliver = Type.Object(
  {
    deliveryId: Type.Optional(Type.String({ maxLength: 36, description: 'The id of a delivery.' })),
    from: Type.Optional(
      instant({ description: 'The start of the time span (inclusive), at most 30 days ago.' }),
    ),
    to: Type.Optional(instant({ description: 'The end of the time span (exclusive). Default: now.' })),
  },
  {
    $id: 'WebhookRedeliver',
    additionalProperties: false,
    description:
      'One delivery, or a time span: all its events of the types of the webhook, whether they were sent before or not.',
    examples: [examples.webhookRedeliver],
  },
)
export type WebhookRedeliver = Static<typeof WebhookRedeliver>
export const WebhookRedelivered = Type.Object(
  { ...saved, queued: Type.Integer({ description: 'The number of deliveries that were queued.' }) },
  {
    $id: 'WebhookRedelivered',
    description: 'The deliveries were queued.',
    examples: [examples.webhookRedelivered],
  },
)
export type WebhookRedelivered = Static<typeof WebhookRedelivered>
