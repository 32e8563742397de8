// Continuous backup of the SQLite store: snapshots and the stream of changes, sent every quarter of a second.
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../lib/program-files.ts'

export type ContinuousBackup = {
  /** Sends the last changes. Call it after the last change, before the store is closed. */
  close(): Promise<void>
}
type Options = {
  path: string
  url: string
  onError(message: string): void
  onRecovery(): void
  /** From the first snapshot on, the backup can be restored. */
  onSnapshot(): void
}
type Message = { type: 'failed'; message: string } | { type: 'recovered' } | { type: 'snapshot' }

export function startContinuousBackup({ path, url, ...events }: Options): ContinuousBackup {
  const run = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`
  const worker = new Worker(workerModule('jobs/backup/worker'), { workerData: { path, url, run } })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => events.onError(String(error)))
  worker.on('message', (message: Message) => {
    if (message.type === 'failed') events.onError(message.message)
    if (message.type === 'recovered') events.onRecovery()
    if (message.type === 'snapshot') events.onSnapshot()
  })
  return {
    async close() {
      worker.postMessage('close')
      await exited
    },
  }
}
