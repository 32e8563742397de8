// The thread of streams, which takes them from encoders and sources. It runs only while a talk takes one.
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../../kernel/lib/program-files.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

type Options = {
  /** Addresses of sources that may be called even though they are not public. */
  listed: readonly string[]
  onMessage(message: FromWorker): void
  /** The thread has ended by itself. */
  onFailure(error: unknown): void
}

/** Enough for the pictures of all streams that are not a segment yet. */
const MAX_HEAP_MB = 256

export class StreamThread {
  readonly #worker: Worker

  constructor({ listed, onMessage, onFailure }: Options) {
    this.#worker = new Worker(workerModule('features/video/streams/worker'), {
      workerData: listed,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.on('error', onFailure).on('message', onMessage)
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
