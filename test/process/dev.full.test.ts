// `npm run dev` on a copy of the sources: restarts, and errors in the terminal and the browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT } from '../support/process.ts'

let folder: string
let dev: ChildProcess
let origin: string
let printed = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dev-'))
  for (const name of ['src', 'scripts', 'clients', 'package.json'])
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  const tsconfig = JSON.parse(readFileSync(join(PROJECT, 'tsconfig.json'), 'utf8'))
  tsconfig.compilerOptions.incremental = false
  delete tsconfig.compilerOptions.tsBuildInfoFile
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: ['src/version.ts'] }))
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  dev = spawn(process.execPath, ['scripts/dev/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, LECTERN_PORT: '0', LECTERN_DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  origin = (await waitForOutput(/Lectern is ready: (\S+)/))[1] ?? ''
})

afterAll(async () => {
  if (dev.exitCode === null) {
    const exited = once(dev, 'exit')
    dev.kill('SIGTERM')
    await exited
  }
  rmSync(folder, { recursive: true })
})

test('an error that stops the server is shown in the terminal and on an error page until it is fixed', async () => {
  const before = await read('/')
  expect(before).toEqual({ status: 200, body: expect.stringContaining('/__dev/client.js') })
  const path = join(folder, 'src/app/website.ts')
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, `${source}\nconst = 1\n`)
  await waitForOutput(/The server cannot start/)
  expect(printed).toContain('website.ts')
  const broken = await read('/')
  expect(broken).toEqual({ status: 500, body: expect.stringContaining('Lectern cannot start') })
  expect(await readState()).toEqual({ build: 2, errors: expect.stringContaining('website.ts') })
  writeFileSync(path, source)
  await waitForOutput(/Restarted in \d+ ms/)
  expect(await readState()).toEqual({ build: 3, errors: '' })
  expect((await read('/')).status).toBe(200)
})

test('a type error does not stop the server, and is shown in the terminal and on every page', async () => {
  appendFileSync(join(folder, 'src/version.ts'), "\nexport const wrong: number = 'text'\n")
  const [error] = await waitForOutput(/src\/version\.ts\(\d+,14\): error TS2322: .+/)
  expect((await readState()).errors).toBe(error)
  expect((await read('/')).status).toBe(200)
})

/** Waits for the first match in the output of the command. */
async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(printed)
    if (found) return found
    if (dev.exitCode !== null) throw new Error(`The command ended: ${printed}`)
    await Promise.race([
      once(dev, 'exit'),
      dev.stdout && once(dev.stdout, 'data'),
      dev.stderr && once(dev.stderr, 'data'),
    ])
  }
}

async function request(path: string): Promise<IncomingMessage> {
  const sent = get(`${origin}${path}`, { rejectUnauthorized: false, headers: { accept: 'text/html' } })
  const [response] = await once(sent, 'response')
  return response
}

async function read(path: string) {
  const response = await request(path)
  return { status: response.statusCode, body: await text(response) }
}

/** The first event that an open page receives. */
async function readState(): Promise<{ build: number; errors: string }> {
  const response = await request('/__dev/events')
  const [event] = await once(response.setEncoding('utf8'), 'data')
  response.destroy()
  return JSON.parse(event.replace(/^data: /, ''))
}
