// The files generated from the OpenAPI document: they are up to date and complete, and the examples in their guides work.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateClients } from '../../clients/generate.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { PROJECT } from '../support/process.ts'

const run = promisify(execFile)

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

describe('@lectern/client', () => {
  test('builds on its own and runs the example of its README', async () => {
    const source = join(PROJECT, 'clients/typescript')
    const home = join(folder, 'node_modules/@lectern/client')
    await mkdir(home, { recursive: true })
    await run(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(home, 'dist')])
    await cp(join(source, 'package.json'), join(home, 'package.json'))
    const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile(join(source, 'README.md'), 'utf8')) ?? []
    await writeFile(join(folder, 'example.mjs'), example)

    const { stdout } = await run(process.execPath, [join(folder, 'example.mjs')], { env: environment() })
    const { body } = await api.send('GET', '/talks/ext:crm-4711')
    expect(stdout).toContain("[ [ 'mira@example.org', 'new' ] ]")
    expect(stdout).toContain("{ pointer: '/duration', before: 60, after: 45 }")
    expect(stdout).toContain(`talk.created ${body.id}`)
  })
})

/** The first Python on the path, and the system's Python with its packages. */
const pythons = ['python3', '/usr/bin/python3']
const tried = await Promise.allSettled(pythons.map((python) => run(python, ['-c', 'import httpx'])))
const python = pythons.find((_python, place) => tried[place]?.status === 'fulfilled')
if (python === undefined) {
  const notice = 'There is no python3 with httpx'
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its client tried.`)
  process.stderr.write(`\n${notice}: the smoke test of the Python client is SKIPPED.\n\n`)
}
describe.runIf(python !== undefined)('the Python client', () => {
  const runPython = (program: string) =>
    run(python ?? '', [program], {
      env: {
        ...environment(),
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
        'The data is not valid: 4 problems. /title must not be empty; /track must be a string or null; /duration must be a whole number; 1 more (422)',
      ],
    })
  })
})
