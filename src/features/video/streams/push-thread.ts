// The thread that takes streams from encoders. It runs only while a talk takes one.
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../../kernel/lib/program-files.ts'
import type { Segment } from './hls/segmenter.ts'
import type { RtmpEvents, RtmpPort } from './rtmp/rtmp-server.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

type Options = Pick<RtmpEvents, 'onRequest' | 'onEnd'> & {
  port: RtmpPort
  onListening(port: number): void
  onSegment(connection: number, segment: Segment): void
  /** The thread has ended by itself, such as for a port that is in use. */
  onFailure(error: unknown): void
}

/** Enough for the pictures of all streams that are not a segment yet. */
const MAX_HEAP_MB = 256

export class PushThread {
  readonly #worker: Worker

  constructor({ port, onListening, onSegment, onFailure, onRequest, onEnd }: Options) {
    this.#worker = new Worker(workerModule('features/video/streams/worker'), {
      workerData: port,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.on('error', onFailure)
    this.#worker.on('message', (message: FromWorker) => {
      if (message.type === 'listening') onListening(message.port)
      else if (message.type === 'request') onRequest(message.connection, message.request)
      else if (message.type === 'segment') onSegment(message.connection, message.segment)
      else onEnd(message.connection, message.reason)
    })
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  async close(): Promise<void> {
    // A thread that fails while it is closed has nobody to report to.
    this.#worker.removeAllListeners().on('error', () => {})
    await this.#worker.terminate()
  }
}
