// What an operation costs, in units that do not depend on the machine: change a figure in the commit that changes the cost.
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
const REQUESTS = 10

test('operations cost exactly the statements and round trips that are recorded', async () => {
  await using installation = await createTestInstallation(store, { isEmpty: false })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using counter = await startCounter(installation)
  await using server = await startServer(installation, { env: counter.env })
  const send = await prepareOperations(server.client(key))
  const measured: Partial<Record<Operation, Cost>> = {}
  for (const operation of OPERATIONS) {
    const costs: Cost[] = []
    for (let count = 0; count < REQUESTS; count += 1)
      costs.push(await counter.during(server, () => send(operation, 0)))
    // The first request prepares later ones, and jobs add to some of them.
    const least = (what: keyof Cost) => Math.min(...costs.map((cost) => cost[what]))
    measured[operation] = { statements: least('statements'), roundTrips: least('roundTrips') }
  }
  expect(measured).toEqual(RECORDED[store])
})
