// The worker thread of the media: calls of the engine, and its events. It opens the ports when it starts.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { Segment } from '../streams/hls/segmenter.ts'
import type { EndReason } from '../streams/stream-end.ts'
import { Engine, type EngineOptions, type Join, type Joined, type PushJoin } from './engine.ts'
import type { RoomState } from './room.ts'
import type { TrackKind } from './source.ts'
import { type Traffic, takeTraffic } from './traffic.ts'
import type { Shown } from './viewer.ts'

/** Long enough that a single pause does not count. */
const MEASURE_MS = 3_000
const RESOLUTION_MS = 10

export type MediaCall =
  | { call: 'publish' | 'watch'; id: number; join: Join }
  | { call: 'push'; id: number; join: PushJoin }
  | { call: 'leave'; session: string }
  | { call: 'resize'; session: string; shown: Shown }
  | { call: 'stream'; room: string; isStreamed: boolean }
  | { call: 'block'; session: string; kind: TrackKind; isBlocked: boolean }
export type MediaEvent =
  | { event: 'listening'; port: number }
  /** What the thread has moved in the last seconds, and the 99th percentile of its delays. */
  | { event: 'measured'; seconds: number; traffic: Traffic; loopDelayMs: number }
  | { event: 'joined'; id: number; joined: Joined }
  | { event: 'state'; room: string; state: RoomState }
  | { event: 'closed'; session: string }
  | { event: 'segment'; room: string; segment: Segment }
  | { event: 'pushed'; session: string; segment: Segment }
  | { event: 'ended'; session: string; reason: EndReason }

const send = (event: MediaEvent, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(event, transferred)

/** Small buffers share memory with others and cannot be moved to another thread. */
const copyOf = ({ data }: Segment) => new Uint8Array(data)

const engine = await Engine.open(workerData as EngineOptions, {
  onState: (room, state) => send({ event: 'state', room, state }),
  onClose: (session) => send({ event: 'closed', session }),
  onSegment(room, segment) {
    const data = copyOf(segment)
    send({ event: 'segment', room, segment: { ...segment, data } }, [data.buffer])
  },
  onPushed(session, segment) {
    const data = copyOf(segment)
    send({ event: 'pushed', session, segment: { ...segment, data } }, [data.buffer])
  },
  onEnd: (session, reason) => send({ event: 'ended', session, reason }),
})
send({ event: 'listening', port: engine.port })
parentPort?.on('message', async (call: MediaCall) => {
  if (call.call === 'leave') engine.leave(call.session)
  else if (call.call === 'resize') engine.resize(call.session, call.shown)
  else if (call.call === 'stream') engine.stream(call.room, call.isStreamed)
  else if (call.call === 'block') engine.block(call.session, call.kind, call.isBlocked)
  else if (call.call === 'push') send({ event: 'joined', id: call.id, joined: await engine.push(call.join) })
  else send({ event: 'joined', id: call.id, joined: await engine[call.call](call.join) })
})

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
setInterval(() => {
  const loopDelayMs = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS)
  send({ event: 'measured', seconds: MEASURE_MS / 1000, traffic: takeTraffic(), loopDelayMs })
  delays.reset()
}, MEASURE_MS)
