// Reads uploaded files in a separate process, one at a time, so that several large files need no more memory than one.
import type { ChildProcess } from 'node:child_process'
import { startProcess } from '../../kernel/processes/program-processes.ts'
import { ImportFailure } from './file/failure.ts'
import type { ImportProblem } from './file/problems.ts'
import { READING_TIMEOUT_MS } from './limits.ts'
import type { Question, readings } from './office-readings.ts'

/** Twice what the largest file needs. */
const MAX_HEAP_MB = 256
/** The next page of an import follows soon, and starting a process takes a while. */
const IDLE_MS = 30_000

type Readings = typeof readings
export type ReadingTask = { name: keyof Readings; input: unknown }
type Finished = { result: unknown } | { problem: ImportProblem }
export type ReadingMessage = { question: Question } | Finished
type Answer = (question: Question) => Promise<unknown>

let last: Promise<unknown> = Promise.resolve()

/**
 * The result of a reading. `answer` answers questions from its process.
 * @throws ImportFailure if the file cannot be read, or not within the limits of time and memory.
 */
export function readUpload<Name extends keyof Readings>(
  name: Name,
  input: Parameters<Readings[Name]>[0],
  answer: Answer = async () => undefined,
): Promise<Awaited<ReturnType<Readings[Name]>>> {
  const reading = last.then(() => inProcess({ name, input }, answer))
  last = reading.catch(() => {})
  // The process runs the reading with this name.
  return reading as Promise<Awaited<ReturnType<Readings[Name]>>>
}

async function inProcess(task: ReadingTask, answer: Answer): Promise<unknown> {
  const child = openProcess()
  const { promise, resolve, reject } = Promise.withResolvers<Finished>()
  const refuse = () => resolve({ problem: { code: 'too_complex' } })
  const receive = (message: ReadingMessage) => {
    if (!('question' in message)) resolve(message)
    else answer(message.question).then((value) => child.send({ value }, () => {}), reject)
  }
  const limit = setTimeout(endProcess, READING_TIMEOUT_MS)
  child.on('message', receive).once('exit', refuse).once('error', reject)
  child.send(task, (error) => {
    if (error) refuse()
  })
  try {
    const finished = await promise
    if ('problem' in finished) throw new ImportFailure(finished.problem)
    return finished.result
  } catch (error) {
    // The process may still be waiting for an answer.
    if (!(error instanceof ImportFailure)) endProcess()
    throw error
  } finally {
    clearTimeout(limit)
    child.off('message', receive).off('exit', refuse).off('error', reject)
    idle = setTimeout(endProcess, IDLE_MS).unref()
  }
}

let current: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

function openProcess(): ChildProcess {
  clearTimeout(idle)
  if (!current?.connected)
    current = startProcess('features/import/office-reading-process', [`--max-old-space-size=${MAX_HEAP_MB}`])
  return current
}

function endProcess(): void {
  current?.kill('SIGKILL')
  current = undefined
}
