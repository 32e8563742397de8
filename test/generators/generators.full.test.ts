// Clients that other generators make of the OpenAPI document: each compiles and works against a real server.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDocument } from '../../src/cli/openapi.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { PROJECT } from '../support/process.ts'

const INSTALL_MS = 300_000

// The generators are installed for this test alone, which takes a machine that reaches the registry.
const hasRegistry = await promisify(execFile)('npm', [
  'view',
  'openapi-typescript',
  'version',
  '--fetch-retries=0',
]).then(
  () => true,
  () => false,
)
if (!hasRegistry)
  process.stderr.write('\nThe package registry does not answer: clients of other generators are SKIPPED.\n\n')

let folder: string
let api: TestApi

/** Runs a program with the project's Node, which can be newer than the machine's, without the settings of npm. */
function run(command: string, args: string[], more: Record<string, string> = {}) {
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]
  return promisify(execFile)(command, args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
      PATH: path.join(delimiter),
      SCARF_ANALYTICS: 'false',
      ...more,
    },
  })
}

const person = { email: 'mira@example.org', firstName: 'Mira', lastName: 'Solberg' }
const talk = { title: 'Green', description: 'Go.', start: '2027-05-20T09:30:00+02:00', speakers: [person] }

type Generator = {
  command: [string, ...string[]]
  /** Files that the generator reads, by name. */
  files?: () => Record<string, string>
  /** Creates a talk, reads it, and prints its title and the pointer of a problem. */
  program: () => string
}

const generators: Record<string, Generator> = {
  'openapi-typescript': {
    command: ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts'],
    program: () => `
      import createClient from 'openapi-fetch'
      import type { paths } from './openapi-typescript'
      const client = createClient<paths>({ baseUrl: '${api.url}', headers })
      const made = await client.POST('/api/external/v1/talks', { body: talk })
      const path = { id: made.data?.id ?? '' }
      const read = await client.GET('/api/external/v1/talks/{id}', { params: { path } })
      const wrong = await client.PUT('/api/external/v1/talks/{id}', { params: { path }, body: { title: '' } })
      console.log(read.data?.title, wrong.error?.errors?.[0]?.pointer)`,
  },
  'hey-api': {
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
    program: () => `
      import { createTalk, readTalk, updateTalk } from './hey-api'
      import { client } from './hey-api/client.gen'
      client.setConfig({ baseUrl: '${api.url}', headers })
      const made = await createTalk({ body: talk })
      const path = { id: made.data?.id ?? '' }
      const read = await readTalk({ path })
      const wrong = await updateTalk({ path, body: { title: '' } })
      console.log(read.data?.title, wrong.error?.errors?.[0]?.pointer)`,
  },
  orval: {
    command: ['orval', '--config', 'orval.config.mjs'],
    files: () => {
      const output = { target: 'orval.ts', client: 'fetch', baseUrl: api.url }
      return {
        'orval.config.mjs': `export default ${JSON.stringify({ lectern: { input: 'openapi.json', output } })}`,
      }
    },
    program: () => `
      import { createTalk, readTalk, updateTalk } from './orval'
      const made = await createTalk(talk, undefined, { headers })
      if (made.status !== 201) throw new Error(String(made.status))
      const read = await readTalk(made.data.id, { headers })
      const wrong = await updateTalk(made.data.id, { title: '' }, undefined, { headers })
      if (read.status !== 200 || wrong.status !== 422) throw new Error(String(read.status))
      console.log(read.data.title, wrong.data.errors?.[0]?.pointer)`,
  },
  'openapi-zod-client': {
    // It checks a 201 by the schema of the 200, which is that of a dry run, so only requests are checked.
    command: ['openapi-zod-client', 'openapi.json', '-o', 'openapi-zod-client.ts'],
    program: () => `
      import { createApiClient } from './openapi-zod-client'
      const client = createApiClient('${api.url}', { axiosConfig: { headers }, validate: 'request' })
      const made = await client.createTalk(talk)
      const params = { id: made.id ?? '' }
      const read = await client.readTalk({ params })
      const wrong = await client.updateTalk({ title: '' }, { params }).catch((error) => error)
      console.log(read.title, ['', ...wrong.cause.issues[0].path].join('/'))`,
  },
}

describe.skipIf(!hasRegistry)('clients of other generators', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-generators-'))
    await cp(join(PROJECT, 'test/generators/package.json'), join(folder, 'package.json'))
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(await makeDocument()))
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
    api = await startApi({ store: 'sqlite' })
  }, INSTALL_MS)
  afterAll(async () => {
    await api?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  test.each(Object.entries(generators))(
    '%s makes a client that compiles and works',
    async (name, generator) => {
      const { command, files, program } = generator
      for (const [file, text] of Object.entries(files?.() ?? {})) await writeFile(join(folder, file), text)
      const [tool, ...args] = command
      await run(tool, args)
      const source = `${name}-smoke.ts`
      const headers = "{ authorization: 'Bearer ' + process.env.LECTERN_KEY }"
      const given = `const headers = ${headers}\nconst talk = ${JSON.stringify(talk)}\n`
      await writeFile(
        join(folder, source),
        `${program().replace(/^((?:\s*import .*\n)*)/, `$1${given}`)}\ndeclare const process: { env: Record<string, string> }\n`,
      )
      const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']
      await run('tsc', [
        ...strict,
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2023,dom,dom.iterable',
        source,
      ])
      const bundle = await rolldown({ input: join(folder, source), platform: 'node', logLevel: 'silent' })
      const file = join(folder, `${name}.mjs`)
      await bundle.write({ file })
      const { stdout } = await run(process.execPath, [file], {
        NODE_EXTRA_CA_CERTS: join(api.dataDir, 'tls/cert.pem'),
        LECTERN_KEY: api.platform.standard,
      })
      expect(stdout).toBe('Green /title\n')
    },
  )

  test('spectral:oas prints no warnings', async () => {
    await writeFile(join(folder, '.spectral.json'), '{"extends": "spectral:oas"}')
    const options = ['--ruleset', '.spectral.json', '--format', 'json', '--quiet', '--fail-severity', 'hint']
    const { stdout } = await run('spectral', ['lint', 'openapi.json', ...options])
    expect(JSON.parse(stdout)).toEqual([])
  })
})
