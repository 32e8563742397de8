// How often a client can try to sign in, by its address.
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/support/api.ts'
import { addAccount, Visitor } from '../../../../test/support/visitors.ts'

const PASSWORDS_PER_MINUTE = 30
const KEYS_PER_MINUTE = 60

const forwardedFor = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('sign-in attempts from one IPv6 /64 count as those of one client', async () => {
  await using api = await startApi({ env: { LECTERN_TRUSTED_PROXIES: '127.0.0.0/8' } })
  const accounts = await Promise.all(Array.from({ length: 4 }, () => addAccount(api)))
  const visitor = new Visitor(api)
  const attempt = async (address: string, number: number) => {
    const name = accounts[number % accounts.length]?.email ?? ''
    return (await visitor.post('/sign-in', { name, password: 'Wrong 1!' }, forwardedFor(address))).status
  }
  const statuses: number[] = []
  for (let number = 0; number <= PASSWORDS_PER_MINUTE; number += 1)
    statuses.push(await attempt(`2001:db8:0:1:${number}::1`, number))
  expect(statuses).toEqual([...Array(PASSWORDS_PER_MINUTE).fill(422), 429])
  expect(await attempt('2001:db8:0:2::1', 3)).toBe(422)
})

test('wrong API keys from one IPv6 /64 count as those of one client', async () => {
  await using api = await startApi({ env: { LECTERN_TRUSTED_PROXIES: '127.0.0.0/8' } })
  const attempt = async (address: string) =>
    (await api.send('GET', '/talks', { key: `lecs_${'0'.repeat(64)}`, ...forwardedFor(address) })).status
  const addresses = Array.from({ length: KEYS_PER_MINUTE + 1 }, (_, number) => `2001:db8:0:1:${number}::1`)
  const statuses = await Promise.all(addresses.map(attempt))
  expect(statuses.sort()).toEqual([...Array(KEYS_PER_MINUTE).fill(401), 429])
  expect(await attempt('2001:db8:0:2::1')).toBe(401)
})
