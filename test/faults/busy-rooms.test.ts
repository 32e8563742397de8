// A machine that is too slow for its video rooms: nobody else can watch until it is fast enough again.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import { createKey, createTestInstallation, startServer } from '../support/process.ts'
import { waitUntil } from '../support/until.ts'

const OFFER = [
  ...['v=0', `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'],
  ...['a=recvonly', 'a=rtpmap:111 opus/48000/2', ''],
].join('\r\n')

test('people join the audience only while the thread of the rooms is on time', async () => {
  await using installation = await createTestInstallation('sqlite')
  await using server = await startServer(installation)
  const key = await createKey(installation)
  const start = new Date(Date.now() - 60_000).toISOString()
  const body = talk({ type: 'embedded', start, duration: 60 })
  const { id } = (await server.client(key)('POST', '/talks', { body })).body
  const watch = () =>
    server.sendTo('POST', `/talks/${id}/room/watch`, {
      raw: new URLSearchParams({ offer: OFFER }).toString(),
      headers: {
        ...{ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        ...{ origin: server.url, 'sec-fetch-site': 'same-origin' },
      },
    })
  expect((await watch()).status).toBe(201)

  let isSlow = true
  const slowing = (async () => {
    while (isSlow) {
      process.kill(server.pid, 'SIGSTOP')
      await sleep(150)
      process.kill(server.pid, 'SIGCONT')
      await sleep(15)
    }
  })()
  const refused = await waitUntil(watch, ({ status }) => status !== 201)
  isSlow = false
  await slowing
  expect([refused.body.code, refused.headers['retry-after']]).toEqual(['room_busy', '15'])
  await waitUntil(watch, ({ status }) => status === 201)
})
