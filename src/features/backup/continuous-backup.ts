// Continuous backup of the SQLite store: snapshots and the stream of changes, sent every quarter of a second.
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../kernel/lib/program-files.ts'
import type { S3Credentials } from '../../kernel/lib/web/s3.ts'

export type ContinuousBackup = {
  /** Undefined until the first snapshot. */
  completeUntilMs(): number | undefined
  /** Sends the last changes. Call it after the last change, before the store is closed. */
  close(): Promise<void>
}
type Options = {
  path: string
  url: string
  credentials: S3Credentials | undefined
  /** The location of the content of files, if it is to be part of the backup. */
  filesUrl: string | undefined
  onError(message: string): void
  onRecovery(): void
  /** Called after the first snapshot, from when the backup can be restored. */
  onSnapshot(): void
}
export type WorkerInput = Pick<Options, 'path' | 'url' | 'credentials' | 'filesUrl'>
export type WorkerMessage =
  | { type: 'failed'; message: string }
  | { type: 'recovered' }
  | { type: 'snapshot' }
  /** All changes up to this time are in the backup. */
  | { type: 'complete'; atMs: number }

export function startContinuousBackup({
  path,
  url,
  credentials,
  filesUrl,
  ...events
}: Options): ContinuousBackup {
  const worker = new Worker(workerModule('features/backup/continuous-backup-worker'), {
    workerData: { path, url, credentials, filesUrl } satisfies WorkerInput,
  })
  let completeUntilMs: number | undefined
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => events.onError(String(error)))
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'failed') events.onError(message.message)
    if (message.type === 'recovered') events.onRecovery()
    if (message.type === 'snapshot') events.onSnapshot()
    if (message.type === 'complete') completeUntilMs = message.atMs
  })
  return {
    completeUntilMs: () => completeUntilMs,
    async close() {
      worker.postMessage('close')
      await exited
    },
  }
}
