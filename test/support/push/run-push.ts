// Runs `lectern push` in a process that the runs of a worker share.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Run = { folder: string; key: string; args: string[] }
export type Outcome = { code: number; stdout: string; stderr: string }

/** For processes that a test interrupts. */
export const command = fileURLToPath(new URL('./command.ts', import.meta.url))

let shared: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/** One run at a time. */
export function runPush(folder: string, key: string, args: string[]): Promise<Outcome> {
  const outcome = last.then(() => run({ folder, key, args }))
  last = outcome.catch(() => {})
  return outcome
}

async function run(wanted: Run): Promise<Outcome> {
  shared ??= startProcess()
  shared.send(wanted)
  const listening = new AbortController()
  const ended = once(shared, 'exit', listening).then(([code]) => {
    shared = undefined
    throw new Error(`The process of lectern push ended with ${code}.`)
  })
  const answered = once(shared, 'message', listening).then(([outcome]) => outcome as Outcome)
  return Promise.race([answered, ended]).finally(() => listening.abort())
}

function startProcess(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./push-process.ts', import.meta.url)), { execArgv: [] })
  child.unref()
  child.channel?.unref()
  return child
}
