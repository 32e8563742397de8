// The files generated from the OpenAPI document: they are up to date and complete, and the examples in their guides work.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateClients } from '../../clients/generate.ts'
import { createApiKey, readApiKey, revokeApiKey } from '../../src/domain/access/api-keys.ts'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { makeExport, sampleEvent } from '../import/samples.ts'
import { startApi, type TestApi, type TestPlatform } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import { PROJECT } from '../support/process.ts'

const run = promisify(execFile)
/** Runs npm as a user does, without the settings of the npm that runs the tests. */
const npm = (cwd: string, args: string[]) => {
  const env = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  return run('npm', args, { cwd, env: Object.fromEntries(env), maxBuffer: 16 * 1024 * 1024 })
}

let folder: string
let api: TestApi
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'))
  api = await startApi({ store: 'sqlite' })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
/** The environment of a separate program that connects to the server. */
const environment = () => ({
  ...process.env,
  LECTERN_URL: api.url,
  LECTERN_KEY: api.platform.standard,
  NODE_EXTRA_CA_CERTS: join(api.dataDir, 'tls/cert.pem'),
  SSL_CERT_FILE: join(api.dataDir, 'tls/cert.pem'),
})

const turnOnCredits = ({ caller }: TestPlatform) =>
  changeSettings(api.installation, caller, { credits: { isOn: true, price: 1 } })

test('the generated files are up to date (npm run clients)', async () => {
  for (const [path, text] of Object.entries(await generateClients())) {
    expect([path, (await readFile(join(PROJECT, path), 'utf8')) === text]).toEqual([path, true])
  }
})

test('the Postman collection has every operation with its body', async () => {
  const { paths } = JSON.parse(await readFile(join(PROJECT, 'docs/openapi.json'), 'utf8'))
  const { item } = JSON.parse(await readFile(join(PROJECT, 'docs/lectern.postman_collection.json'), 'utf8'))
  type Item = { request: { method: string; url: { raw: string }; body?: { raw: string } } }
  const requests = item.flatMap((folder: { item: Item[] }) => folder.item)
  const collected = requests.map(({ request }: Item) => ({
    at: `${request.method} ${request.url.raw}`,
    hasBody: request.body !== undefined && request.body.raw !== '{}',
  }))
  const described = Object.entries<Record<string, { requestBody?: object }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        at: `${method.toUpperCase()} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        hasBody: requestBody !== undefined,
      })),
  )
  const byPlace = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : 1)
  expect(collected.sort(byPlace)).toEqual(described.sort(byPlace))
})

type Newman = {
  run: {
    stats: { requests: { failed: number }; assertions: { total: number } }
    executions: { item: { name: string }; assertions: { error?: { message: string } }[] }[]
    failures: { error: { message: string }; source: { name: string } }[]
  }
}

/** Runs the Postman collection, or only one request. Calls `running` meanwhile. */
async function runNewman(key: string, request?: { name: string; running(): Promise<void> }) {
  const report = join(folder, 'newman.json')
  const variables = ['--env-var', `baseUrl=${api.url}`, '--env-var', `apiKey=${key}`]
  const reporting = ['--reporters', 'json', '--reporter-json-export', report]
  const trust = ['--ssl-extra-ca-certs', join(api.dataDir, 'tls/cert.pem')]
  const only = request ? ['--folder', request.name] : []
  const newman = join(PROJECT, 'node_modules/.bin/newman')
  const args = ['run', join(PROJECT, COLLECTION), ...variables, ...trust, ...reporting, ...only]
  // The report says what has failed.
  await Promise.all([run(newman, args).catch(() => {}), request?.running()])
  const { stats, executions, failures }: Newman['run'] = JSON.parse(await readFile(report, 'utf8')).run
  expect(failures.map(({ error, source }) => `${source.name}: ${error.message}`)).toEqual([])
  expect(stats.requests.failed).toBe(0)
  expect(executions.filter(({ assertions }) => assertions.length < 2)).toEqual([])
  return { executions, assertions: stats.assertions.total }
}

const COLLECTION = 'docs/lectern.postman_collection.json'
const STREAM = 'Follow talks while they are live'

test('newman runs the whole Postman collection on an empty platform, and all assertions pass', async () => {
  const platform = await api.addPlatform('postman')
  await turnOnCredits(platform)
  const { executions, assertions } = await runNewman(platform.privileged)
  const { item }: { item: { item: { name: string }[] }[] } = JSON.parse(
    await readFile(join(PROJECT, COLLECTION), 'utf8'),
  )
  const names = item.flatMap((one) => one.item.map(({ name }) => name))
  expect(names).toContain(STREAM)
  // The list of deliveries is repeated until there is one. A run leaves out the stream, which does not end.
  expect([...new Set(executions.map((execution) => execution.item.name))]).toEqual(
    names.filter((name) => name !== STREAM),
  )
  expect(assertions).toBeGreaterThan(2 * (names.length - 1))
})

test('newman follows the stream of the Postman collection until its key is revoked', async () => {
  const { privileged, caller } = await api.addPlatform('postman-stream')
  const talks = await api.send('POST', '/talks', { key: privileged, body: talk({ externalId: 'crm-4711' }) })
  expect(talks.status).toBe(201)
  const { id, key } = await createApiKey(api.installation, caller, { name: 'stream', level: 'standard' })
  const { executions } = await runNewman(key, {
    name: STREAM,
    async running() {
      const isUsed = async () => (await readApiKey(api.installation, caller, id)).lastUsedAt !== null
      await expect.poll(isUsed, { timeout: 30_000 }).toBe(true)
      await revokeApiKey(api.installation, caller, id)
    },
  })
  expect(executions.map((execution) => execution.item.name)).toEqual([STREAM])
})

describe('@lectern/client', () => {
  test('installs from npm pack into an empty project, has types, and runs the example of its README', async () => {
    const source = join(PROJECT, 'clients/typescript')
    const home = join(folder, 'npm')
    await mkdir(home)
    await writeFile(join(home, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
    const { stdout: packed } = await npm(source, ['pack', '--json', '--pack-destination', home])
    const [{ filename }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
    await npm(home, ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`])
    const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile(join(source, 'README.md'), 'utf8')) ?? []
    await writeFile(join(home, 'example.js'), example)

    const { stdout } = await run(process.execPath, [join(home, 'example.js')], { env: environment() })
    const { body } = await api.send('GET', '/talks/ext:crm-4711')
    expect(stdout).toContain("[ [ 'mira@example.org', 'new' ] ]")
    expect(stdout).toContain("{ pointer: '/duration', before: 60, after: 45 }")
    expect(stdout).toContain(`talk.created ${body.id}`)

    const readme = await readFile(join(source, 'README.md'), 'utf8')
    const [, pending = ''] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text)
    await writeFile(join(home, 'pending.js'), pending)
    const inHome = { env: environment(), cwd: home }
    const kept = await run(process.execPath, ['pending.js'], inHome)
    expect(kept.stdout).toBe(`${body.id} []\n`)

    const typed =
      "import { createClient } from '@lectern/client'\nconst client = createClient({ url: '', key: '' })\n"
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '']
    const compile = async (name: string, line: string) => {
      await writeFile(join(home, name), typed + line)
      return run(join(PROJECT, 'node_modules/.bin/tsc'), [...options, name], { cwd: home })
    }
    await compile('right.ts', "client.talks.update('x', { duration: 29.5 })\n")
    await expect(compile('wrong.ts', "client.talks.update('x', { duration: 'long' })\n")).rejects.toThrow()
  })
})

