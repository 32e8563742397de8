// The module of a SQLite writer thread that runs single statements.
import { parentPort, workerData } from 'node:worker_threads'
import { runWriter } from '../../src/store/sqlite/writer.ts'
import { defineStatements, operations, refusals } from './statement-operations.ts'

if (!parentPort) throw new Error('This module runs as a worker thread.')
const { path } = workerData as { path: string }
await defineStatements()
runWriter({ path, port: parentPort, operations, refusals })
