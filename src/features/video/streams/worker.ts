// The thread that takes streams from encoders and cuts them into segments.
import { parentPort, workerData } from 'node:worker_threads'
import { type Segment, Segmenter } from './hls/segmenter.ts'
import { type RtmpPort, RtmpServer } from './rtmp/rtmp-server.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

const segmenters = new Map<number, Segmenter>()

const send = (message: FromWorker, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred)

function segmenterOf(connection: number): Segmenter {
  const known = segmenters.get(connection)
  if (known) return known
  const segmenter = new Segmenter({
    now: () => performance.now(),
    onSegment: (segment) => sendSegment(connection, segment),
  })
  segmenters.set(connection, segmenter)
  return segmenter
}

function sendSegment(connection: number, segment: Segment): void {
  // Copied once, because small buffers share memory with others and cannot be moved to another thread.
  const data = new Uint8Array(segment.data)
  send({ type: 'segment', connection, segment: { ...segment, data } }, [data.buffer])
}

const server = new RtmpServer(workerData as RtmpPort, {
  onRequest: (connection, request) => send({ type: 'request', connection, request }),
  onMedia: (connection, tag) => segmenterOf(connection).add(tag),
  onEnd(connection, reason) {
    segmenters.delete(connection)
    send({ type: 'end', connection, reason })
  },
})

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'accept') server.accept(message.connection)
  else server.end(message.connection, message.reason)
})

// A port that cannot be opened ends the thread with the error.
send({ type: 'listening', port: await server.listen(workerData as RtmpPort) })
