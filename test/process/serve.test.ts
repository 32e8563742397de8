// `lectern serve`: first and later starts, health and logs, and shutdown.
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaClient, offerOf, readPlace } from '../../src/demo/stage/media-client.ts'
import { createCertificate } from '../../src/features/video/media/connection.ts'
import { Reception } from '../support/media-people.ts'
import {
  createKey,
  createTestInstallation,
  queryStore,
  runCommand,
  runJson,
  runProgram,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { waitUntil } from '../support/until.ts'
import { Visitor } from '../support/visitors.ts'

let installation: TestInstallation
beforeEach(async () => {
  installation = await createTestInstallation('sqlite')
})
afterEach(() => installation[Symbol.asyncDispose]())

const printedBy = (server: ServerProcess) => server.stdout() + server.stderr()
const stopped = { code: 0, signal: null }
const talk = {
  title: 'Counting for everyone',
  description: '',
  start: '2027-05-20T09:30:00Z',
  // No name that could be part of a hexadecimal number, as in request ids.
  speakers: [{ email: 'ysolde@example.org', firstName: 'Ysolde', lastName: 'Sample' }],
}

describe('the first start', () => {
  test('creates the folder, a certificate, a store that only the owner can read, and a platform; later starts keep them', async () => {
    const folder = join(installation.folder, 'data')
    installation.env.LECTERN_DATA_DIR = folder
    const seen = async () => {
      await using server = await startServer(installation)
      const platforms = await runJson(installation, ['platform', 'list'])
      const certificate = await readFile(join(folder, 'tls/cert.pem'), 'utf8')
      expect(await server.stop('SIGTERM')).toEqual(stopped)
      return { platforms, certificate }
    }
    const first = await seen()
    expect(first.platforms).toEqual([{ id: expect.any(String), slug: 'default', name: 'Lectern' }])
    expect(await modesIn(folder)).toEqual({
      'lectern.db': 0o600,
      tls: 0o700,
      'tls/cert.pem': 0o644,
      'tls/key.pem': 0o600,
    })
    expect(await seen()).toEqual(first)
  })

  test('with demo content shows the owner, an API key, and a working curl command; later starts show no secret, but how to replace the password', async () => {
    // A folder that needs quoting in a shell, and the default address.
    installation.env.LECTERN_DATA_DIR = join(installation.folder, "it's data")
    const env = { LECTERN_DEMO: '1', LECTERN_HOST: '' }
    let secrets: string[]
    let pasted: string
    {
      await using first = await startServer(installation, { env, isJson: false })
      const [, password = ''] = await first.waitForText(/Owner {4}owner@example\.org {2}(\S{16,})\n/)
      const [, key = ''] = await first.waitForText(/API key {2}(lecs_[0-9a-f]{64})\n/)
      const [, curl = ''] = await first.waitForText(/Try it:\n {2}(curl .+)\n/)
      secrets = [password, key]
      const { code, stdout } = await runProgram('sh', ['-c', `${curl} -sS`], {
        cwd: '/',
        env: installation.env,
      })
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ code: 'ok', items: [{}, {}, {}] })
      pasted = titlesOf(stdout)
      expect(await watchLiveRoom(first)).toEqual(['camera', 'microphone'])
      expect(await first.stop('SIGTERM')).toEqual(stopped)
    }
    await using second = await startServer(installation, { env, isJson: false })
    const answer = await second.client(secrets[1] ?? '')('GET', '/talk/upcoming?limit=3')
    expect(titlesOf(answer.text)).toBe(pasted)
    await second.stop('SIGTERM')
    expect(second.stdout()).toMatch(/^\nLectern is ready: https:\/\/localhost:\d+\n( {2}[A-Z].+\n)+\n/)
    const [, command = ''] = /If it is lost.*:\n {2}npx lectern (.+)\n/.exec(second.stdout()) ?? []
    const { url } = await runJson(installation, [...command.split(' '), '--url', 'https://localhost'])
    expect(url).toMatch(/^https:\/\/localhost\/reset\//)
    for (const secret of [...secrets, 'Shown once', 'curl']) expect(printedBy(second)).not.toContain(secret)
  })

  test('with demo content reports a taken port before it creates anything', async () => {
    const taken = createServer()
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    const env = { LECTERN_DEMO: '1', LECTERN_PORT: String(portOf(taken)) }
    const refused = await runCommand(installation, ['serve'], { env })
    await once(taken.close(), 'close')
    const stderr = `LECTERN_PORT ${env.LECTERN_PORT} is already in use on 127.0.0.1.\n`
    expect(refused).toEqual({ code: 1, stdout: '', stderr })
    expect(await readdir(installation.folder)).toEqual([])
  })

  test('with --json prints one ready line first', async () => {
    await using server = await startServer(installation)
    await server.sendTo('GET', '/live')
    await server.stop('SIGTERM')
    const [first, ...others] = server.stdout().split('\n')
    const url = `https://127.0.0.1:${server.port}`
    // The setup link is there only while the platform has no owner.
    const setupUrl = expect.stringMatching(new RegExp(`^${url}/setup/[^/]{20,}$`))
    expect(JSON.parse(first ?? '')).toEqual({ event: 'ready', url, setupUrl })
    expect(others.filter((line) => line.includes('"event"'))).toEqual([])
    expect(server.stderr()).toBe('')
  })

  test('keeps the compiled code for the next start, readable only by the owner', async () => {
    const folder = join(installation.folder, 'compiled')
    await mkdir(folder, { mode: 0o700 })
    const env = { LECTERN_DATA_DIR: folder, NODE_COMPILE_CACHE: '' }
    for (const _start of [1, 2]) {
      await using server = await startServer(installation, { env })
      await server.stop('SIGTERM')
    }
    const [version = ''] = await readdir(join(folder, 'compile-cache'))
    const modules = await readdir(join(folder, 'compile-cache', version))
    expect(modules.length).toBeGreaterThan(10)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })
})

