// The retry schedule: the effects of a delivery attempt, and the rule for disabling a failing webhook.

import { updatedEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { systemCaller } from '../../../kernel/changes/services.ts'
import type { DecideContext, NewEvent, Operation } from '../../../kernel/store/changes/operation.ts'
import { deliveryToken } from '../../../kernel/store/postgres/leases.ts'
import { MAX_FAILING_MS, RETRY_DELAYS_MS } from '../limits.ts'
import { webhookForChange, webhookWrites } from '../store.ts'
import type { AttemptRow, WebhookRow } from '../tables.ts'
import { type DeliveryOutcome, saveAttempts } from './deliveries-store.ts'

/** Each delay is extended by a random share of up to this, so that deliveries that failed together spread out. */
const JITTER = 0.1
const GONE = 410

/** The result of one attempt. */
export type AttemptResult = Omit<AttemptRow, 'id' | 'webhookId'> & {
  /** The token of the lease under which it was sent; null if only one process delivers. */
  token: number | null
  /** The number of attempts before this one, since the delivery was last queued. */
  attemptsBefore: number
  /** A random number from 0 up to, but not including, 1. */
  jitter: number
}

const isSuccess = ({ status, error }: Pick<AttemptRow, 'status' | 'error'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

type State = { webhook: WebhookRow | undefined; currentToken?: number | undefined }
type Input = { webhookId: string; results: readonly AttemptResult[] }

export const recordAttemptsOperation: Operation<State, Input, { isEnabled: boolean }> = {
  name: 'recordAttempts',
  load: ({ platformId }, { webhookId, results }) => ({
    ...(results.some(({ token }) => token !== null) ? { currentToken: deliveryToken({}) } : {}),
    webhook: webhookForChange({ platformId, id: webhookId }),
  }),
  decide({ webhook, currentToken }, ctx, { webhookId, results: all }) {
    // The webhook was deleted in the meantime, and its deliveries with it.
    if (!webhook) return { writes: [], events: [], answer: { isEnabled: false } }
    // Another process is now the leader, and sends these deliveries.
    const results = all.filter(({ token }) => token === null || token === currentToken)
    if (results.length === 0) return { writes: [], events: [], answer: { isEnabled: webhook.enabled } }
    const attempts = results.map(
      ({ token: _token, attemptsBefore: _before, jitter: _jitter, ...attempt }) => ({
        ...attempt,
        id: ctx.newId(),
        webhookId,
      }),
    )
    const { next, events } = webhookAfter(webhook, results, ctx)
    return {
      writes: [
        ...saveAttempts(results.map(outcomeOf), attempts),
        ...(next === webhook ? [] : [webhookWrites.replace(next)]),
      ],
      events,
      answer: { isEnabled: next.enabled },
    }
  },
}

function outcomeOf(result: AttemptResult): DeliveryOutcome {
  const { deliveryId: id, attemptsBefore, at, status, error } = result
  const attempted = {
    id,
    attempts: attemptsBefore + 1,
    lastAttemptAt: at,
    lastStatus: status,
    lastError: error,
  }
  if (isSuccess(result)) return { ...attempted, state: 'delivered', nextAttemptAt: at }
  const delayMs = RETRY_DELAYS_MS[attemptsBefore]
  if (delayMs === undefined) return { ...attempted, state: 'failed', nextAttemptAt: at }
  // Counted from the end of the attempt, so that an endpoint that timed out also gets the full pause.
  const nextAttemptAt = at + result.durationMs + Math.round(delayMs * (1 + JITTER * result.jitter))
  return { ...attempted, state: 'pending', nextAttemptAt }
}

function webhookAfter(
  webhook: WebhookRow,
  results: readonly AttemptResult[],
  ctx: DecideContext,
): { next: WebhookRow; events: NewEvent[] } {
  // Responses from an earlier URL say nothing about the current one.
  const ofEndpoint = results.filter(({ url }) => url === webhook.url)
  let { failingSince } = webhook
  for (const result of ofEndpoint) {
    if (isSuccess(result)) failingSince = null
    else failingSince ??= result.at
  }
  const isGone = ofEndpoint.some(({ status }) => status === GONE)
  const isFailing = failingSince !== null && ctx.now - failingSince >= MAX_FAILING_MS
  if (webhook.enabled && (isGone || isFailing)) {
    return disabled({ ...webhook, failingSince }, isGone ? 'gone' : 'failing', ctx)
  }
  return { next: failingSince === webhook.failingSince ? webhook : { ...webhook, failingSince }, events: [] }
}

function disabled(webhook: WebhookRow, disabledReason: 'gone' | 'failing', ctx: DecideContext) {
  const next = {
    ...webhook,
    enabled: false,
    disabledReason,
    version: webhook.version + 1,
    updatedAt: ctx.now,
  }
  const shown = ({ enabled, disabledReason }: WebhookRow) => ({ enabled, disabledReason })
  const event = updatedEvent('webhook', next, shown(webhook), shown(next))
  return { next, events: event ? [event] : [] }
}

/**
 * Records attempts of one webhook in the order in which they ended, except those of an earlier leader. Returns whether
 * the webhook is still enabled.
 */
export const recordAttempts = (
  services: Pick<Services, 'store' | 'clock'>,
  { id, platformId }: Pick<WebhookRow, 'id' | 'platformId'>,
  results: readonly AttemptResult[],
) => execute(services, systemCaller({ id: platformId }), recordAttemptsOperation, { webhookId: id, results })
