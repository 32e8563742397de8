// The webhook of a page that changes it. Only owners may.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readWebhook } from '../../../domain/webhooks/webhooks.ts'
import type { Webhook } from '../../../schema/webhooks/webhooks.ts'
import { callerOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'

export type WebhookRequest = FastifyRequest<{ Params: { id: string } }>

/** Throws 403 for admins, after 404 for webhooks that do not exist. */
export async function requireWebhook({ services }: WebOptions, request: WebhookRequest): Promise<Webhook> {
  const caller = callerOf(request)
  const webhook = await readWebhook(services, caller, request.params.id)
  if (caller.user.role !== 'owner') throw new Refusal('insufficient_permissions')
  return webhook
}