describe('a first run without demo content', () => {
  test('shows a link that opens the setup', async () => {
    await using server = await startServer(installation, { isJson: false })
    const [, path = ''] = await server.waitForText(
      /expires in 24 hours:\n {2}https:\/\/[^/]+(\/setup\/[\w-]{43})\n/,
    )
    const page = await server.sendTo('GET', path)
    expect([page.status, page.text.includes('name="firstName"')]).toEqual([200, true])
    await server.stop('SIGTERM')
  })
})

/** Which tracks arrive in the embedded talk of the demo that is live. */
async function watchLiveRoom(server: ServerProcess): Promise<string[]> {
  const visitor = new Visitor(server)
  const certificate = await createCertificate()
  const ids = [...(await visitor.get('/agenda')).text.matchAll(/\/talks\/([\w-]+)"/g)].map(([, id]) => id)
  for (const id of new Set(ids)) {
    const fields = { offer: offerOf(certificate, 'recvonly') }
    const joined = await visitor.post(`/talks/${id}/room/watch`, fields)
    if (joined.status !== 201) continue
    const client = new MediaClient(certificate)
    const reception = new Reception(client, false)
    await client.connect(readPlace(joined.text))
    await expect.poll(() => reception.arrivedMs.size).toBe(2)
    reception.close()
    client.close()
    return [...reception.arrivedMs.keys()].sort()
  }
  return []
}

const titlesOf = (text: string) =>
  JSON.parse(text)
    .items.map(({ title }: { title: string }) => title)
    .join()

async function modesIn(folder: string): Promise<Record<string, number>> {
  const names = await readdir(folder, { recursive: true })
  const modes = names.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o777] as const)
  return Object.fromEntries((await Promise.all(modes)).sort())
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('signals', () => {
  test('SIGTERM finishes requests in progress, accepts no new ones, keeps acknowledged changes, and exits with 0', async () => {
    const speakers = Array.from({ length: 50 }, (_, index) => {
      return { email: `s${index}@example.org`, firstName: 'Ada', lastName: `Sample ${index}` }
    })
    await using server = await startServer(installation)
    const slow = sendWhenContinued(server, await createKey(installation), { ...talk, speakers })
    await slow.underWay
    const exit = server.stop('SIGTERM')
    await server.waitForLine(({ msg }) => msg === 'stopping')
    // The port closes right after the log line. A connection opened in between is reset.
    await waitUntil(
      () => server.sendTo('GET', '/live').catch(codeOf),
      (outcome) => outcome === 'ECONNREFUSED',
    )
    slow.finish()
    const { status, body } = await slow.answer
    expect({ status, speakers: body.speakers.length }).toEqual({ status: 201, speakers: 50 })
    expect(await exit).toEqual(stopped)
    expect(await readdir(installation.folder)).toEqual(['lectern.db', 'tls'])
    expect(await queryStore(installation.location, 'select count(*) as n from talk_people')).toEqual([
      { n: 50 },
    ])
  })

  test('SIGHUP reloads the certificate files for new connections', async () => {
    const [cert, key] = [join(installation.folder, 'cert.pem'), join(installation.folder, 'key.pem')]
    Object.assign(installation.env, { LECTERN_TLS_CERT: cert, LECTERN_TLS_KEY: key })
    const first = await writeCertificate(cert, key)
    await using server = await startServer(installation)
    expect(await fingerprintAt(server.port)).toBe(first)
    const second = await writeCertificate(cert, key)
    expect(await fingerprintAt(server.port)).toBe(first)
    process.kill(server.pid, 'SIGHUP')
    await server.waitForLine(({ msg }) => msg === 'certificate reloaded')
    expect(await fingerprintAt(server.port)).toBe(second)
  })
})

const codeOf = (error: NodeJS.ErrnoException) => error.code

/** A PUT whose headers have arrived (the server sent 100 Continue). `finish` sends its body. */
function sendWhenContinued(server: ServerProcess, key: string, body: object) {
  const text = JSON.stringify(body)
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'PUT',
    path: '/api/external/v1/talks/ext:slow',
    rejectUnauthorized: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      expect: '100-continue',
    },
  })
  sent.flushHeaders()
  const answer = once(sent, 'response').then(async ([response]) => ({
    status: response.statusCode as number,
    body: JSON.parse((await response.toArray()).join('')),
  }))
  // If the test fails before it reads the response, that failure is reported.
  answer.catch(() => {})
  return { underWay: once(sent, 'continue'), finish: () => void sent.end(text), answer }
}

