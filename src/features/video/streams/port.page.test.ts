// The port for streams, which may be in use, and may have no TLS.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { connectEncoder } from '../../../../test/support/rtmp-encoder.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { signInAs } from '../../../../test/support/visitors.ts'

test('a port that is in use is reported once, and opens when it is free', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await using api = await startApi({
    store: 'sqlite',
    env: { LECTERN_RTMP_PORT: String(port), LECTERN_RTMP_PLAIN: '1' },
  })
  const owner = await signInAs(api, 'owner')
  const body = talk({ type: 'rtmp', start: '2027-03-01T12:00:00Z', duration: 60 })
  const path = `/backoffice/talks/${(await api.send('POST', '/talks', { body })).body.id}/stream`
  const [, key = ''] = /<code id="stream-key">([^<]+)</.exec((await owner.submit(path)).text) ?? []
  const isTaken = ({ text }: { text: string }) => text.includes('can’t be opened (EADDRINUSE)')
  expect((await waitUntil(() => owner.get(path), isTaken)).text).toContain(`<code id="stream-server">rtmp://`)
  taken.close()
  await waitUntil(
    () => owner.get(path),
    (page) => !isTaken(page),
  )
  expect(api.logged.filter((line) => line.includes('LECTERN_RTMP_PORT'))).toHaveLength(1)
  const encoder = connectEncoder({ server: `rtmp://127.0.0.1:${port}/live`, key })
  await waitUntil(
    async () => encoder.received(),
    (received) => received.includes('NetStream.Publish.Start'),
  )
  encoder.socket.destroy()
})
