// The thread of continuous backups, so that reading and compressing never delay requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openBackupStorage } from '../../outbound/backup-storage.ts'
import { removeOldBackups, Shipper } from './shipper.ts'

const SHIP_EVERY_MS = 250
const SNAPSHOT_EVERY_MS = 24 * 3_600_000
const RETRY_MS = 1_000
const KEEP_MS = 7 * 24 * 3_600_000

const port = parentPort
if (!port) throw new Error('This module runs as a worker thread.')
const { path, url, run } = workerData as { path: string; url: string; run: string }
const storage = openBackupStorage(url)
const shipper = new Shipper({ path, storage, run, now: Date.now })
const closing = new AbortController()
port.once('message', () => closing.abort())

let isFailing = false
/** Reports the first failure of a series, and when it is over. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    if (isFailing) port?.postMessage({ type: 'recovered' })
    isFailing = false
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false
    if (!isFailing) port?.postMessage({ type: 'failed', message: String(error) })
    isFailing = true
    return false
  }
}

const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {})

async function takeSnapshots(): Promise<void> {
  while (!closing.signal.aborted) {
    const isTaken = await attempt(async () => {
      await shipper.takeSnapshot(closing.signal)
      port?.postMessage({ type: 'snapshot' })
      await removeOldBackups(storage, Date.now() - KEEP_MS)
    })
    await pause(isTaken ? SNAPSHOT_EVERY_MS : RETRY_MS)
  }
}

const snapshots = takeSnapshots()
while (!closing.signal.aborted) {
  const isShipped = await attempt(() => shipper.ship())
  await pause(isShipped ? SHIP_EVERY_MS : RETRY_MS)
}
await snapshots
await attempt(() => shipper.ship())
shipper.close()
port.close()
