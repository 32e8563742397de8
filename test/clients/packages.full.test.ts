// The clients that the build makes and a server offers: they are those of the current API, install from its URL, and the
// examples in their guides work.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeClients } from '../../clients/make.ts'
import { makeDocument } from '../../src/cli/openapi.ts'
import { createApiKey, readApiKey, revokeApiKey } from '../../src/features/api-keys/api-keys.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import { startApi, type TestApi, type TestPlatform } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import { makeExport, sampleEvent } from '../support/import/samples.ts'
import { PROJECT } from '../support/process.ts'

const CLIENTS = join(PROJECT, 'dist/clients')
const { version }: { version: string } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
const COLLECTION = join(CLIENTS, 'lectern.postman_collection.json')
const NPM_PACKAGE = `lectern-client-${version}.tgz`
const PYTHON_PACKAGE = `lectern_client-${version}-py3-none-any.whl`

const run = promisify(execFile)
/** Runs a command of the shell without the settings of this machine and its user, which can name other certificates. */
const runShell = (cwd: string, command: string, settings: Record<string, string> = {}) => {
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_globalconfig: '/dev/null', ...settings }
  return run('sh', ['-c', command], { cwd, env, maxBuffer: 16 * 1024 * 1024 })
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

const digest = (bytes: Uint8Array) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

test('the build has made the document and the clients of these sources, at any time the same bytes', async () => {
  const text = `${JSON.stringify(await makeDocument(), null, 2)}\n`
  expect((await readFile(join(PROJECT, 'dist/openapi.json'), 'utf8')) === text).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-07-01T12:00:00Z') })
  const made = await makeClients({ document: JSON.parse(text), version }).finally(() => vi.useRealTimers())
  expect((await readdir(CLIENTS)).sort()).toEqual(Object.keys(made).sort())
  for (const [name, bytes] of Object.entries(made))
    expect([name, digest(await readFile(join(CLIENTS, name)))]).toEqual([name, digest(bytes)])
})

test('a server offers the clients to readers of /docs, and no other files', async () => {
  const { text } = await api.sendTo('GET', '/docs/', { key: null })
  const links = [...text.matchAll(/href="(\/docs\/clients\/[^"]+)"/g)].map(([, link = '']) => link)
  const names = await readdir(CLIENTS)
  expect(links.toSorted()).toEqual(names.map((name) => `/docs/clients/${name}`).toSorted())
  // As npm asks for a package, whose digest it takes from what is sent.
  const sending = { key: null, headers: { 'accept-encoding': 'gzip' } }
  for (const name of [NPM_PACKAGE, PYTHON_PACKAGE]) {
    const { headers, bytes } = await api.sendTo('GET', `/docs/clients/${name}`, sending)
    expect([name, headers['content-encoding'], digest(bytes)]).toEqual([
      name,
      undefined,
      digest(await readFile(join(CLIENTS, name))),
    ])
  }
  const collection = await api.sendTo('HEAD', '/docs/clients/lectern.postman_collection.json', sending)
  expect([collection.status, collection.headers['content-encoding']]).toEqual([200, 'gzip'])
  for (const name of ['other', '..%2Fmain.js', 'lectern-client-0.0.1.tgz'])
    expect((await api.sendTo('GET', `/docs/clients/${name}`, { key: null })).status).toBe(404)
})

/** A command that the page of this server, whose certificate is self-signed, shows for a package. */
async function commandFor(name: string): Promise<string> {
  const { text } = await api.sendTo('GET', '/docs/', { key: null })
  const commands = [...text.matchAll(/<pre>(.*?)<\/pre>/gs)].flatMap(([, shown = '']) => shown.split('\n'))
  return commands.find((command) => command.endsWith(`${api.url}/docs/clients/${name}`)) ?? ''
}

