// Webhooks: what is accepted, what is answered, and what is delivered.
import Type, { type Static } from 'typebox'
import {
  clearable,
  formatted,
  id,
  instant,
  listQuery,
  nullable,
  oneOf,
  ref,
  text,
  versionFields,
} from '../common.ts'
import * as examples from '../examples.ts'
import { actorKinds, askedTypes, eventTypes, openList } from './events.ts'

const at = (description: string) => nullable(Type.String({ format: 'date-time', description }))

const fields = {
  url: formatted('webhook-url', 2048, {
    description:
      'https, any port, no user info. Addresses that are not public are refused at every connection, unless the operator lists them; http only to those.',
    examples: ['https://crm.example.org/hooks/lectern'],
  }),
  types: Type.Array(oneOf(askedTypes), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Types of events, all of a kind as `talk.*`, or all as `*`. Default: `*`.',
    examples: [['talk.*', 'user.created']],
  }),
  description: clearable(text(255, { description: 'What it is for.' })),
  enabled: Type.Boolean({
    description:
      'Nothing is sent while it is disabled. What happens meanwhile is not queued: ask for its redelivery. Default: true.',
  }),
}
const { url, ...optional } = fields

export const WebhookCreate = Type.Object(
  { url, ...Type.Partial(Type.Object(optional)).properties },
  { $id: 'WebhookCreate', additionalProperties: false, examples: [examples.webhookCreate] },
)
export type WebhookCreate = Static<typeof WebhookCreate>
export const WebhookUpdate = Type.Partial(Type.Object(fields), {
  $id: 'WebhookUpdate',
  additionalProperties: false,
  examples: [examples.webhookUpdate],
})
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookRotate = Type.Object(
  {
    graceMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * 24 * 60,
        description: 'How long the old secret goes on signing beside the new one. Default: 1440, a day.',
      }),
    ),
  },
  { $id: 'WebhookRotate', additionalProperties: false, examples: [examples.webhookRotate] },
)
export type WebhookRotate = Static<typeof WebhookRotate>

export const Webhook = Type.Object(
  {
    id: id(),
    url: Type.String(),
    types: Type.Array(Type.String()),
    description: nullable(Type.String()),
    enabled: Type.Boolean(),
    disabledReason: nullable(
      oneOf(['gone', 'failing'], {
        description:
          'Why it was disabled by itself: the endpoint answered 410, or nothing but failures for five days.',
      }),
    ),
    failingSince: at('The first failed attempt since the last that succeeded.'),
    previousSecretUntil: at('Until when the secret from before the last rotation signs too.'),
    ...versionFields,
  },
  { $id: 'Webhook', description: 'An endpoint that is told of changes.' },
)
export type Webhook = Static<typeof Webhook>

const saved = { code: Type.Literal('ok'), message: Type.String(), id: id() }
export const WebhookSaved = Type.Object(saved, {
  $id: 'WebhookSaved',
  description: 'It was done.',
  examples: [examples.webhookSaved],
})
export type WebhookSaved = Static<typeof WebhookSaved>
export const WebhookTested = Type.Object(
  { ...saved, eventId: Type.String({ format: 'uuid', description: 'The `eventId` of its delivery.' }) },
  { $id: 'WebhookTested', description: 'The test is on its way.', examples: [examples.webhookTested] },
)
export type WebhookTested = Static<typeof WebhookTested>
export const WebhookSecret = Type.Object(
  {
    ...saved,
    secret: Type.String({
      description: 'Verifies the signatures (standardwebhooks.com). It cannot be read again.',
      examples: ['(shown once)'],
    }),
  },
  { $id: 'WebhookSecret', description: 'The secret, shown once.', examples: [examples.webhookSecret] },
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
  attempts: Type.Integer({ description: 'Since it was queued last.' }),
  queuedAt: Type.String({ format: 'date-time' }),
  nextAttemptAt: at('Not before this instant, and not before earlier changes of the same object.'),
  lastAttemptAt: at('The last attempt.'),
  lastStatus: nullable(Type.Integer({ description: 'The status of the last answer.' })),
  lastError: nullable(Type.String({ description: 'What went wrong beside the status.' })),
}
export const WebhookDelivery = Type.Object(delivery, {
  $id: 'WebhookDelivery',
  description: 'An event on its way to a webhook.',
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookPayload = Type.Object(
  {
    type: openList<readonly string[]>([...eventTypes, 'webhook.test']),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: Type.Object({
      id: Type.String({ description: 'The object.' }),
      kind: openList<readonly string[]>(['talk', 'sponsor', 'user', 'webhook']),
      version: Type.Integer({ description: 'Of the object by this change.' }),
      eventId: Type.String({ format: 'uuid', description: 'The `id` of it in the change feed.' }),
      changed: Type.Array(Type.String(), { description: 'JSON Pointers (RFC 6901) of what changed.' }),
      actor: Type.Object(
        { kind: openList(actorKinds), id: nullable(Type.String()) },
        { description: 'Who made the change.' },
      ),
    }),
  },
  {
    $id: 'WebhookPayload',
    description: 'What is delivered. It holds no values: read the object.',
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
        url: Type.String(),
        durationMs: Type.Integer(),
        status: nullable(Type.Integer({ description: 'null: no answer.' })),
        error: nullable(Type.String()),
        answer: nullable(Type.String({ description: 'The first KiB of the answer.' })),
      }),
      { description: 'The attempts, newest first; 100 at most.' },
    ),
  },
  { $id: 'WebhookDeliveryDetails', description: 'A delivery with its attempts.' },
)
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>

export const DeliveryListQuery = Type.Object(
  {
    ...listQuery,
    state: Type.Optional(oneOf(deliveryStates)),
    type: Type.Optional(Type.String({ maxLength: 100, description: 'An exact type of event.' })),
  },
  { additionalProperties: false },
)
export type DeliveryListQuery = Static<typeof DeliveryListQuery>

export const WebhookRedeliver = Type.Object(
  {
    deliveryId: Type.Optional(Type.String({ maxLength: 36, description: 'The id of a delivery.' })),
    from: Type.Optional(instant({ description: 'From this instant on; 30 days ago at most.' })),
    to: Type.Optional(instant({ description: 'Up to before this instant. Default: now.' })),
  },
  {
    $id: 'WebhookRedeliver',
    additionalProperties: false,
    description: 'One delivery, or all events of a time span that the webhook asks for, sent before or not.',
    examples: [examples.webhookRedeliver],
  },
)
export type WebhookRedeliver = Static<typeof WebhookRedeliver>
export const WebhookRedelivered = Type.Object(
  { ...saved, queued: Type.Integer({ description: 'Deliveries that were queued.' }) },
  {
    $id: 'WebhookRedelivered',
    description: 'They are on their way.',
    examples: [examples.webhookRedelivered],
  },
)
export type WebhookRedelivered = Static<typeof WebhookRedelivered>
