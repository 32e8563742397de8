// The module of the SQLite writer thread: runs the operations of all features on the only writing connection.
import { parentPort } from 'node:worker_threads'
import { operations } from '../features/operations.ts'
import { refusalCodec } from '../kernel/changes/errors.ts'
import { runWriter } from '../kernel/store/sqlite/writer.ts'

const port = parentPort
if (!port) throw new Error('This module runs as a worker thread.')
// The first message is the path of the file, once it is migrated.
port.once('message', (path: string) => runWriter({ path, port, operations, refusals: refusalCodec }))
