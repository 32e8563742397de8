// Webhooks of a test platform, with test endpoints.
import { expect } from 'vitest'
import { type Endpoint, startEndpoint } from './endpoint.ts'
import type { Tenant } from './scenarios.ts'
import { waitUntil } from './until.ts'

/** The test endpoints are on this machine, so its addresses must be allowed. */
export const ALLOW_LOOPBACK = { LECTERN_WEBHOOK_ADDRESSES: '127.0.0.0/8' }

export type TestWebhook = {
  id: string
  secret: string
  endpoint: Endpoint
  [Symbol.asyncDispose](): Promise<void>
}

export type Delivery = {
  id: string
  eventId: string
  type: string
  objectId: string
  state: string
  attempts: number
  queuedAt: string
  nextAttemptAt: string | null
  lastAttemptAt: string | null
  lastStatus: number | null
  lastError: string | null
}

/** Sends a request with the privileged key. Fails if it is refused. */
export async function sendPrivileged(tenant: Tenant, method: string, path: string, body?: unknown) {
  const answer = await tenant.send(method, path, { key: tenant.privileged, body })
  expect(answer.body, answer.text).toMatchObject(method === 'GET' ? {} : { code: 'ok' })
  return answer.body
}

/** A webhook with its own endpoint. Both are removed together. */
export async function openWebhook(tenant: Tenant, more: Record<string, unknown> = {}): Promise<TestWebhook> {
  const endpoint = await startEndpoint()
  const { id, secret } = await sendPrivileged(tenant, 'POST', '/webhooks', { url: endpoint.url, ...more })
  return {
    id,
    secret,
    endpoint,
    [Symbol.asyncDispose]: async () => {
      await tenant.send('DELETE', `/webhooks/${id}`, { key: tenant.privileged })
      await endpoint[Symbol.asyncDispose]()
    },
  }
}

/** The deliveries of a webhook, newest first. */
export const listDeliveries = async (tenant: Tenant, { id }: Pick<TestWebhook, 'id'>): Promise<Delivery[]> =>
  (await sendPrivileged(tenant, 'GET', `/webhooks/${id}/deliveries?limit=200`)).items

/** Waits until the deliveries match, and returns them. */
export const waitForDeliveries = (
  tenant: Tenant,
  hook: Pick<TestWebhook, 'id'>,
  isSo: (deliveries: Delivery[]) => boolean,
) => waitUntil(() => listDeliveries(tenant, hook), isSo)

/** Waits until the only delivery of a webhook has this many attempts, and returns it. */
export async function waitForAttempts(
  tenant: Tenant,
  hook: Pick<TestWebhook, 'id'>,
  attempts: number,
): Promise<Delivery> {
  const [delivery] = await waitForDeliveries(tenant, hook, ([first]) => first?.attempts === attempts)
  if (!delivery) throw new Error('There is no delivery.')
  return delivery
}
