// Sends one request of the load and returns its response.
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Template } from './load.ts'

type Target = { port: number; ca: string; programme: { key: string } }

/** The body of the response to the first template. Throws if the status is not 2xx. */
export async function sendOne({ port, ca, programme }: Target, [template]: Template[]): Promise<string> {
  if (!template) throw new Error('There is nothing to send.')
  const { method, path, bodyAroundNumber: parts } = template
  const headers = { authorization: `Bearer ${programme.key}`, 'content-type': 'application/json' }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = httpsRequest({ host: '127.0.0.1', port, ca, method, path, headers, agent: false })
  request.on('error', reject).on('response', (response) => {
    const isFine = Math.floor((response.statusCode ?? 0) / 100) === 2
    text(response).then(
      (body) =>
        isFine ? resolve(body) : reject(new Error(`${method} ${path}: ${response.statusCode} ${body}`)),
      reject,
    )
  })
  request.end(parts.length === 0 ? undefined : parts.join('0'))
  return promise
}
