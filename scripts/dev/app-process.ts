// The server process of `npm run dev`: started from src/, replaced when a source changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT } from '../builder.ts'

const STOP_WITHIN_MS = 500

/** What `serve --json` prints once it accepts requests; credentials only at the first start. */
export type Ready = {
  url: string
  setupUrl?: string
  owner?: { email: string; password: string }
  apiKey?: string
}
export type StartResult = { ready: Ready } | { failure: string }

export class AppProcess {
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** Stops the running server, starts another, and resolves when it accepts requests or has failed. */
  async restart(): Promise<StartResult> {
    await this.stop()
    const loader = new URL('load-source.ts', import.meta.url).href
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', loader, join(PROJECT, 'src/main.ts'), 'serve', '--json'],
      {
        cwd: PROJECT,
        env: { ...process.env, ...this.#env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    this.#child = child
    return waitUntilReady(child)
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(late)
  }
}

function waitUntilReady(child: ChildProcess): Promise<StartResult> {
  const { promise, resolve } = Promise.withResolvers<StartResult>()
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    process.stderr.write(text)
  })
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = parseReady(line)
      if (ready) resolve({ ready })
      else process.stdout.write(`${line}\n`)
    })
  child.once('close', (code, signal) =>
    resolve({ failure: errors || `The server ended with ${signal ?? `code ${code}`}.` }),
  )
  return promise
}

function parseReady(line: string): Ready | undefined {
  return line.startsWith('{"event":"ready"') ? JSON.parse(line) : undefined
}
