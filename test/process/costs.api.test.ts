// What an operation costs, in units that do not depend on the machine: change a figure in the commit that changes the cost.
import { isDeepStrictEqual } from 'node:util'
import { expect, inject, test } from 'vitest'
import { OPERATIONS, type Operation, prepareOperations, startCounter } from '../support/costs.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import type { StoreKind } from '../support/stores.ts'

/** The statements that were run, and how often the server waited for PostgreSQL. */
type Cost = { statements: number; roundTrips: number }

const RECORDED: Record<StoreKind, Record<Operation, Cost>> = {
  sqlite: {
    'PUT /talks/:id, another title': { statements: 10, roundTrips: 0 },
    'PUT /talks/:id, nothing new': { statements: 7, roundTrips: 0 },
    'POST /users': { statements: 7, roundTrips: 0 },
    'GET /talks/:id': { statements: 1, roundTrips: 0 },
    'GET /talks?limit=50': { statements: 1, roundTrips: 0 },
  },
  postgres: {
    'PUT /talks/:id, another title': { statements: 10, roundTrips: 2 },
    'PUT /talks/:id, nothing new': { statements: 7, roundTrips: 2 },
    'POST /users': { statements: 7, roundTrips: 2 },
    'GET /talks/:id': { statements: 1, roundTrips: 1 },
    'GET /talks?limit=50': { statements: 1, roundTrips: 1 },
  },
}
const store = inject('store')
const MIN_REQUESTS = 3
const MAX_REQUESTS = 100

test('operations cost exactly the statements and round trips that are recorded', async () => {
  await using installation = await createTestInstallation(store, { isEmpty: false })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using counter = await startCounter(installation)
  await using server = await startServer(installation, { env: counter.env })
  const send = await prepareOperations(server.client(key))
  const measured: Partial<Record<Operation, Cost>> = {}
  for (const operation of OPERATIONS) {
    let least: Cost = { statements: Number.POSITIVE_INFINITY, roundTrips: Number.POSITIVE_INFINITY }
    // The first request prepares later ones, and on a slow machine jobs add to most of them.
    for (let count = 0; count < MAX_REQUESTS; count += 1) {
      const cost = await counter.during(server, () => send(operation, 0))
      least = {
        statements: Math.min(least.statements, cost.statements),
        roundTrips: Math.min(least.roundTrips, cost.roundTrips),
      }
      if (count >= MIN_REQUESTS && isDeepStrictEqual(least, RECORDED[store][operation])) break
    }
    measured[operation] = least
  }
  expect(measured).toEqual(RECORDED[store])
})
