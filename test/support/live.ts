// Clients of live talks: streams of server-sent events as browsers and API clients open them.
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { constants, createGunzip } from 'node:zlib'
import type { TestApi } from './api.ts'
import { waitUntil } from './until.ts'

export type LiveEvent = {
  name: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  data: any
}

/** An open stream with everything that it has received. */
export class EventStream {
  /** All events except those about the stage, with which every stream starts. */
  readonly events: LiveEvent[] = []
  /** The data of the events of the stage. */
  readonly stages: LiveEvent['data'][] = []
  /** The id of the last event that had one. */
  position = ''
  readonly status: Promise<number>
  isClosed = false
  /** The content coding of the response. */
  encoding: string | undefined
  readonly #request
  #buffer = ''

  constructor(url: string, path: string, options: RequestOptions = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.status = promise
    this.#request = httpsRequest(new URL(path, url), { rejectUnauthorized: false, agent: false, ...options })
    this.#request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      this.encoding = response.headers['content-encoding']
      // The streams have no end and are cut off.
      const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
      const body = this.encoding === 'gzip' ? response.pipe(createGunzip(flush)) : response
      body.setEncoding('utf8')
      body.on('data', (text: string) => this.#read(text))
      response.on('close', () => {
        this.isClosed = true
      })
      response.on('error', () => {})
    })
    this.#request.on('error', reject).end()
  }

  /** All items of the events so far, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read items of every shape.
  get items(): any[] {
    return this.events.filter(({ name }) => name === 'change').flatMap(({ data }) => data.items)
  }

  /** Waits until the events fulfill a condition. */
  async until(isMet: (stream: EventStream) => boolean): Promise<this> {
    await waitUntil(async () => isMet(this), Boolean)
    return this
  }

  /** The number that the stream has reached in each talk, as `<talk>:<number>`. */
  get reached(): string[] {
    const parts = this.position.split(',').map((part) => part.split(':').slice(0, 2))
    return parts.map((part) => part.join(':')).sort()
  }

  close(): void {
    this.#request.destroy()
  }

  #read(text: string): void {
    const frames = (this.#buffer + text).split('\n\n')
    this.#buffer = frames.pop() ?? ''
    for (const frame of frames) {
      const fields = new Map(
        frame.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const name = fields.get('event') ?? (fields.has('data') ? 'message' : undefined)
      if (name === undefined) continue
      const data = JSON.parse(fields.get('data') ?? 'null')
      const id = fields.get('id') ?? ''
      this.position = id || this.position
      if (name === 'stage') this.stages.push(data)
      else this.events.push({ name, id, data })
    }
  }
}

type Follower = { host: string; cookies?: ReadonlyMap<string, string> }

/** Opens the stream of a page. `talks` is in the form of the address: `<id>:<number>`. */
export async function followTalks(
  { url }: Pick<TestApi, 'url'>,
  talks: string,
  { host, cookies = new Map(), headers = {} }: Follower & { headers?: Record<string, string> },
): Promise<EventStream> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = new EventStream(url, `/live/stream?talks=${talks}`, {
    headers: { host, 'accept-encoding': 'gzip', ...(cookie === '' ? {} : { cookie }), ...headers },
  })
  const status = await stream.status
  if (status !== 200) throw new Error(`The stream answered ${status}.`)
  return stream
}
