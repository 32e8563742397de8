// The requests of an account take turns.
import { request } from 'node:https'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { RenderQueue } from './render-queue.ts'
import { REQUESTS, Turns } from './turns.ts'

const server = useApi()

test('four requests of an account run at once, sixty wait in order, and more are refused', async () => {
  const turns = new Turns(REQUESTS)
  const started: number[] = []
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const start = (n: number) => {
    started.push(n)
    return isFree
  }
  const ended = Array.from({ length: 64 }, (_, n) => turns.run('busy', () => start(n)))
  await expect(turns.run('busy', () => isFree)).rejects.toThrow(Refusal)
  expect(await turns.run('other', () => 'done')).toBe('done')
  expect(started).toEqual([0, 1, 2, 3])
  free()
  await Promise.all(ended)
  expect(started).toEqual(Array.from({ length: 64 }, (_, n) => n))
  await Promise.all(Array.from({ length: 5 }, () => turns.run('busy', () => {})))
})

test('public pages are rendered one at a time, in turns of who asks', async () => {
  const queue = new RenderQueue()
  const order: string[] = []
  const render = (page: string) =>
    queue.run(page.charAt(0), async () => {
      order.push(`${page} starts`)
      await Promise.resolve()
      order.push(`${page} ends`)
    })
  await Promise.all(['a1', 'a2', 'a3', 'b1'].map(render))
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3'].flatMap((page) => [`${page} starts`, `${page} ends`]))
})

test('a client with too many waiting pages is refused, and others are not', async () => {
  const queue = new RenderQueue()
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const first = queue.run('a', () => isFree)
  const waiting = Array.from({ length: 200 }, () => queue.run('a', async () => {}))
  expect(() => queue.run('a', async () => {})).toThrow(Refusal)
  const other = queue.run('b', async () => 'rendered')
  free()
  expect(await other).toBe('rendered')
  await Promise.all([first, ...waiting])
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
