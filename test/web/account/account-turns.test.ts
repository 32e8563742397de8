// The requests of an account take turns.
import { request } from 'node:https'
import { expect, test } from 'vitest'
import { useApi } from '../../support/scenarios.ts'
import { createSite, signInAtSite } from '../../support/sites.ts'

const server = useApi()

test('an account with too many requests waits for itself, and others do not', async () => {
  const site = await createSite(server)
  const [busy, other] = [await signInAtSite(site), await signInAtSite(site)]
  const answers = Array.from({ length: 90 }, () => busy.get('/account'))
  expect((await other.get('/account')).status).toBe(200)
  const statuses = new Set((await Promise.all(answers)).map(({ status }) => status))
  expect([...statuses].sort()).toEqual([200, 429])
  expect((await busy.get('/account')).status).toBe(200)
})

test('requests whose client has left keep no turn', async () => {
  const site = await createSite(server)
  const member = await signInAtSite(site)
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { port } = new URL(site.tenant.api.url)
  const leave = async (afterMs: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sent = request({
      ...{ host: '127.0.0.1', port, path: '/account/export', rejectUnauthorized: false },
      headers: { host: site.host, cookie },
    })
    sent.on('error', () => {}).on('close', resolve)
    sent.on('socket', (socket) => socket.on('secureConnect', () => setTimeout(() => sent.destroy(), afterMs)))
    sent.end()
    await promise
  }
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 16 }, (_, n) => leave(n % 4)))
  expect((await member.get('/account')).status).toBe(200)
})
