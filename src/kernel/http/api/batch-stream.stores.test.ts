// POST /batch as NDJSON: one operation per line, and one result per line while the request is still being sent.
import { once } from 'node:events'
import { connect } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listEmails } from '../../../../test/support/accounts.ts'
import { startApi } from '../../../../test/support/api.ts'
import { codesOf } from '../../../../test/support/batches.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { NDJSON, parseLines, sendStream } from '../../../../test/support/idempotency.ts'
import { type OpenStream, openStream } from '../../../../test/support/ndjson.ts'
import { readRows } from '../../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { variants } from '../../../../test/support/sizes.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { createApiKey, revokeApiKey, rotateApiKey } from '../../../features/api-keys/api-keys.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'
import { listLoggedRequests } from '../../../features/request-log/request-log.ts'

const server = useApi()
const MAX_LINE_BYTES = 256 * 1024
const MAX_OPERATIONS = 10_000

const open = (tenant: Tenant, more: { query?: string; headers?: Record<string, string> } = {}): OpenStream =>
  openStream(tenant.api, { key: tenant.standard, ...more })
const line = (operation: object) => `${JSON.stringify(operation)}\n`
const sponsorLine = (i: number | string) =>
  line({ method: 'PUT', path: `/sponsors/ext:s${i}`, body: sponsor() })
const countSponsors = async (tenant: Tenant) => (await readRows(tenant, 'sponsors')).length

describe('a stream', () => {
  test('returns results while the request is still being sent', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(line({ method: 'PUT', path: '/talks/ext:t', body: talk() }))
    const [created] = await stream.results(1)
    expect(await stream.status()).toBe(200)
    expect(created).toMatchObject({
      status: 201,
      body: { code: 'ok', speakers: [{ password: expect.any(String) }] },
    })
    expect((await get(tenant, '/talks/ext:t')).title).toBe('Counting for everyone')
    // The next operation depends on the response.
    stream.write(
      line({ method: 'PUT', path: `/talks/${created.body.id}`, body: { title: 'Second' }, ifMatch: '"1"' }),
    )
    expect(codesOf(await stream.results(2))).toEqual(['201 ok', '200 ok'])
    stream.write(
      `${line({ method: 'DELETE', path: '/talks/ext:t' })}${line({ method: 'DELETE', path: '/talks/ext:t' })}`,
    )
    expect(codesOf(await stream.results(4)).slice(2)).toEqual(['200 ok', '404 talk_not_found'])
    stream.end()
    expect((await stream.all()).length).toBe(4)
  })

  test('needs no line break after the last line', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(sponsorLine(1) + sponsorLine(2).trimEnd())
    stream.end()
    expect(codesOf(await stream.all())).toEqual(['201 ok', '201 ok'])
  })

  test('has no results if it is empty', async () => {
    const tenant = await server.createTenant()
    for (const text of ['', '\n', '\r\n \n\t\r\n']) {
      const stream = open(tenant)
      stream.write(text)
      stream.end()
      expect([await stream.status(), await stream.all()]).toEqual([200, []])
    }
  })

  test('counts as one request and accepts parameters of the content type', async () => {
    const tenant = await server.createTenant()
    await changeSettings(tenant.api.installation, tenant.caller, { requestsPerMinute: 2 })
    await using node = await tenant.api.addNode()
    const raw = Array.from({ length: 60 }, (_, i) => sponsorLine(i)).join('')
    const statuses = []
    for (const type of [NDJSON, `${NDJSON}; charset=utf-8`, NDJSON]) {
      const { status, headers } = await node.send('POST', '/batch', {
        raw,
        key: tenant.standard,
        headers: { 'content-type': type },
      })
      statuses.push([status, headers['content-type']])
    }
    expect(statuses).toEqual([
      [200, NDJSON],
      [200, NDJSON],
      [429, 'application/problem+json'],
    ])
  })
})

