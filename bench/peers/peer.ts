// Installs peers into a scratch folder that later runs reuse, and starts them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Template } from '../load.ts'

const ROOT = join(tmpdir(), 'lectern-bench-peers')
/** Some of their add-ons do not compile for newer versions. */
const NODE = '22.23.3'
/** The package that contains the Node.js program for this system. */
const RUNTIME = `node-${process.platform}-${process.arch}`
const MAX_START_MS = 120_000

/** The same work as for Lectern: one request for each row of the table. */
export type Work = {
  key: string
  /** Changes the title of a talk and sends its three speakers. */
  updates: Template[]
  /** Reads 50 talks with their speakers. */
  list: Template[]
  /** Creates a person who can sign in. */
  creations: Template[]
}

/** A peer filled with the same talks and people. It uses plain HTTP, which costs it less than TLS. */
export type Peer = { name: string; port: number; work: Work }

/**
 * Installs packages with exact versions, and the Node.js that runs them, unless an earlier run has. Returns their
 * folder. Throws if npm fails.
 */
export async function install(name: string, dependencies: Record<string, string>): Promise<string> {
  const folder = join(ROOT, name)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true })
  const npm = (packages: Record<string, string>, env: Record<string, string>) => {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, private: true, dependencies: packages }),
    )
    return run('npm', ['install', '--no-audit', '--no-fund'], { folder, env })
  }
  await npm({ [RUNTIME]: NODE }, {})
  // Add-ons are compiled for this Node.js, with its own headers.
  const home = dirname(dirname(runtimeOf(folder)))
  const path = `${home}/bin:${process.env.PATH}`
  await npm({ [RUNTIME]: NODE, ...dependencies }, { PATH: path, npm_config_nodedir: home })
  writeFileSync(done, '')
  return folder
}

/** The Node.js of a peer. */
export const runtimeOf = (folder: string): string => join(folder, 'node_modules', RUNTIME, 'bin/node')

type Running = { folder: string; env: Record<string, string> }

/** Runs a program to its end. Throws if it fails. Its output is in the folder. */
export async function run(program: string, args: string[], { folder, env }: Running): Promise<void> {
  const [code] = await once(spawned(program, args, { folder, env }), 'exit')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: see ${join(folder, 'output.log')}`)
}

/** Starts a server and waits until it answers. `stack` ends it. */
export async function serve(
  stack: AsyncDisposableStack,
  args: string[],
  { folder, env, port }: Running & { port: number },
): Promise<void> {
  const child = spawned(runtimeOf(folder), args, { folder, env })
  const ended = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for (const untilMs = performance.now() + MAX_START_MS; performance.now() < untilMs; await delay(200)) {
    if (child.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => undefined)
    if (answer) return
  }
  throw new Error(`The server did not start: see ${join(folder, 'output.log')}`)
}

function spawned(program: string, args: string[], { folder, env }: Running): ChildProcess {
  const output = openSync(join(folder, 'output.log'), 'a')
  return spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  })
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** Sends JSON and returns the answer. Throws if its status is not 2xx. */
export async function sendJson<T>(
  { port, key }: { port: number; key: string },
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
