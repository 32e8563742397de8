// The module of the SQLite writer thread: runs the operations of the domain on the only writing connection.
import { parentPort, workerData } from 'node:worker_threads'
import { runWriter } from '../store/sqlite/writer.ts'
import { refusalCodec } from './changes/errors.ts'
import { operations } from './changes/operations.ts'

if (!parentPort) throw new Error('This module runs as a worker thread.')
const { path } = workerData as { path: string }
runWriter({ path, port: parentPort, operations, refusals: refusalCodec })
