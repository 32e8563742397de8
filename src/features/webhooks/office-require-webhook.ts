// The webhook of a page that changes it. Only owners may.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import type { Webhook } from './schema.ts'
import { readWebhook } from './webhooks.ts'

export type WebhookRequest = FastifyRequest<{ Params: { id: string } }>

/** Throws 403 for admins, after 404 for webhooks that do not exist. */
export async function requireWebhook({ services }: WebOptions, request: WebhookRequest): Promise<Webhook> {
  const caller = callerOf(request)
  const webhook = await readWebhook(services, caller, request.params.id)
  if (caller.user.role !== 'owner') throw new Refusal('insufficient_permissions')
  return webhook
}