test('the Postman collection has every operation with its body', async () => {
  const { paths } = JSON.parse(await readFile(join(PROJECT, 'dist/openapi.json'), 'utf8'))
  const { item } = JSON.parse(await readFile(COLLECTION, 'utf8'))
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
  const args = ['run', COLLECTION, ...variables, ...trust, ...reporting, ...only]
  // The report says what has failed.
  await Promise.all([run(newman, args).catch(() => {}), request?.running()])
  const { stats, executions, failures }: Newman['run'] = JSON.parse(await readFile(report, 'utf8')).run
  expect(failures.map(({ error, source }) => `${source.name}: ${error.message}`)).toEqual([])
  expect(stats.requests.failed).toBe(0)
  expect(executions.filter(({ assertions }) => assertions.length < 2)).toEqual([])
  return { executions, assertions: stats.assertions.total }
}

const STREAM = 'Follow talks while they are live'

test('newman runs the whole Postman collection on an empty platform, and all assertions pass', async () => {
  const platform = await api.addPlatform('postman')
  await turnOnCredits(platform)
  const { executions, assertions } = await runNewman(platform.privileged)
  const { item }: { item: { item: { name: string }[] }[] } = JSON.parse(await readFile(COLLECTION, 'utf8'))
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
  test('installs from the URL of a server, has types, and runs the examples of its README', async () => {
    const home = join(folder, 'npm')
    await mkdir(home)
    await writeFile(join(home, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
    await copyFile(join(api.dataDir, 'tls/cert.pem'), join(home, 'cert.pem'))
    const settings = { npm_config_fetch_retries: '0' }
    const command = await commandFor(NPM_PACKAGE)
    const untrusting = command.replace('NODE_EXTRA_CA_CERTS=cert.pem ', '')
    await expect(runShell(home, untrusting, settings)).rejects.toThrow(/SELF_SIGNED_CERT/)
    await runShell(home, command, settings)
    const { packages } = JSON.parse(await readFile(join(home, 'package-lock.json'), 'utf8'))
    const packed = await readFile(join(CLIENTS, NPM_PACKAGE))
    expect(packages['node_modules/@lectern/client']).toMatchObject({ version, integrity: digest(packed) })
    const readme = await readFile(join(home, 'node_modules/@lectern/client/README.md'), 'utf8')
    const [example = '', pending = ''] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text)
    await writeFile(join(home, 'example.js'), example)

    const { stdout } = await run(process.execPath, [join(home, 'example.js')], { env: environment() })
    const { body } = await api.send('GET', '/talks/ext:crm-4711')
    expect(stdout).toContain("[ [ 'mira@example.org', 'new' ] ]")
    expect(stdout).toContain("{ pointer: '/duration', before: 60, after: 45 }")
    expect(stdout).toContain(`talk.created ${body.id}`)

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
    const names = await readdir(CLIENTS)
    await mkdir(installed, { recursive: true })
    const { stdout: packed } = await runShell(PROJECT, `npm pack --json --pack-destination '${home}'`)
    const [{ filename, files }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
    const paths: string[] = files.map(({ path }: { path: string }) => path)
    expect(paths.map((path) => path.split('/')[0])).not.toContain('src')
    expect(paths).toEqual(expect.arrayContaining(names.map((name) => `dist/clients/${name}`)))
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
async function findPython(module: string): Promise<string | undefined> {
  const program = `import ${module}, sys; print(sys.executable)`
  const tried = await Promise.allSettled(pythons.map((python) => run(python, ['-c', program])))
  return tried.flatMap((one) => (one.status === 'fulfilled' ? one.value.stdout.trim() : []))[0]
}
const python = await findPython('httpx')
if (python === undefined) {
  const notice = 'There is no python3 with httpx'
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its client tried.`)
  process.stderr.write(`\n${notice}: the smoke test of the Python client is SKIPPED.\n\n`)
}
const pythonWithPip = await findPython('pip')
if (pythonWithPip === undefined)
  process.stderr.write(
    '\nThere is no python3 with pip: the installation of the Python client is SKIPPED.\n\n',
  )

describe.runIf(pythonWithPip !== undefined)('the Python package', () => {
  // Without httpx, which pip would get from its index.
  test('installs from the URL of a server', { timeout: 60_000 }, async () => {
    const home = join(folder, 'pip')
    await mkdir(home)
    await copyFile(join(api.dataDir, 'tls/cert.pem'), join(home, 'cert.pem'))
    const settings = {
      PIP_NO_INDEX: '1',
      PIP_RETRIES: '0',
      PIP_TARGET: 'installed',
      PIP_CONFIG_FILE: '/dev/null',
    }
    const command = (await commandFor(PYTHON_PACKAGE)).replace(/^pip /, `${pythonWithPip} -m pip `)
    const untrusting = command.replace('--cert cert.pem ', '')
    await expect(runShell(home, untrusting, settings)).rejects.toThrow(/CERTIFICATE_VERIFY_FAILED/)
    await runShell(home, command, settings)
    const program = `from importlib.metadata import metadata
about = metadata("lectern-client")
print(about["Name"], about["Version"], about["Requires-Python"], about["Requires-Dist"])`
    const { stdout } = await run(pythonWithPip ?? '', ['-c', program], {
      env: { ...process.env, PYTHONPATH: join(home, 'installed') },
    })
    expect(stdout).toBe(`lectern-client ${version} >=3.9 httpx>=0.23,<1\n`)
  })
})

describe.runIf(python !== undefined)('the Python client', () => {
  const runPython = (program: string, env: Record<string, string> = {}) =>
    run(python ?? '', [program], {
      env: {
        ...environment(),
        ...env,
        PYTHONPATH: [join(CLIENTS, PYTHON_PACKAGE), process.env.PYTHONPATH].join(':'),
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
})
