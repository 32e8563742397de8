// Many accounts that open the same talk twice at once, with one credit each: each pays once, and nobody owes anything.
import { expect, test } from 'vitest'
import { startApi } from '../../support/api.ts'
import { talk } from '../../support/bodies.ts'
import { race } from '../../support/credit-race.ts'
import { sized } from '../../support/sizes.ts'

const ACCOUNTS = sized({ small: 50, full: 1_000 })

test(`${ACCOUNTS} accounts that open the same talk twice at once pay once each`, {
  timeout: 600_000,
}, async ({ task }) => {
  await using api = await startApi({ settings: { credits: { isOn: true, price: 1 } } })
  const { body } = await api.send('PUT', '/talks/ext:keynote', {
    body: talk({ type: 'embedded', start: new Date(api.clock.now()).toISOString() }),
  })
  const startedMs = performance.now()
  const taken = await race(api.installation, api.platform.caller, { talkId: body.id, people: ACCOUNTS })
  const seconds = (performance.now() - startedMs) / 1_000
  task.meta.fault = {
    fault: 'Accounts that open the same talk twice at once, with one credit each',
    rounds: `${ACCOUNTS} accounts, ${2 * ACCOUNTS} requests`,
    measured: `${taken.debits} debits, ${taken.charged} of them acknowledged; balances of ${taken.balances.join(', ')}; ${seconds.toFixed(1)} s`,
  }
  expect(taken).toEqual({ debits: ACCOUNTS, charged: ACCOUNTS, balances: [0] })
})
