// The worker thread of the media: calls of the engine, and its events. It opens the ports when it starts.
import { parentPort, workerData } from 'node:worker_threads'
import { Engine, type EngineOptions, type Join, type Joined } from './engine.ts'
import type { RoomState } from './room.ts'
import type { TrackKind } from './source.ts'

export type MediaCall =
  | { call: 'publish' | 'watch'; id: number; join: Join }
  | { call: 'leave'; session: string }
  | { call: 'resize'; session: string; width: number }
  | { call: 'block'; session: string; kind: TrackKind; isBlocked: boolean }
export type MediaEvent =
  | { event: 'joined'; id: number; joined: Joined }
  | { event: 'state'; room: string; state: RoomState }
  | { event: 'closed'; session: string }

const send = (event: MediaEvent) => parentPort?.postMessage(event)

const engine = await Engine.open(workerData as EngineOptions, {
  onState: (room, state) => send({ event: 'state', room, state }),
  onClose: (session) => send({ event: 'closed', session }),
})
parentPort?.on('message', async (call: MediaCall) => {
  if (call.call === 'leave') engine.leave(call.session)
  else if (call.call === 'resize') engine.resize(call.session, call.width)
  else if (call.call === 'block') engine.block(call.session, call.kind, call.isBlocked)
  else send({ event: 'joined', id: call.id, joined: await engine[call.call](call.join) })
})
