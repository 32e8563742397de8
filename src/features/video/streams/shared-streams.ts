// The streams of several processes, in Redis. One process takes those of encoders: the others read its files and what staff
// see, and send it the requests of encoders. The process of a room writes its stream in the same way.
import { createClient, RESP_TYPES } from '@redis/client'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Clock } from '../../../kernel/lib/time/clock.ts'
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import type { RedisServer } from '../../../kernel/outbound/redis.ts'
import { NodeGoneError, NodeMessages } from '../node-messages.ts'
import { isHeader } from './hls/playlist.ts'
import type { LiveStreams, PortState, StreamStatus } from './live-streams.ts'
import { PLAYLIST } from './stream-keys.ts'
import type { WhipCall } from './whip.ts'

type Options = {
  redis: RedisServer
  services: { secret: Buffer; clock: Clock }
  /** Called for each outage, and for unexpected errors of what other processes ask for. */
  onError(error: unknown): void
}

/** The answer to the call of another process, which waits until `isLate`. */
type OnCall = (call: WhipCall, isLate: () => boolean) => Promise<unknown>

const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 2_000
/** What is not written again expires, also that of a process that has ended. */
const KEPT_S = 60
/** How long a process keeps what it has read, for other viewers. */
const FILE_MS = 10 * SECOND_MS
const PLAYLIST_MS = SECOND_MS / 2

const STATUS = 'status'
const PORT = 'port'
const LEADER = 'leader'

export class SharedStreams {
  readonly #client
  readonly #prefix: string
  readonly #read = new Map<string, Promise<Buffer | undefined>>()
  readonly #messages: NodeMessages<WhipCall>
  #onCall: OnCall | undefined
  #isFailing = false

  constructor({ redis, services: { secret, clock }, onError }: Options) {
    const { url, prefix } = redis
    this.#messages = new NodeMessages<WhipCall>({
      ...{ redis, secret, clock, failure: 'stream_unavailable', onError },
      onCall: async (call, { isLate }) => this.#onCall?.(call, isLate),
    })
    this.#prefix = `${prefix}stream:`
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: MAX_PAUSE_MS,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: 3 * MAX_PAUSE_MS,
        reconnectStrategy: (failures) => Math.min(50 * 2 ** failures, MAX_PAUSE_MS),
      },
    })
      .on('error', (error) => {
        if (!this.#isFailing) onError(error)
        this.#isFailing = true
      })
      .on('ready', () => {
        this.#isFailing = false
      })
    void this.#client.connect().catch(() => {})
  }

  /** Writes the files of a talk that are new, and its playlist and status. */
  writeTalk(live: LiveStreams, talkId: string, newFiles: readonly string[]): void {
    for (const name of newFiles) this.#write(`${talkId}:${name}`, live.fileOf(talkId, name))
    this.#write(`${talkId}:${PLAYLIST}`, live.playlistOf(talkId))
    this.#write(`${STATUS}:${talkId}`, JSON.stringify(live.statusOf(talkId)))
  }

  /** A stream that has ended for good: players must not begin with its last segments. */
  forget(talkId: string): void {
    if (this.#client.isReady) void this.#client.del(`${this.#prefix}${talkId}:${PLAYLIST}`).catch(() => {})
  }

  /** Keeps the files for another while. Headers are written again, because many segments need them. */
  keepFiles(live: LiveStreams): void {
    for (const talkId of live.talkIds) {
      const names = live.namesOf(talkId)
      for (const name of names) this.#keep(`${talkId}:${name}`)
      this.writeTalk(live, talkId, names.filter(isHeader))
    }
  }

  /** Says what the process that takes the streams of encoders knows. */
  lead(port: PortState): void {
    this.#write(PORT, JSON.stringify(port))
    this.#write(LEADER, this.#messages.node)
  }

  /** Answers the calls of other processes. */
  answerWith(onCall: OnCall): void {
    this.#onCall = onCall
  }

  /** The answer of the process that takes the streams. Throws its refusals, and `stream_unavailable` if there is none. */
  async askLeader(call: WhipCall): Promise<unknown> {
    const leader = await this.#get(LEADER)
    if (!leader) throw new Refusal('stream_unavailable')
    try {
      return await this.#messages.call(leader.toString(), call)
    } catch (error) {
      throw error instanceof NodeGoneError ? new Refusal('stream_unavailable') : error
    }
  }

  readFile(talkId: string, name: string): Promise<Buffer | undefined> {
    const key = `${talkId}:${name}`
    const known = this.#read.get(key)
    if (known) return known
    const reading = this.#get(key)
    this.#read.set(key, reading)
    const forget = () => this.#read.delete(key)
    reading.then((file) => {
      if (!file) forget()
      else setTimeout(forget, name === PLAYLIST ? PLAYLIST_MS : FILE_MS).unref()
    }, forget)
    return reading
  }

  async readStatus(talkId: string): Promise<StreamStatus | undefined> {
    return parse<StreamStatus>(await this.#get(`${STATUS}:${talkId}`))
  }

  async readPort(): Promise<PortState | undefined> {
    return parse<PortState>(await this.#get(PORT))
  }

  close(): void {
    this.#messages.close()
    if (this.#client.isOpen) this.#client.destroy()
  }

  /** Undefined while Redis is unavailable, too. */
  async #get(key: string): Promise<Buffer | undefined> {
    if (!this.#client.isReady) return undefined
    const buffers = this.#client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
    return (await buffers.get(this.#prefix + key).catch(() => null)) ?? undefined
  }

  /** Nothing waits for it: what is lost in an outage is written again, or is old by then. */
  #write(key: string, value: Uint8Array | string | undefined): void {
    if (value === undefined || !this.#client.isReady) return
    const content =
      typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.length)
    void this.#client.set(this.#prefix + key, content, { EX: KEPT_S }).catch(() => {})
  }

  #keep(key: string): void {
    if (this.#client.isReady) void this.#client.expire(this.#prefix + key, KEPT_S).catch(() => {})
  }
}

/** Only processes of this installation write it. */
const parse = <Value>(text: Buffer | undefined): Value | undefined =>
  text === undefined ? undefined : (JSON.parse(text.toString()) as Value)
