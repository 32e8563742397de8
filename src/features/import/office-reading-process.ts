// The process that reads uploaded files, apart from the server: others do not wait for it, and a hostile file can end
// only this process. A thread would not be enough, because Node ends the whole process if native code runs out of
// memory.
import { once } from 'node:events'
import { ImportFailure } from './file/failure.ts'
import type { ReadingMessage, ReadingTask } from './office-read-upload.ts'
import { type Question, readings } from './office-readings.ts'

process.on('disconnect', () => process.exit())

function send(message: ReadingMessage): void {
  process.send?.(message)
}

async function receive(): Promise<unknown> {
  const [value] = await once(process, 'message')
  return value
}

async function ask(question: Question): Promise<unknown> {
  const answer = receive()
  send({ question })
  // Wrapped in an object, because a message cannot be undefined.
  return ((await answer) as { value: unknown }).value
}

async function read({ name, input }: ReadingTask): Promise<void> {
  try {
    // The input belongs to this reading (`readUpload`).
    send({ result: await readings[name](input as never, ask) })
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    send({ problem: error.problem })
  }
}

// The server sends a task after the result of the previous one.
for (;;) await read((await receive()) as ReadingTask)
