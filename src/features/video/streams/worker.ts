// The thread that takes streams from encoders and sources, and cuts them into segments.
import { parentPort, workerData } from 'node:worker_threads'
import { parseRanges } from '../../../kernel/lib/web/ip-addresses.ts'
import { openResolver } from '../../../kernel/outbound/dns-lookup.ts'
import { type Segment, Segmenter } from './hls/segmenter.ts'
import { Pull } from './pull.ts'
import type { MediaTag } from './rtmp/media-tags.ts'
import { type RtmpPort, RtmpServer } from './rtmp/rtmp-server.ts'
import type { EndReason } from './stream-end.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

const segmenters = new Map<string, Segmenter>()
const pulls = new Map<string, Pull>()
const network = { listed: parseRanges(workerData as string[]), resolver: openResolver() }

const send = (message: FromWorker, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred)

function segmenterOf(connection: string): Segmenter {
  const known = segmenters.get(connection)
  if (known) return known
  const segmenter = new Segmenter({
    now: () => performance.now(),
    onSegment: (segment) => sendSegment(connection, segment),
  })
  segmenters.set(connection, segmenter)
  return segmenter
}

function sendSegment(connection: string, segment: Segment): void {
  // Copied once, because small buffers share memory with others and cannot be moved to another thread.
  const data = new Uint8Array(segment.data)
  send({ type: 'segment', connection, segment: { ...segment, data } }, [data.buffer])
}

const onMedia = (connection: string, tag: MediaTag) => segmenterOf(connection).add(tag)

function onEnd(connection: string, reason: EndReason): void {
  segmenters.delete(connection)
  send({ type: 'end', connection, reason })
}

const server = new RtmpServer({
  onRequest: (connection, request) => send({ type: 'request', connection, request }),
  onMedia,
  onEnd,
})

async function listen(port: RtmpPort): Promise<void> {
  try {
    send({ type: 'listening', port: await server.listen(port) })
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error
    send({ type: 'unavailable', problem: String(isOfSystem ? error.code : error) })
  }
}

function pull(connection: string, url: string): void {
  pulls.set(
    connection,
    new Pull(url, network, {
      onMedia: (tag) => onMedia(connection, tag),
      onEnd: (reason) => onEnd(connection, reason),
    }),
  )
}

function stop(connection: string): void {
  pulls.get(connection)?.stop()
  pulls.delete(connection)
  segmenters.delete(connection)
}

parentPort?.on('message', async (message: ToWorker) => {
  if (message.type === 'listen') await listen(message.port)
  else if (message.type === 'close') server.close()
  else if (message.type === 'accept') server.accept(message.connection)
  else if (message.type === 'end') server.end(message.connection, message.reason)
  else if (message.type === 'pull') pull(message.connection, message.url)
  else if (message.type === 'retry') pulls.get(message.connection)?.retry()
  else stop(message.connection)
})
