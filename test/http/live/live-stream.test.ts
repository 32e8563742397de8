import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { LiveStream, type StreamOptions } from '../../../src/http/live/live-stream.ts'

test('a stream on which nothing was sent between two looks gets a heartbeat, and others do not', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  response.removeHeader('transfer-encoding')
  const stream = new LiveStream(response, {
    ...{ format: 'json', recipient: { user: null }, client: '127.0.0.1', isCompressed: false },
  } as StreamOptions)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]

  stream.write('data: 1\n\n')
  stream.keepOpen()
  stream.write('data: 2\n\n')
  stream.keepOpen()
  stream.keepOpen()
  stream.write('data: 3\n\n')
  stream.keepOpen()
  stream.end()

  const text = (await answer.setEncoding('utf8').toArray()).join('')
  server.close()
  expect(text).toBe('data: 1\n\ndata: 2\n\n:\n\ndata: 3\n\n')
})
