// Batches of operations, and the codes of their results.
import { expect } from 'vitest'
import type { Tenant } from './scenarios.ts'

type Result = { status: number; body: { code: string } }

export const sendBatch = (
  tenant: Tenant,
  operations: readonly unknown[],
  more: object = {},
  key = tenant.standard,
) => tenant.send('POST', '/batch', { body: { operations, ...more }, key })

/** Sends a batch that must be accepted, and returns the results. */
export async function executeBatch(tenant: Tenant, operations: readonly unknown[], more: object = {}) {
  const answer = await sendBatch(tenant, operations, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results
}

/** Results as `status code`. */
export const codesOf = (results: readonly Result[]) =>
  results.map(({ status, body }) => `${status} ${body.code}`)
