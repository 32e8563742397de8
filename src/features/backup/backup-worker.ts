// The thread of `lectern backup`: copies in one step that changes cannot restart, while the main thread handles signals.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const { from, to } = workerData as { from: string; to: string }
const db = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
db.prepare('VACUUM INTO ?').run(to)
db.close()
const copy = new DatabaseSync(to, { readOnly: true })
parentPort?.postMessage(Number(copy.prepare('PRAGMA page_count').get()?.page_count))
copy.close()
