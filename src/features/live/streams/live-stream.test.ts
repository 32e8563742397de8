import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SharedFrame } from './frames.ts'
import { LiveStream, type StreamOptions } from './live-stream.ts'

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

test('over HTTP/2, a frame larger than the window arrives in full, and later ones after it', async () => {
  const server = createHttp2Server().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const request = client.request({ ':path': '/' })
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const stream = new LiveStream(response, {
    ...{ format: 'json', recipient: { user: null }, client: '127.0.0.1', isCompressed: false },
  } as StreamOptions)

  const large = new SharedFrame(`data: ${'x'.repeat(2_000_000)}\n\n`)
  stream.write(large)
  stream.write('data: after\n\n')

  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.endsWith('after\n\n')) break
  }
  expect(text).toBe(`${large.plain}data: after\n\n`)
})
