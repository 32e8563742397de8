// The worker thread with the media engine. It starts with the first join or push, so that an installation without rooms has
// neither the thread nor its ports. If it ends, everybody is disconnected, and the next join starts another.
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { MediaConfig } from '../../../config.ts'
import { invalidData, Refusal } from '../../../kernel/changes/errors.ts'
import { workerModule } from '../../../kernel/lib/program-files.ts'
import type { EngineOptions, Join, Joined, PushJoin } from '../media/engine.ts'
import type { RoomState } from '../media/room.ts'
import type { TrackKind } from '../media/source.ts'
import type { Traffic } from '../media/traffic.ts'
import type { Shown } from '../media/viewer.ts'
import type { MediaCall, MediaEvent } from '../media/worker.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import type { EndReason } from '../streams/stream-end.ts'

export type MediaEvents = {
  onState(room: string, state: RoomState): void
  onClose(session: string): void
  onSegment(room: string, segment: Segment): void
  onTraffic(traffic: Traffic): void
  /** Everybody is disconnected. */
  onEnd(): void
  onError(error: unknown): void
}

/** What happens to the stream of an encoder. */
export type PushEvents = { onSegment(segment: Segment): void; onEnd(reason: EndReason): void }

/** Time until another thread is tried after one has failed, such as for a port that is in use. */
const PAUSE_MS = 10_000

/** The port is closed until somebody joins. `problem` is the code of the error that it could not be opened for. */
export type MediaPort = { isOpen: boolean; port: number; problem: string | null }
/** Of the last seconds. */
export type MediaLoad = { megabitsIn: number; megabitsOut: number; loopDelayMs: number }

const IDLE: MediaLoad = { megabitsIn: 0, megabitsOut: 0, loopDelayMs: 0 }

type Waiting = { resolve(joined: Joined): void; reject(error: Error): void }

export class MediaThread {
  readonly #config: MediaConfig
  readonly #events: MediaEvents
  readonly #waiting = new Map<number, Waiting>()
  /** The streams of encoders, by session. */
  readonly #pushes = new Map<string, PushEvents>()
  /** The rooms that are streams as well. */
  readonly #streamed = new Set<string>()
  #worker: Worker | undefined
  #calls = 0
  #pausedUntil = 0
  #load = IDLE
  #port: MediaPort

  constructor(config: MediaConfig, events: MediaEvents) {
    this.#config = config
    this.#events = events
    this.#port = { isOpen: false, port: config.port, problem: null }
  }

  get port(): MediaPort {
    return this.#port
  }

  get load(): MediaLoad {
    return this.#load
  }

  /** The answer to an offer. Throws `invalid_data`, `room_full`, and `room_unavailable`. */
  async join(call: 'publish' | 'watch', join: Join): Promise<string> {
    const joined = await this.#ask((id) => ({ call, id, join }))
    if ('answer' in joined) return joined.answer
    if (joined.problem === 'stage_full') throw new Refusal('room_full')
    throw invalidData([
      { pointer: '/offer', code: 'offer', message: 'must be an offer that a room can answer' },
    ])
  }

  /** The answer to the offer of an encoder. Throws `bad_request`, `invalid_data`, and `room_unavailable`. */
  async push(join: PushJoin, events: PushEvents): Promise<string> {
    const joined = await this.#ask((id) => ({ call: 'push', id, join }))
    if ('answer' in joined) {
      this.#pushes.set(join.session, events)
      return joined.answer
    }
    throw joined.problem === 'no_h264'
      ? new Refusal('invalid_data', { message: 'The offer has no video in H.264 with packetization-mode=1.' })
      : new Refusal('bad_request', {
          message: 'The body is not an offer of an encoder that only sends, with a=setup:actpass or active.',
        })
  }

  leave(session: string): void {
    this.#call({ call: 'leave', session })
  }

  block(session: string, kind: TrackKind, isBlocked: boolean): void {
    this.#call({ call: 'block', session, kind, isBlocked })
  }

