// Many changes of one person or talk at once.
import { expect, test } from 'vitest'
import { changeSettings } from '../../../src/features/platforms/platforms.ts'
import { quantile } from '../../support/beside.ts'
import { attendee, talk } from '../../support/bodies.ts'
import { put, useApi } from '../../support/scenarios.ts'
import { expectWithin, sized } from '../../support/sizes.ts'

const server = useApi()
const ROUNDS = sized({ small: 3, full: 50 })
const AT_ONCE = 60
const MAX_MS = 1_500

/** Sends requests at once. Returns their statuses, and the longest wait in milliseconds. */
async function sendAtOnce(requests: readonly (() => Promise<{ status: number }>)[]) {
  const startedMs = performance.now()
  const waits: number[] = []
  const answers = await Promise.all(
    requests.map(async (send) => {
      const { status } = await send()
      waits.push(performance.now() - startedMs)
      return status
    }),
  )
  return {
    statuses: answers,
    slowestMs: quantile(
      waits.sort((a, b) => a - b),
      1,
    ),
  }
}

test('credit changes of one person at once are all counted', async ({ task }) => {
  const tenant = await server.createTenant()
  await changeSettings(tenant.api.installation, tenant.caller, { credits: { isOn: true, price: 1 } })
  await put(tenant, '/users/ext:ada', attendee('ada'))
  const failed: number[] = []
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const grant = () => tenant.send('POST', '/users/ext:ada/credits', { body: { kind: 'grant', amount: 1 } })
    const { statuses, slowestMs } = await sendAtOnce(Array.from({ length: AT_ONCE }, () => grant))
    failed.push(...statuses.filter((status) => status !== 200))
    slowest = Math.max(slowest, slowestMs)
  }
  const { balance } = (await tenant.send('GET', '/users/ext:ada/credits')).body
  task.meta.fault = {
    fault: `${AT_ONCE} credit changes of one person at once`,
    rounds: `${ROUNDS} rounds`,
    measured: `${failed.length} of ${ROUNDS * AT_ONCE} failed; balance ${balance}; slowest ${slowest} ms`,
  }
  expect([failed, balance]).toEqual([[], ROUNDS * AT_ONCE])
  expectWithin(slowest, MAX_MS)
})

test('a talk can be deleted while its chat is busy', async ({ task }) => {
  const tenant = await server.createTenant()
  const failed: number[] = []
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await put(tenant, '/talks/ext:busy', talk({ start: '2027-03-01T11:50:00Z', duration: 60 }))
    const post = (n: number) =>
      tenant.send('POST', '/talks/ext:busy/messages', { body: { label: 'Desk', text: `Hello ${n}` } })
    const { statuses, slowestMs } = await sendAtOnce(
      Array.from({ length: AT_ONCE }, (_, n) =>
        n === AT_ONCE / 2 ? () => tenant.send('DELETE', '/talks/ext:busy') : () => post(n),
      ),
    )
    expect(statuses[AT_ONCE / 2]).toBeLessThan(300)
    failed.push(...statuses.filter((status) => status >= 500))
    slowest = Math.max(slowest, slowestMs)
  }
  task.meta.fault = {
    fault: 'A talk is deleted while 59 messages are posted to its chat at once',
    rounds: `${ROUNDS} rounds`,
    measured: `${failed.length} of ${ROUNDS * AT_ONCE} answered with 5xx; slowest ${slowest} ms`,
  }
  expect(failed).toEqual([])
  expectWithin(slowest, MAX_MS)
})
