// The thread of continuous backups, which keeps reading and compressing from delaying requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openObjectStorage } from '../../kernel/outbound/object-storage.ts'
import type { WorkerInput, WorkerMessage } from './continuous-backup.ts'
import { FileShipper, removeOldFiles } from './files.ts'
import {
  KEEP_MS,
  LAST_CHANGES_MS,
  MAX_OBJECTS_SINCE_SNAPSHOT,
  RETRY_MS,
  SHIP_EVERY_MS,
  SNAPSHOT_EVERY_MS,
  SNAPSHOT_RETRY_MS,
} from './limits.ts'
import { removeOldBackups } from './removing.ts'
import { Shipper } from './shipper.ts'

const port = parentPort
if (!port) throw new Error('This module runs as a worker thread.')
const post = (message: WorkerMessage) => port.postMessage(message)
const { path, url, credentials, filesUrl } = workerData as WorkerInput
const closing = new AbortController()
const ended = new AbortController()
port.once('message', () => {
  closing.abort()
  const end = () => ended.abort(new Error('The last changes could not be sent before the stop.'))
  setTimeout(end, LAST_CHANGES_MS).unref()
})
const storage = openObjectStorage(url, { setting: 'LECTERN_BACKUP_URL', credentials, signal: ended.signal })
const files = filesUrl
  ? openObjectStorage(filesUrl, { setting: 'LECTERN_FILES_URL', credentials })
  : undefined
const fileShipper = files && new FileShipper(files, storage)
const failing = new Set<string>()
let snapshotAtMs = 0
let hasSnapshot = false
const shipper = new Shipper({
  path,
  storage,
  now: Date.now,
  beforeSending: async () => fileShipper?.send(),
  onGap() {
    snapshotAtMs = 0
    hasSnapshot = false
    failing.add('snapshot')
    post({ type: 'failed', message: 'Changes are missing in the backup until its next snapshot.' })
  },
})

/** Reports the first failure of each series, and the end of all series. */
async function attempt(name: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    if (failing.delete(name) && failing.size === 0) post({ type: 'recovered' })
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false
    const message = error instanceof Error ? error.message : String(error)
    if (failing.size === 0) post({ type: 'failed', message })
    failing.add(name)
    return false
  }
}

const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {})

async function takeSnapshots(): Promise<void> {
  while (!closing.signal.aborted) {
    const isDue =
      snapshotAtMs <= performance.now() || shipper.objectsSinceSnapshot >= MAX_OBJECTS_SINCE_SNAPSHOT
    if (isDue && !failing.has('changes')) {
      snapshotAtMs = performance.now() + SNAPSHOT_EVERY_MS
      if (await attempt('snapshot', takeSnapshot)) {
        // Objects that cannot be removed now are removed after the next snapshot.
        await removeOld(Date.now()).catch(() => {})
      } else snapshotAtMs = performance.now() + SNAPSHOT_RETRY_MS
    }
    await pause(RETRY_MS)
  }
}

async function removeOld(nowMs: number): Promise<void> {
  const beforeMs = nowMs - KEEP_MS
  await removeOldBackups(storage, beforeMs, closing.signal)
  if (files) await removeOldFiles(files, storage, { nowMs, beforeMs })
}

async function takeSnapshot(): Promise<void> {
  await shipper.takeSnapshot(closing.signal)
  hasSnapshot = true
  post({ type: 'snapshot' })
}

const snapshots = takeSnapshots()
while (!closing.signal.aborted) {
  const atMs = Date.now()
  const isShipped = await attempt('changes', () => shipper.ship())
  if (isShipped && hasSnapshot) post({ type: 'complete', atMs })
  await pause(isShipped ? SHIP_EVERY_MS : RETRY_MS)
}
await snapshots
await attempt('changes', () => shipper.ship())
shipper[Symbol.dispose]()
port.close()