describe('a line', () => {
  test('that is invalid gets a result and does not affect the others', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    const lines = [
      sponsorLine(1),
      '{\n',
      'null\n',
      '[]\n',
      line({ method: 'GET', path: '/talks' }),
      line({ method: 'PUT', path: '/sponsors/ext:s2', body: sponsor(), other: 1 }),
      '{"method":"PUT","path":"/a","path":"/b"}\n',
      Buffer.from([0xff, 0xfe, 0x0a]),
      line({ method: 'DELETE', path: '/nothing' }),
      line({ method: 'PUT', path: '/sponsors/ext:s3', body: { level: 9 } }),
      line({ method: 'POST', path: '/users/owner', body: person('o') }),
      sponsorLine(4),
    ]
    stream.write(Buffer.concat(lines.map((one) => Buffer.from(one))))
    stream.end()
    expect(codesOf(await stream.all())).toEqual([
      '201 ok',
      '400 invalid_json',
      '422 invalid_data',
      '422 invalid_data',
      '422 invalid_data',
      '422 invalid_data',
      '400 invalid_json',
      '400 invalid_json',
      '404 not_found',
      '422 invalid_data',
      '403 insufficient_permissions',
      '201 ok',
    ])
    expect(await countSponsors(tenant)).toBe(2)
  })

  test('may be blank or end with CRLF', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(`\r\n${sponsorLine(1).trimEnd()}\r\n\n  \t\n${sponsorLine(2)}\n\n`)
    stream.end()
    expect(codesOf(await stream.all())).toEqual(['201 ok', '201 ok'])
  })

  test('may arrive in any number of pieces', { timeout: 120_000 }, async () => {
    const text = Buffer.from(
      [
        line({ method: 'PUT', path: '/users/ext:ü', body: attendee('uma', { city: 'Zürich 𝔸' }) }),
        '\r\n',
        '{"broken"\r\n',
        line({ method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('uma')] }) }),
        line({ method: 'DELETE', path: '/users/ext:%C3%BC' }),
        line({ method: 'PUT', path: '/users/ext:%C3%BC', body: { city: 'Ærø' } }).trimEnd(),
      ].join(''),
    )
    // The last line is the summary, because an attendee speaks.
    const expected = ['201 ok', '400 invalid_json', '201 ok', '409 sole_speaker', '200 ok', '200 ok']
    const variants = [{}, { headers: { 'idempotency-key': 'once' } }, { query: '?dryRun=true' }]
    const cuts = fc.array(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.constantFrom(...variants), async (positions, variant) => {
        const tenant = await server.createTenant()
        const stream = open(tenant, variant)
        let start = 0
        for (const end of [...new Set(positions)].toSorted((a, b) => a - b).concat(text.length)) {
          stream.write(text.subarray(start, end))
          start = end
          // A request in between makes sure that the piece arrives on its own.
          await tenant.send('GET', '/sponsors')
        }
        stream.end()
        const results = codesOf(await stream.all())
        expect(results).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  })

  test('that is too long is refused at once and does not affect the others', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(`${sponsorLine(1)}{"method":"POST","path":"/sponsors","body":{"name":"`)
    for (let i = 0; i <= MAX_LINE_BYTES / 1024; i++) stream.write('x'.repeat(1024))
    const [, tooLong] = await stream.results(2)
    expect(tooLong).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: 'A line can have at most 256 KiB.' },
    })
    expect(tooLong.ended).toBeUndefined()
    stream.write(`${'x'.repeat(2 * MAX_LINE_BYTES)}"}}\n${sponsorLine(2)}${'x'.repeat(MAX_LINE_BYTES + 1)}`)
    stream.end()
    expect(codesOf(await stream.all())).toEqual([
      '201 ok',
      '413 body_too_large',
      '201 ok',
      '413 body_too_large',
    ])
    expect(await countSponsors(tenant)).toBe(2)
  })

  test('with invalid JSON gets an error with its line number', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(`${sponsorLine(1)}\r\n{"method" "PUT"}\n${'\n'.repeat(30)}${sponsorLine(2)}{"path":]\n`)
    stream.end()
    const results = await stream.all()
    expect(results.map(({ body }) => body.message)).toEqual([
      'Sponsor created.',
      'Line 3 is not valid JSON at column 11.',
      'Sponsor created.',
      'Line 35 is not valid JSON.',
    ])
  })

  test('may have the maximum length', async () => {
    const tenant = await server.createTenant()
    const operation = line({ method: 'PUT', path: '/sponsors/ext:s', body: sponsor() }).trimEnd()
    const stream = open(tenant)
    stream.write(`${' '.repeat(MAX_LINE_BYTES - operation.length)}${operation}\n${sponsorLine(2)}`)
    stream.end()
    expect(codesOf(await stream.all())).toEqual(['201 ok', '201 ok'])
  })
})

