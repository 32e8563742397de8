// Clocks: nodes whose machines disagree about the time use the clock of the database.
import { expect, inject, test } from 'vitest'
import { startApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { createTestStore } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { type Clock, systemClock } from './clock.ts'

const DAY_MS = 24 * 3_600_000
const clockAt = (offsetMs: number): Clock => ({ ...systemClock, now: () => Date.now() + offsetMs })

test.runIf(inject('store') === 'postgres')(
  'an idempotency record written by a node whose clock is three days behind is honored by the others',
  async () => {
    await using store = await createTestStore('postgres')
    await using behind = await startApi({ sharedStore: store, machineClock: clockAt(-3 * DAY_MS) })
    await using ahead = await startApi({ sharedStore: store, machineClock: clockAt(2 * DAY_MS) })
    const key = behind.platform.standard
    const request = { key, body: talk(), headers: { 'idempotency-key': 'once' } }
    const first = await behind.send('POST', '/talks', request)
    const repeated = await ahead.send('POST', '/talks', request)
    expect([first.status, repeated.status, repeated.headers['idempotent-replayed']]).toEqual([
      201,
      201,
      'true',
    ])
    expect(repeated.text).toBe(first.text)

    const { body } = await ahead.send('GET', '/talks', { key })
    expect(Math.abs(Date.parse(body.items[0].createdAt) - Date.now())).toBeLessThan(60_000)
    for (const { logged } of [behind, ahead])
      await waitUntil(
        async () => logged.filter((line) => line.includes("machine's clock differs")).length,
        (count) => count === 1,
      )
  },
)

test('a node whose clock agrees with the database does not warn', async () => {
  await using api = await startApi({ machineClock: systemClock })
  await api.send('PUT', '/talks/ext:t', { body: talk() })
  expect(api.logged.join('')).not.toContain("machine's clock")
})
