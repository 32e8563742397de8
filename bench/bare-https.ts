// Bare node:https: reads each request and always sends the same response.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './child.ts'

export type BareHttps = { certPath: string; keyPath: string; body: string }

answerQuestions<BareHttps>(({ certPath, keyPath, body }) => {
  const bytes = Buffer.from(body)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
  const tls = { cert: readFileSync(certPath), key: readFileSync(keyPath) }
  const server = createServer(tls, (request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(bytes))
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  return promise
})