describe('the number of operations', () => {
  const headers = [
    ['', {}],
    [' with an idempotency key', { 'idempotency-key': 'once' }],
  ] as const
  test.each(variants(headers))(
    'is at most 10,000, and one more ends the stream%s',
    { timeout: 180_000 },
    async (_name, headers) => {
      const tenant = await server.createTenant()
      await put(tenant, '/sponsors/ext:s0', sponsor())
      const text = Array.from({ length: MAX_OPERATIONS + 3 }, () => sponsorLine(0)).join('')
      const answer = await tenant.send('POST', '/batch', {
        raw: text,
        headers: { ...headers, 'content-type': NDJSON },
      })
      const results = parseLines(answer.text)
      expect(results.length).toBe(MAX_OPERATIONS + 1)
      expect(codesOf(results.slice(0, MAX_OPERATIONS)).filter((code) => code !== '200 ok')).toEqual([])
      expect(results[MAX_OPERATIONS]).toMatchObject({
        status: 413,
        body: { code: 'body_too_large', message: 'A stream can have at most 10000 operations.' },
        ended: true,
      })
      expect(results.slice(0, MAX_OPERATIONS).filter((result) => 'ended' in result)).toEqual([])
    },
  )

  test('does not keep later operations from seeing the results of earlier ones across chunks', async () => {
    const tenant = await server.createTenant()
    const operations = Array.from({ length: 120 }, (_, i) => ({
      method: 'PUT',
      path: '/sponsors/ext:s',
      body: i === 0 ? sponsor() : { name: `Name ${i}` },
      ...(i === 0 ? {} : { ifMatch: `"${i}"` }),
    }))
    const results = parseLines((await sendStream(tenant, operations)).text)
    expect(codesOf(results)).toEqual(['201 ok', ...operations.slice(1).map(() => '200 ok')])
    expect((await get(tenant, '/sponsors/ext:s')).version).toBe(120)
  })
})

test.each(['iso-8859-1', 'utf-16'])('refuses a charset other than UTF-8: %s', async (charset) => {
  const tenant = await server.createTenant()
  const answer = await tenant.send('POST', '/batch', {
    raw: sponsorLine(1),
    headers: { 'content-type': `${NDJSON}; charset=${charset}` },
  })
  expect(answer.status).toBe(415)
  expect(answer.body.message).toBe(
    'The body must be uncompressed application/json or application/x-ndjson in UTF-8.',
  )
  expect(await countSponsors(tenant)).toBe(0)
})

describe('an API key that expires or is revoked while its stream is open', () => {
  const ends: [rejection: string, end: (tenant: Tenant, id: string) => unknown][] = [
    ['revoked', (tenant, id) => revokeApiKey(tenant.api.installation, tenant.caller, id)],
    ['expired', (tenant) => tenant.api.clock.pass(60_000)],
    ['rotated', (tenant, id) => rotateApiKey(tenant.api.installation, tenant.caller, { id, graceMs: 0 })],
  ]
  test.each(ends)('ends the stream: %s', async (rejection, end) => {
    const tenant = await server.createTenant()
    const { key, id } = await createApiKey(tenant.api.installation, tenant.caller, {
      name: 'test',
      level: 'standard',
      expiresAt: tenant.api.clock.now() + 60_000,
    })
    const stream = openStream(tenant.api, { key })
    stream.write(sponsorLine(0))
    expect(codesOf(await stream.results(1))).toEqual(['201 ok'])
    await end(tenant, id)
    let sent = 1
    const last = await waitUntil(
      async () => {
        stream.write(sponsorLine(sent))
        sent += 1
        return (await stream.results(sent)).at(-1)
      },
      ({ status }) => status !== 201,
    )
    expect(last).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key', message: 'Invalid API key', status: 401 },
      ended: true,
    })
    expect((await stream.all()).length).toBe(sent)
    expect(await countSponsors(tenant)).toBe(sent - 1)
    const [logged] = await waitUntil(
      async () => {
        // SQLite reads never yield to the event loop, but the log is written in a later turn.
        await turn()
        const filter = { keyId: id, operation: 'executeBatch', status: null }
        const page = { cursor: undefined, limit: 1 }
        return (await listLoggedRequests(tenant.api.installation, tenant.caller, filter, page)).requests
      },
      (requests) => requests.length > 0,
    )
    expect(logged).toMatchObject({
      status: 200,
      errorCode: 'invalid_api_key',
      problems: [{ code: rejection }],
    })
  })
})

