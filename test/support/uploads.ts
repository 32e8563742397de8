// Many simultaneous uploads from a separate process, so that sending them does not delay what a test measures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bodies = {
  /** A programme whose only item has a few million unknown members. */
  unknownMembers: (bytes: number) => `{"source":"s","talks":[{${filled(bytes, (i) => `"a${i}":1`)}}]}`,
  emptyItems: (bytes: number) => `{"source":"s","talks":[${filled(bytes, () => '{}')}]}`,
  /** Items with members that no other item has. */
  differentItems: (bytes: number) =>
    `{"source":"s","talks":[${filled(bytes, (i) => `{${filled(1_500, (j) => `"m${i}-${j}":0`)}}`)}]}`,
  /** At 31 MiB, as many items as a programme can have, each with many problems. */
  invalidItems: (bytes: number) => {
    const item = `{${filled(1_600, (i) => `"m${i}":"${'x'.repeat(50)}"`)}}`
    return `{"source":"s","talks":[${filled(bytes, () => item, 20_000)}]}`
  },
  unknownAttributes: (bytes: number) => `{${filled(bytes, (i) => `"a${i}":1`)}}`,
}

export type Uploads = {
  url: string
  ca: string
  key: string
  method: string
  path: string
  body: keyof typeof bodies
  bytes: number
  count: number
}
export type Uploaded = { status: number; retryAfter: string | undefined; code: string }

/** Prepares a process that sends the same body `count` times at once, on connections that are already open. */
export async function prepareUploads(uploads: Uploads): Promise<{ send(): Promise<Uploaded[]> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { UPLOADS: JSON.stringify(uploads) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const { value: first } = await lines.next()
  if (first !== 'ready') throw new Error('The uploads could not be prepared.')
  return {
    send: async () => {
      child.stdin.end('send')
      const { value } = await lines.next()
      await closed
      return JSON.parse(value ?? '')
    },
  }
}

function filled(bytes: number, part: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const parts: string[] = []
  for (let length = 0; length < bytes && parts.length < most; ) {
    const next = part(parts.length)
    parts.push(next)
    length += next.length + 1
  }
  return parts.join(',')
}

function upload({ url, ca, key, method, path }: Uploads, body: Buffer, agent: Agent): Promise<Uploaded> {
  const { promise, resolve, reject } = Promise.withResolvers<Uploaded>()
  const type = body.length === 0 ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  const headers = { authorization: `Bearer ${key}`, ...type }
  const request = httpsRequest(`${url}/api/external/v1${path}`, { method, ca, headers, agent })
  request.on('error', reject)
  request.on('response', (response) => {
    const [status, retryAfter] = [response.statusCode ?? 0, response.headers['retry-after']]
    text(response).then((answer) => resolve({ status, retryAfter, code: JSON.parse(answer).code }), reject)
  })
  request.end(body)
  return promise
}

const { UPLOADS } = process.env
if (UPLOADS !== undefined) {
  const uploads: Uploads = JSON.parse(UPLOADS)
  const ca = readFileSync(uploads.ca, 'utf8')
  const body = Buffer.from(bodies[uploads.body](uploads.bytes))
  const agent = new Agent({ keepAlive: true })
  const sendAll = (what: Uploads, content: Buffer) =>
    Promise.all(Array.from({ length: uploads.count }, () => upload({ ...what, ca }, content, agent)))
  await sendAll({ ...uploads, method: 'GET', path: '/talks?limit=1' }, Buffer.alloc(0))
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  process.stdout.write(`${JSON.stringify(await sendAll(uploads, body))}\n`)
  agent.destroy()
}
