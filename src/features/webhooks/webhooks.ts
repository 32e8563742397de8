// Webhooks: creating, updating, deleting, and testing. Only privileged callers manage them.

import { actionEvent, createdEvent, deletedEvent, updatedEvent } from '../../kernel/changes/change-events.ts'
import { executeCommand, type SaveRequest } from '../../kernel/changes/commands.ts'
import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, OutboundServices, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { hasMaskedQuery, maskQuery } from '../../kernel/lib/text/redaction.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { mayBeCalled } from '../../kernel/outbound/permitted-addresses.ts'
import type { Operation, WriteContext } from '../../kernel/store/changes/operation.ts'
import { type Command, command, preparedCommand } from '../../kernel/store/changes/transaction.ts'
import { endOfEvents } from './change-feed/events.ts'
import { MAX_WEBHOOKS_PER_PLATFORM } from './limits.ts'
import type {
  Webhook,
  WebhookCreate,
  WebhookSaved,
  WebhookSecret,
  WebhookTested,
  WebhookUpdate,
} from './schema.ts'
import { createSecret, type NewSecret } from './secrets/signing-secrets.ts'
import { listWebhookRows, webhookById, webhookForChange, webhookWrites } from './store.ts'
import type { WebhookRow } from './tables.ts'

const presentWebhook = (row: WebhookRow, now: number): Webhook => ({
  id: row.id,
  ...contentOf(row),
  failingSince: row.failingSince === null ? null : formatInstant(row.failingSince),
  previousSecretUntil:
    row.previousExpiresAt === null || row.previousExpiresAt <= now
      ? null
      : formatInstant(row.previousExpiresAt),
  version: row.version,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

/** Masks the URL for responses and events, because its query may contain a secret of the endpoint. */
const contentOf = ({ url, types, description, enabled, disabledReason }: WebhookRow) => ({
  url: maskQuery(url),
  types,
  description,
  enabled,
  disabledReason,
})

export const listWebhooks = async ({ store, clock }: Services, { platform }: Caller): Promise<Webhook[]> =>
  (await store.read(listWebhookRows({ platformId: platform.id }))).map((row) =>
    presentWebhook(row, clock.now()),
  )

/** Throws `webhook_not_found` for an unknown ID or one of another platform. */
export const readWebhook = async (services: Services, caller: Caller, id: string): Promise<Webhook> =>
  presentWebhook(await requireWebhook(services, caller, id), services.clock.now())

export async function requireWebhook(
  { store }: Services,
  { platform }: Caller,
  id: string,
): Promise<WebhookRow> {
  const row = isId(id)
    ? await store.read(webhookById({ platformId: platform.id, id: id.toLowerCase() }))
    : undefined
  if (!row) throw new Refusal('webhook_not_found')
  return row
}

type NewWebhook = Pick<WebhookRow, 'url' | 'types' | 'description' | 'enabled'> &
  NewSecret & {
    precondition: Precondition | undefined
    end: number
  }

export const createWebhookOperation: Operation<{ others: WebhookRow[] }, NewWebhook, Saved<WebhookSecret>> = {
  name: 'createWebhook',
  load: ({ platformId }) => ({ others: listWebhookRows({ platformId }) }),
  decide({ others }, ctx, { shown, precondition, end, ...input }) {
    requireRight(ctx)
    requirePrecondition(undefined, precondition)
    if (others.length >= MAX_WEBHOOKS_PER_PLATFORM) throw new Refusal('too_many_webhooks')
    const webhook: WebhookRow = {
      ...input,
      id: ctx.newId(),
      platformId: ctx.platformId,
      disabledReason: null,
      previousSecret: null,
      previousExpiresAt: null,
      position: end,
      failingSince: null,
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    return {
      writes: [webhookWrites.insert(webhook)],
      events: [createdEvent('webhook', webhook, contentOf(webhook))],
      answer: {
        isCreated: true,
        isChanged: true,
        response: { code: 'ok', message: 'Webhook created.', id: webhook.id, secret: shown },
      },
    }
  },
}

/** Creates a webhook; only its answer contains the secret. Throws `invalid_data` for a URL that must not be called. */
export function createWebhookCommand(
  services: OutboundServices,
  { body, precondition }: SaveRequest<WebhookCreate>,
): Command<Saved<WebhookSecret>> {
  requireCallable(services, body.url)
  if (hasMaskedQuery(body.url)) throw maskedUrl()
  const input = {
    url: body.url,
    types: body.types ?? ['*'],
    description: body.description ?? null,
    enabled: body.enabled ?? true,
    ...createSecret(services),
    precondition,
  }
  return preparedCommand(createWebhookOperation, async () => ({
    ...input,
    end: await endOfEvents(services),
  }))
}

export const createWebhook = async (
  services: OutboundServices,
  caller: Caller,
  body: WebhookCreate,
): Promise<WebhookSecret> =>
  (await executeCommand(services, caller, createWebhookCommand(services, { reference: null, body }))).response

/** Only privileged keys and owners manage webhooks. */
function requireRight({ actor }: WriteContext): void {
  if (actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
}

/** The webhook to change, after checking the caller's privileges and preconditions. */
export function requireChangeable(
  { webhook }: WebhookState,
  ctx: WriteContext,
  precondition: Precondition | undefined,
): WebhookRow {
  requireRight(ctx)
  if (!webhook) throw new Refusal('webhook_not_found')
  requirePrecondition(webhook, precondition)
  return webhook
}

function requireCallable({ webhookAddresses }: OutboundServices, url: string): void {
  if (mayBeCalled(url, webhookAddresses)) return
  const message = url.toLowerCase().startsWith('https:')
    ? 'must be the URL of a public host'
    : 'must be an https URL'
  throw invalidData([{ pointer: '/url', code: 'address', message }])
}

const maskedUrl = () =>
  invalidData([
    {
      pointer: '/url',
      code: 'masked',
      message: 'must contain the values of its query instead of •••, or be the URL as it is shown',
    },
  ])

/** The URL to store. A masked URL, as it is shown, stands for the stored one. */
function urlAfter(stored: string, sent: string | undefined): string {
  if (sent === undefined) return stored
  if (!hasMaskedQuery(sent)) return sent
  if (URL.parse(sent)?.href !== URL.parse(maskQuery(stored))?.href) throw maskedUrl()
  return stored
}

export type WebhookState = { webhook: WebhookRow | undefined }
export type OneInput = { id: string; precondition: Precondition | undefined }
type UpdateInput = OneInput & { body: WebhookUpdate; end: number }

export const updateWebhookOperation: Operation<WebhookState, UpdateInput, Saved<WebhookSaved>> = {
  name: 'updateWebhook',
  load: ({ platformId }, { id }) => ({ webhook: webhookForChange({ platformId, id }) }),
  decide(state, ctx, { body, precondition, end }) {
    const webhook = requireChangeable(state, ctx, precondition)
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const next: WebhookRow = {
      ...webhook,
      ...sent,
      url: urlAfter(webhook.url, body.url),
      version: webhook.version + 1,
      updatedAt: ctx.now,
    }
    if (body.enabled !== undefined) next.disabledReason = null
    const isEnabledAgain = next.enabled && !webhook.enabled
    if (isEnabledAgain || next.url !== webhook.url) next.failingSince = null
    // A webhook that is enabled again receives only new events.
    if (isEnabledAgain) next.position = end
    const event =
      updatedEvent('webhook', next, contentOf(webhook), contentOf(next)) ??
      // Only the secret in the URL has changed.
      (next.url === webhook.url ? undefined : actionEvent('webhook', next, 'updated'))
    if (!event) return unchanged(webhook, 'Nothing to change.')
    return {
      writes: [webhookWrites.replace(next)],
      events: [event],
      answer: savedAs(webhook, 'Webhook updated.'),
    }
  },
}

export const savedAs = ({ id }: WebhookRow, message: string): Saved<WebhookSaved> => ({
  isCreated: false,
  isChanged: true,
  response: { code: 'ok', message, id },
})

const unchanged = (webhook: WebhookRow, message: string) => ({
  writes: [],
  events: [],
  answer: { ...savedAs(webhook, message), isChanged: false },
})

/** Updates the attributes that are sent. Throws `invalid_data` for a URL that must not be called. */
export function updateWebhookCommand(
  services: OutboundServices,
  { reference, body, precondition }: SaveRequest<WebhookUpdate>,
): Command<Saved<WebhookSaved>> {
  if (body.url !== undefined) requireCallable(services, body.url)
  const input = { id: idOf(reference), body, precondition }
  if (body.enabled !== true) return command(updateWebhookOperation, { ...input, end: 0 })
  return preparedCommand(updateWebhookOperation, async () => ({
    ...input,
    end: await endOfEvents(services),
  }))
}

export const idOf = (reference: string | null): string => {
  if (reference === null || !isId(reference)) throw new Refusal('webhook_not_found')
  return reference.toLowerCase()
}

export const deleteWebhookOperation: Operation<WebhookState, OneInput, Saved<WebhookSaved>> = {
  name: 'deleteWebhook',
  load: ({ platformId }, { id }) => ({ webhook: webhookForChange({ platformId, id }) }),
  decide(state, ctx, { precondition }) {
    const webhook = requireChangeable(state, ctx, precondition)
    return {
      writes: [webhookWrites.remove(webhook)],
      events: [deletedEvent('webhook', webhook, contentOf(webhook))],
      answer: savedAs(webhook, 'Webhook deleted.'),
    }
  },
}

/** Deletes a webhook and all its deliveries. */
export const deleteWebhookCommand = ({ reference, precondition }: SaveRequest<unknown>) =>
  command(deleteWebhookOperation, { id: idOf(reference), precondition })

export const testWebhookOperation: Operation<WebhookState, OneInput, Saved<WebhookTested>> = {
  name: 'testWebhook',
  load: ({ platformId }, { id }) => ({ webhook: webhookForChange({ platformId, id }) }),
  decide(state, ctx, { precondition }) {
    const webhook = requireEnabled(requireChangeable(state, ctx, precondition))
    const eventId = ctx.newId()
    const { response, ...saved } = savedAs(webhook, 'Test queued.')
    return {
      writes: [],
      events: [{ ...actionEvent('webhook', webhook, 'test'), id: eventId }],
      answer: { ...saved, response: { ...response, eventId } },
    }
  },
}

export function requireEnabled(webhook: WebhookRow): WebhookRow {
  if (!webhook.enabled) throw new Refusal('webhook_disabled')
  return webhook
}

/** Sends a `webhook.test` event to a webhook, whatever types it subscribes to. */
export const testWebhookCommand = ({ reference, precondition }: SaveRequest<unknown>) =>
  command(testWebhookOperation, { id: idOf(reference), precondition })