describe('a client that disconnects', () => {
  test('can repeat the stream with its idempotency key and gets the same responses', async () => {
    const tenant = await server.createTenant()
    const headers = { 'idempotency-key': 'once' }
    const lines = Array.from({ length: 100 }, (_, i) =>
      line({ method: 'POST', path: '/users', body: attendee(`p${i}`) }),
    )
    const first = open(tenant, { headers })
    first.write(lines.slice(0, 60).join(''))
    const answered = await first.results(50)
    first.destroy()
    const again = await waitUntil(
      async () => {
        const stream = open(tenant, { headers })
        stream.write(lines.join(''))
        stream.end()
        return { stream, status: await stream.status() }
      },
      // The chunk in progress finishes first.
      ({ status }) => status !== 409,
    )
    const results = await again.stream.all()
    expect(results.slice(0, answered.length)).toEqual(answered)
    expect(codesOf(results)).toEqual(lines.map(() => '201 ok'))
    expect((await readRows(tenant, 'users')).length).toBe(100)
  })

  test('before its first line does not use up its idempotency key', async () => {
    const tenant = await server.createTenant()
    const headers = { 'idempotency-key': 'once' }
    const first = open(tenant, { headers })
    first.write('{"half')
    // A request in between makes sure that the piece arrives on its own.
    await tenant.send('GET', '/sponsors')
    first.destroy()
    const answer = await waitUntil(
      () =>
        tenant.send('POST', '/batch', {
          raw: sponsorLine(1),
          headers: { ...headers, 'content-type': NDJSON },
        }),
      ({ status }) => status !== 409,
    )
    expect(codesOf(parseLines(answer.text))).toEqual(['201 ok'])
  })

  test('causes no server error over HTTP/2', async () => {
    await using api = await startApi({ env: { LECTERN_HTTP2: '1' } })
    const session = connect(api.url, { rejectUnauthorized: false }).on('error', () => {})
    const stream = session.request({
      ':method': 'POST',
      ':path': '/api/external/v1/batch',
      authorization: `Bearer ${api.platform.standard}`,
      'content-type': NDJSON,
    })
    stream.on('error', () => {})
    stream.write(`${sponsorLine(1)}{"half`)
    const [piece] = await once(stream, 'data')
    expect(codesOf(parseLines(String(piece)))).toEqual(['201 ok'])
    session.destroy()
    await waitUntil(turn, () => api.logged.some((text) => text.includes('executeBatch')))
    expect((await api.send('GET', '/sponsors')).status).toBe(200)
    expect(api.logged.filter((text) => text.includes('"level":50'))).toEqual([])
  })

  test('without an idempotency key keeps what was done, and the server continues', async () => {
    const tenant = await server.createTenant()
    const stream = open(tenant)
    stream.write(`${sponsorLine(1)}${sponsorLine(2)}{"half`)
    expect(codesOf(await stream.results(2))).toEqual(['201 ok', '201 ok'])
    stream.destroy()
    expect(await countSponsors(tenant)).toBe(2)
    const log = await waitUntil(
      async () => tenant.api.logged.filter((text) => text.includes('executeBatch')),
      (lines) => lines.length > 0,
    )
    expect(log.filter((text) => text.includes('"level":50'))).toEqual([])
    expect((await tenant.send('GET', '/sponsors')).status).toBe(200)
    expect(await listEmails(tenant)).toEqual([])
  })
})