async function writeCertificate(certPath: string, keyPath: string): Promise<string> {
  const altNames = [{ type: 7 as const, ip: '127.0.0.1' }]
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  await writeFile(certPath, made.cert)
  await writeFile(keyPath, made.private, { mode: 0o600 })
  return new X509Certificate(made.cert).fingerprint256
}

async function fingerprintAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

describe('a running server', () => {
  test('responds at /live and /ready without a key, and counts requests by operation at /metrics', async () => {
    await using server = await startServer(installation)
    const [live, ready] = [await server.sendTo('GET', '/live'), await server.sendTo('GET', '/ready')]
    expect([live.status, ready.status]).toEqual([200, 200])
    await server.sendTo('GET', '/api/external/v1/talks')
    const metrics = await server.sendTo('GET', '/metrics')
    expect(metrics.status).toBe(200)
    const labels = 'operation="listTalks",method="GET",status="4xx"'
    expect(metrics.text).toContain(`lectern_http_request_duration_seconds_count{${labels}} 1\n`)
  })

  test('is not ready if a table is gone or the file is replaced', async () => {
    await using server = await startServer(installation)
    const readiness = () => server.sendTo('GET', '/ready').then(({ status }) => status)
    expect(await readiness()).toBe(200)
    await queryStore(installation.location, 'alter table talks rename to gone')
    expect(await waitUntil(readiness, (status) => status !== 200)).toBe(503)
    await queryStore(installation.location, 'alter table gone rename to talks')
    expect(await waitUntil(readiness, (status) => status !== 503)).toBe(200)
    const path = join(installation.folder, 'lectern.db')
    await rename(path, `${path}.moved`)
    expect(await waitUntil(readiness, (status) => status !== 200)).toBe(503)
  })

  test('responds with 403 on the plain-HTTP port, executes nothing, and marks the key as exposed', async () => {
    const free = createServer()
    await once(free.listen(0, '127.0.0.1'), 'listening')
    const httpPort = portOf(free)
    await once(free.close(), 'close')
    await using server = await startServer(installation, { env: { LECTERN_HTTP_PORT: String(httpPort) } })
    const key = await createKey(installation)
    const answer = await sendPlain(httpPort, key)
    expect(answer).toMatchObject({ status: 403, location: undefined, body: { code: 'https_required' } })
    expect((await server.client(key)('GET', '/talks/ext:plain')).status).toBe(404)
    await server.stop('SIGTERM')
    const exposedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)
    expect(await runJson(installation, ['key', 'list'])).toMatchObject([{ exposedAt }])
  })
})