describe('lectern', () => {
  // Unpacked instead of installed: it needs no other packages, except for what decodes pictures.
  test('works from npm pack without a checkout and without other packages', async () => {
    const home = join(folder, 'server')
    const installed = join(home, 'node_modules/lectern')
    await mkdir(installed, { recursive: true })
    const { stdout: packed } = await npm(PROJECT, ['pack', '--json', '--pack-destination', home])
    const [{ filename, files }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
    expect(files.map(({ path }: { path: string }) => path.split('/')[0])).not.toContain('src')
    await run('tar', ['-xzf', join(home, filename), '-C', installed, '--strip-components=1'])
    const { dependencies, bin, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(['sharp'])
    await writeFile(join(home, 'schedule.json'), makeExport([sampleEvent]))
    const lectern = (args: string[], env = process.env) =>
      run(process.execPath, [join(installed, bin.lectern), ...args], { cwd: home, env })
    expect((await lectern(['--version'])).stdout.trim()).toBe(version)
    const created = await lectern(['platform', 'create', '--slug', 'crm', '--name', 'CRM'])
    expect(created.stdout).toContain('Created platform crm')
    const ca = join(api.dataDir, 'tls/cert.pem')
    const emails = ['--email-pattern', '{slug}@speakers.example.org']
    await lectern(['push', 'schedule.json', '--url', api.url, '--ca', ca, ...emails], environment())
    const { body } = await api.send('GET', '/talks')
    expect(body.items.map(({ title }: { title: string }) => title)).toContain(sampleEvent.title)
  })
})

/** The first Python on the path, and the system's Python with its packages. */
const pythons = ['python3', '/usr/bin/python3']
const tried = await Promise.allSettled(pythons.map((python) => run(python, ['-c', 'import httpx'])))
const python = pythons.find((_python, place) => tried[place]?.status === 'fulfilled')
/** Whether it can install packages without a package index. */
const canInstall =
  python !== undefined &&
  (await run(python, ['-c', 'import setuptools, pip']).then(
    () => true,
    () => false,
  ))
if (python === undefined) {
  const notice = 'There is no python3 with httpx'
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its client tried.`)
  process.stderr.write(`\n${notice}: the smoke test of the Python client is SKIPPED.\n\n`)
}
describe.runIf(python !== undefined)('the Python client', () => {
  const runPython = (program: string, env: Record<string, string> = {}) =>
    run(python ?? '', [program], {
      env: {
        ...environment(),
        ...env,
        PYTHONPATH: [join(PROJECT, 'clients/python'), process.env.PYTHONPATH].join(':'),
      },
    })

  test('runs the example of its README', async () => {
    const readme = await readFile(join(PROJECT, 'clients/python/README.md'), 'utf8')
    const [, example = ''] = /```python\n(.*?)```/s.exec(readme) ?? []
    await writeFile(join(folder, 'example.py'), example.replaceAll('crm-4711', 'readme'))
    const { stdout } = await runPython(join(folder, 'example.py'))
    const [changes, people, titles] = stdout.split('\n')
    expect(changes).toContain("'/title'")
    expect(people).toMatch(/^\[\('mira@example\.org', /)
    expect(titles).toBe("['Tests that people trust']")
    expect((await api.send('GET', '/talks/ext:readme')).body.track).toBeNull()
  })

  test('has idempotency keys for writes, types for responses, and readable errors', async () => {
    const program = join(PROJECT, 'test/clients/smoke.py')
    const { stdout } = await runPython(program)
    const { body } = await api.send('GET', '/talks/ext:python')
    expect(JSON.parse(stdout)).toEqual({
      dryRun: [true, 201, ['noor@example.org'], ['Python']],
      id: body.id,
      title: 'Tests that people trust',
      speakers: [['noor@example.org', true]],
      listed: [['Tests that people trust', true]],
      cleared: null,
      hasPassword: true,
      repeated: [2, 1],
      // The talk and the account twice with the same key, a given key, and the deletion.
      keys: [false, 4, 'mine'],
      missing: [404, 'talk_not_found', 'No talk has this identifier. (404)'],
      wrong: [
        422,
        'invalid_data',
        'The data is not valid: 4 problems. /title must not be empty; /track must be a string or null; /duration must be a number; 1 more (422)',
      ],
    })
  })

  test('succeeds in every operation, reads all pages, follows a talk, and clears attributes', async () => {
    const platform = await api.addPlatform('python')
    await turnOnCredits(platform)
    const program = join(PROJECT, 'test/clients/every_operation.py')
    const { stdout } = await runPython(program, { LECTERN_KEY: platform.privileged })
    expect(JSON.parse(stdout)).toEqual({
      missing: [],
      untyped: [],
      cleared: [null, 'https://static.example.org/a.png'],
      paged: ['Other', 'Other', 'T'],
      events: ['user.created', true],
      stream: ['reset', 'change', 'message', 'Hello'],
    })
  })

  test('retries a temporary failure five times without being told to', async () => {
    const program = join(folder, 'retries.py')
    await writeFile(
      program,
      `import httpx, lectern_client
lectern_client.time.sleep = lambda seconds: None
attempts = []
def refuse(request):
    attempts.append(request.extensions["timeout"]["read"])
    return httpx.Response(503, json={"message": "Later."})
client = lectern_client.Client("https://localhost", http_client=httpx.Client(transport=httpx.MockTransport(refuse)))
try:
    client.create_sponsor({})
except lectern_client.ApiError as error:
    print(error, attempts)
`,
    )
    const { stdout } = await runPython(program)
    expect(stdout).toBe('Later. (503) [60.0, 60.0, 60.0, 60.0, 60.0, 60.0]\n')
  })

  test.skipIf(!canInstall)('installs from its folder', { timeout: 60_000 }, async () => {
    const [source, target] = [join(folder, 'source'), join(folder, 'installed')]
    await cp(join(PROJECT, 'clients/python'), source, { recursive: true })
    const offline = ['--no-index', '--no-deps', '--no-build-isolation', '--disable-pip-version-check']
    await run(python ?? '', ['-m', 'pip', 'install', '--quiet', ...offline, '--target', target, source])
    const { stdout } = await run(
      python ?? '',
      [
        '-c',
        'import lectern_client; from importlib.metadata import version; print(version("lectern-client"))',
      ],
      { cwd: folder, env: { ...process.env, PYTHONPATH: target } },
    )
    const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
    expect(stdout.trim()).toBe(version)
  })
})
