// Webhooks of a platform of a test's own, to endpoints that the test answers for.
import { expect } from 'vitest'
import { type Endpoint, openEndpoint } from './endpoint.ts'
import type { Own } from './scenarios.ts'
import { until } from './until.ts'

/** The endpoints of the tests are on this machine, which an operator would have to list too. */
export const LISTED = { LECTERN_WEBHOOK_ADDRESSES: '127.0.0.0/8' }

export type Hook = {
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
export async function manage(own: Own, method: string, path: string, body?: unknown) {
  const answer = await own.send(method, path, { key: own.privileged, body })
  expect(answer.body, answer.text).toMatchObject(method === 'GET' ? {} : { code: 'ok' })
  return answer.body
}

/** A webhook to an endpoint of its own; deleted with it. */
export async function openHook(own: Own, more: Record<string, unknown> = {}): Promise<Hook> {
  const endpoint = await openEndpoint()
  const { id, secret } = await manage(own, 'POST', '/webhooks', { url: endpoint.url, ...more })
  return {
    id,
    secret,
    endpoint,
    [Symbol.asyncDispose]: async () => {
      await own.send('DELETE', `/webhooks/${id}`, { key: own.privileged })
      await endpoint[Symbol.asyncDispose]()
    },
  }
}

/** The deliveries to a webhook, newest first. */
export const deliveriesOf = async (own: Own, { id }: Pick<Hook, 'id'>): Promise<Delivery[]> =>
  (await manage(own, 'GET', `/webhooks/${id}/deliveries?limit=200`)).items

/** The deliveries once they are like this. */
export const deliveriesWhen = (own: Own, hook: Pick<Hook, 'id'>, isSo: (deliveries: Delivery[]) => boolean) =>
  until(() => deliveriesOf(own, hook), isSo, 20_000)

/** The one delivery to a webhook once it has been tried so often. */
export async function triedDelivery(own: Own, hook: Pick<Hook, 'id'>, attempts: number): Promise<Delivery> {
  const [delivery] = await deliveriesWhen(own, hook, ([first]) => first?.attempts === attempts)
  if (!delivery) throw new Error('There is no delivery.')
  return delivery
}