async function sendPlain(port: number, key: string) {
  const sent = plainRequest({
    host: '127.0.0.1',
    port,
    method: 'PUT',
    path: '/api/external/v1/talks/ext:plain',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }).end(JSON.stringify(talk))
  const [response] = await once(sent, 'response')
  const body = JSON.parse((await response.toArray()).join(''))
  return { status: response.statusCode, location: response.headers.location, body }
}

describe('the access log', () => {
  test('has one JSON line per request, without keys, passwords, e-mails, addresses, or bodies', async () => {
    await using server = await startServer(installation, { env: { LECTERN_LOG_LEVEL: 'trace' } })
    const [key, privileged] = [await createKey(installation), await createKey(installation, 'privileged')]
    const mistyped = key.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    const user = { email: 'grete@example.org', type: 'Speaker', firstName: 'Grete', lastName: 'Silbergleit' }
    const owner = { email: 'chief@example.org', firstName: 'Chief', lastName: 'Silbergleit' }
    const send = server.client(key)
    const answers = [
      await send('POST', '/users', { body: user }),
      await send('PUT', '/talks/ext:own-identifier', { body: { ...talk, title: 'Unspoken words' } }),
      await send('POST', '/users/owner', { key: privileged, body: owner }),
      await send('PUT', '/users/grete@example.org', { body: { company: 'Quiet Ltd' } }),
      await send('GET', '/users/nobody@example.net'),
      await send('GET', '/users?email=grete@example.org'),
      await send('POST', '/users', { body: { ...user, type: 'Owner' } }),
      await send('POST', '/users', { body: user }),
      await send('POST', '/talks', { raw: '{"title": "Unspoken words", ' }),
      await send('GET', '/talks', { key: mistyped }),
      await server.sendTo('GET', `/grete@example.org?key=${key}`),
    ]
    await server.stop('SIGTERM')

    const shown = (text: string) => `${text.slice(0, 5)}…${text.slice(-4)}`
    const lines = server.lines().filter(({ msg }) => msg === 'request')
    expect(lines.map(({ operation, key: prefix, status }) => [operation, prefix, status])).toEqual([
      ['createUser', shown(key), 201],
      ['updateTalk', shown(key), 201],
      ['createOwner', shown(privileged), 201],
      ['updateUser', shown(key), 200],
      ['readUser', shown(key), 404],
      ['listUsers', shown(key), 200],
      ['createUser', shown(key), 422],
      ['createUser', shown(key), 409],
      ['createTalk', shown(key), 400],
      ['listTalks', undefined, 401],
      ['unknown', undefined, 404],
    ])
    const requestIds = answers.map(({ headers }) => headers['x-request-id'])
    expect(lines.map(({ requestId }) => requestId)).toEqual(requestIds)
    for (const { key: _key, ...fields } of lines) {
      expect(Object.keys(fields).sort()).toEqual([
        'level',
        'ms',
        'msg',
        'operation',
        'requestId',
        'status',
        'time',
      ])
      expect(fields.ms).toBeGreaterThan(0)
    }

    const [created, saved, made] = answers.map(({ body }) => body)
    const passwords = [created.password, saved.speakers[0].password, made.password]
    const keys = [key, privileged, mistyped, key.slice(5, 30)]
    const personal = [
      'example.',
      'ysolde',
      'grete',
      'Silbergleit',
      'Quiet',
      'Unspoken',
      'own-identifier',
      '/users',
    ]
    for (const text of [...keys, ...passwords, ...personal]) expect(printedBy(server)).not.toContain(text)
  })
})