  /** Makes a room a stream as well, or ends the stream. */
  stream(room: string, isStreamed: boolean): void {
    if (isStreamed) this.#streamed.add(room)
    else this.#streamed.delete(room)
    this.#call({ call: 'stream', room, isStreamed })
  }

  resize(session: string, shown: Shown): void {
    this.#call({ call: 'resize', session, shown })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  /** Throws `room_unavailable`. */
  #ask(callOf: (id: number) => MediaCall): Promise<Joined> {
    if (performance.now() < this.#pausedUntil) throw new Refusal('room_unavailable')
    const id = ++this.#calls
    const { promise, resolve, reject } = Promise.withResolvers<Joined>()
    this.#waiting.set(id, { resolve, reject })
    this.#worker ??= this.#start()
    this.#call(callOf(id))
    return promise
  }

  #call(call: MediaCall): void {
    this.#worker?.postMessage(call)
  }

  #start(): Worker {
    const { port, host, addresses } = this.#config
    const workerData: EngineOptions = {
      port,
      // Accepts both IPv4 and IPv6, because browsers are given an IPv6 address.
      host: host === '0.0.0.0' && addresses.some((address) => isIPv6(address)) ? '::' : host,
      addresses: addresses.length > 0 ? addresses : ownAddresses(host),
    }
    const worker = new Worker(workerModule('features/video/media/worker'), { workerData })
    worker.unref()
    for (const room of this.#streamed)
      worker.postMessage({ call: 'stream', room, isStreamed: true } satisfies MediaCall)
    worker.on('message', (event: MediaEvent) => this.#handle(event))
    worker.on('error', (error) => {
      this.#pausedUntil = performance.now() + PAUSE_MS
      const problem = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      this.#port = { isOpen: false, port: this.#config.port, problem }
      this.#events.onError(error)
    })
    worker.on('exit', () => {
      this.#worker = undefined
      this.#load = IDLE
      if (this.#port.isOpen) this.#port = { isOpen: false, port: this.#config.port, problem: null }
      for (const { reject } of this.#waiting.values()) reject(new Refusal('room_unavailable'))
      this.#waiting.clear()
      this.#streamed.clear()
      for (const session of [...this.#pushes.keys()]) this.#end(session, 'closed')
      this.#events.onEnd()
    })
    return worker
  }

  #handle(event: MediaEvent): void {
    if (event.event === 'state') this.#events.onState(event.room, event.state)
    else if (event.event === 'closed') this.#events.onClose(event.session)
    else if (event.event === 'segment') this.#events.onSegment(event.room, event.segment)
    else if (event.event === 'pushed') this.#pushes.get(event.session)?.onSegment(event.segment)
    else if (event.event === 'ended') this.#end(event.session, event.reason)
    else if (event.event === 'listening') this.#port = { isOpen: true, port: event.port, problem: null }
    else if (event.event === 'measured') this.#measure(event)
    else {
      this.#waiting.get(event.id)?.resolve(event.joined)
      this.#waiting.delete(event.id)
    }
  }

  #end(session: string, reason: EndReason): void {
    const push = this.#pushes.get(session)
    this.#pushes.delete(session)
    push?.onEnd(reason)
  }

  #measure({ seconds, traffic, loopDelayMs }: MediaEvent & { event: 'measured' }): void {
    this.#load = {
      megabitsIn: megabits(traffic.bytesIn, seconds),
      megabitsOut: megabits(traffic.bytesOut, seconds),
      loopDelayMs,
    }
    this.#events.onTraffic(traffic)
  }
}

const megabits = (bytes: number, seconds: number): number => (8 * bytes) / seconds / 1e6

/** The addresses of this machine, public ones first. Loopback is for browsers on the same machine. */
function ownAddresses(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all
    .filter(({ family, scopeid }) => family === 'IPv4' || (host === '::' && scopeid === 0))
    .toSorted((a, b) => Number(a.internal) - Number(b.internal))
    .map(({ address }) => address)
}
