// Rotating the secret of a webhook: for a grace period, requests are signed with both the new and the old secret.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import type { SaveRequest } from '../../../kernel/changes/commands.ts'
import type { Saved } from '../../../kernel/changes/saved.ts'
import type { OutboundServices } from '../../../kernel/changes/services.ts'
import { MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../../kernel/store/changes/transaction.ts'
import { DEFAULT_GRACE_MINUTES } from '../limits.ts'
import type { WebhookRotate, WebhookSecret } from '../schema.ts'
import { webhookForChange, webhookWrites } from '../store.ts'
import type { WebhookRow } from '../tables.ts'
import { idOf, type OneInput, requireChangeable, savedAs, type WebhookState } from '../webhooks.ts'
import { createSecret, type NewSecret } from './signing-secrets.ts'

type RotateInput = OneInput & NewSecret & { graceMs: number }

export const rotateWebhookOperation: Operation<WebhookState, RotateInput, Saved<WebhookSecret>> = {
  name: 'rotateWebhook',
  load: ({ platformId }, { id }) => ({ webhook: webhookForChange({ platformId, id }) }),
  decide(state, ctx, { precondition, secret, shown, graceMs }) {
    const webhook = requireChangeable(state, ctx, precondition)
    const next: WebhookRow = {
      ...webhook,
      secret,
      previousSecret: graceMs === 0 ? null : webhook.secret,
      previousExpiresAt: graceMs === 0 ? null : ctx.now + graceMs,
      version: webhook.version + 1,
      updatedAt: ctx.now,
    }
    const { response, ...saved } = savedAs(webhook, 'Webhook secret rotated.')
    return {
      writes: [webhookWrites.replace(next)],
      events: [actionEvent('webhook', next, 'secret_rotated')],
      answer: { ...saved, response: { ...response, secret: shown } },
    }
  },
}

/** Gives a webhook a new secret. Until the grace period ends, requests are also signed with the old one. */
export function rotateWebhookCommand(
  services: OutboundServices,
  { reference, body: { graceMinutes = DEFAULT_GRACE_MINUTES }, precondition }: SaveRequest<WebhookRotate>,
): Command<Saved<WebhookSecret>> {
  return command(rotateWebhookOperation, {
    id: idOf(reference),
    precondition,
    ...createSecret(services),
    graceMs: graceMinutes * MINUTE_MS,
  })
}
