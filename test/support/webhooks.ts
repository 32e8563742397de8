// Webhooks of a platform of a test's own, to endpoints that the test answers for.
import { expect } from 'vitest'
import { type Endpoint, startEndpoint } from './endpoint.ts'
import type { Tenant } from './scenarios.ts'
import { waitUntil } from './until.ts'

/** The endpoints of the tests are on this machine, which an operator would have to list too. */
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

/** Sends with the privileged key; fails where it is refused. */
export async function sendPrivileged(tenant: Tenant, method: string, path: string, body?: unknown) {
  const answer = await tenant.send(method, path, { key: tenant.privileged, body })
  expect(answer.body, answer.text).toMatchObject(method === 'GET' ? {} : { code: 'ok' })
  return answer.body
}

/** A webhook to an endpoint of its own; deleted with it. */
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

/** The deliveries to a webhook, newest first. */
export const listDeliveries = async (tenant: Tenant, { id }: Pick<TestWebhook, 'id'>): Promise<Delivery[]> =>
  (await sendPrivileged(tenant, 'GET', `/webhooks/${id}/deliveries?limit=200`)).items

/** The deliveries once they are like this. */
export const waitForDeliveries = (
  tenant: Tenant,
  hook: Pick<TestWebhook, 'id'>,
  isSo: (deliveries: Delivery[]) => boolean,
) => waitUntil(() => listDeliveries(tenant, hook), isSo, 20_000)

/** The one delivery to a webhook once it has been tried so often. */
export async function waitForAttempts(
  tenant: Tenant,
  hook: Pick<TestWebhook, 'id'>,
  attempts: number,
): Promise<Delivery> {
  const [delivery] = await waitForDeliveries(tenant, hook, ([first]) => first?.attempts === attempts)
  if (!delivery) throw new Error('There is no delivery.')
  return delivery
}
