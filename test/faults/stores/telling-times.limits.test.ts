// Responses do not tell by their time whether an account or an API key exists.
import { expect, test } from 'vitest'
import {
  createApiKey,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../../src/features/api-keys/api-keys.ts'
import { generateApiKey } from '../../../src/kernel/lib/security/api-key-format.ts'
import { HashQueue } from '../../../src/kernel/lib/security/hash-queue.ts'
import { hashPassword } from '../../../src/kernel/lib/security/passwords.ts'
import { systemClock } from '../../../src/kernel/lib/time/clock.ts'
import { startApi } from '../../support/api.ts'
import { addAccount, Visitor } from '../../support/visitors.ts'

test('a sign-in takes about as long for an unknown account as for a wrong password', async () => {
  const hashes = new HashQueue({ concurrency: 1, maxWaitMs: 10_000, clock: systemClock, hash: hashPassword })
  await using api = await startApi({ hashes })
  const { email } = await addAccount(api)
  const timed = async (name: string) => {
    const visitor = new Visitor(api)
    await visitor.get('/sign-in')
    return msOf(() => visitor.signIn(name, 'Wrong violet kettles sing 42!'))
  }
  const times = { unknown: [] as number[], wrong: [] as number[] }
  for (let round = 0; round < 7; round++) {
    times.unknown.push(await timed(`nobody-${round}@example.org`))
    times.wrong.push(await timed(email))
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[3] ?? 0
  // Without a decoy hash, an unknown account would take a fraction of the time.
  expect(median(times.unknown) / median(times.wrong)).toBeGreaterThan(0.5)
})

test('a sign-up takes the same minimum time for an e-mail that has an account', async () => {
  await using api = await startApi({ settings: { hasSignUp: true } })
  const timed = async (email: string) => {
    const visitor = new Visitor(api)
    await visitor.get('/sign-up')
    return msOf(() => visitor.post('/sign-up', { email }))
  }
  const { email } = await addAccount(api)
  expect(Math.min(await timed(email), await timed('in-time@example.org'))).toBeGreaterThanOrEqual(395)
})

test('every wrong API key gets its response after the same time', async () => {
  await using api = await startApi()
  const { installation, platform } = api
  const create = (more: Partial<NewApiKey> = {}) =>
    createApiKey(installation, platform.caller, { name: 'Wrong', level: 'standard', ...more })
  const [revoked, superseded] = [await create(), await create()]
  await revokeApiKey(installation, platform.caller, revoked.id)
  await rotateApiKey(installation, platform.caller, { id: superseded.id, graceMs: 0 })
  const wrong = [
    generateApiKey('standard'),
    'lecs_00',
    `${platform.standard}0`,
    platform.standard.toUpperCase(),
    revoked.key,
    superseded.key,
    (await create({ expiresAt: api.clock.now() })).key,
    (await create({ allowedAddresses: ['203.0.113.9'] })).key,
  ]
  const fastest = wrong.map(() => Number.POSITIVE_INFINITY)
  const spread = () => Math.max(...fastest) - Math.min(...fastest)
  // A key that really takes longer does so in every round; one that waited for the machine does not.
  for (let round = 0; round < 40 && !(spread() < 10); round++) {
    api.clock.pass(60_000)
    for (const [index, key] of wrong.entries()) {
      const ms = await msOf(() => api.send('GET', '/talks', { key }))
      fastest[index] = Math.min(fastest[index] ?? 0, ms)
    }
  }
  // A timer may fire a millisecond early.
  expect(Math.min(...fastest)).toBeGreaterThan(18)
  expect(spread()).toBeLessThan(10)
})

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
