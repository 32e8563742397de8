// A streaming client that reads results while it is still sending.
import type { ClientRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TestApi } from './api.ts'
import { parseLines } from './idempotency.ts'

type Connection = Pick<TestApi, 'url'> & { ca?: string | Buffer }

export type OpenStream = {
  /** Sends a chunk, which can be part of a line. */
  write(piece: string | Buffer): void
  end(): void
  /** Closes the connection. */
  destroy(): void
  status(): Promise<number>
  /** Waits for this many results and returns all of them. Throws if the stream ends earlier. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  results(count: number): Promise<any[]>
  /** All results, at the end of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  all(): Promise<any[]>
}

/** Opens a streamed batch. The certificate of the server was created for the test. */
export function openStream(
  { url, ca }: Connection,
  { key, query = '', headers = {} }: { key: string; query?: string; headers?: Record<string, string> },
): OpenStream {
  const answered = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<void>()
  for (const { promise } of [answered, ended]) promise.catch(() => {})
  let text = ''
  let wake = () => {}
  const request: ClientRequest = httpsRequest(`${url}/api/external/v1/batch${query}`, {
    method: 'POST',
    agent: false,
    ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
  })
  const fail = (error: Error) => {
    answered.reject(error)
    ended.reject(error)
    wake()
  }
  request.on('error', fail)
  request.on('response', (response) => {
    answered.resolve(response.statusCode ?? 0)
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      wake()
    })
    response.on('error', fail)
    response.on('end', () => {
      ended.resolve()
      wake()
    })
  })
  request.flushHeaders()
  const lines = () => parseLines(text.slice(0, text.lastIndexOf('\n') + 1))
  return {
    write: (piece) => void request.write(piece),
    end: () => void request.end(),
    destroy: () => void request.destroy(),
    status: () => answered.promise,
    results: async (count) => {
      let isOver = false
      const over = ended.promise.finally(() => {
        isOver = true
      })
      over.catch(() => {})
      for (;;) {
        if (lines().length >= count) return lines()
        if (isOver) throw new Error(`The response ended with ${lines().length} results: ${text.slice(-500)}`)
        await Promise.race([over, new Promise<void>((resolve) => (wake = resolve))])
      }
    },
    all: async () => {
      await ended.promise
      return parseLines(text)
    },
  }
}
