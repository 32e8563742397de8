// The module of a SQLite writer thread that runs single statements.
import { parentPort } from 'node:worker_threads'
import { runWriter } from '../../src/kernel/store/sqlite/writer.ts'
import { defineStatements, operations, refusals } from './statement-operations.ts'

const port = parentPort
if (!port) throw new Error('This module runs as a worker thread.')
// The port keeps the message until somebody listens.
await defineStatements()
port.once('message', (path: string) => runWriter({ path, port, operations, refusals }))
