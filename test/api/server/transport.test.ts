// HTTPS only: the plain port, proxies that terminate TLS, and keys that were seen without it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, listKeys, rotateApiKey } from '../../../src/domain/access/api-keys.ts'
import { type SendOptions, startApi, type TestApi } from '../../support/api.ts'
import { talk } from '../../support/bodies.ts'
import { waitUntil } from '../../support/until.ts'

const TALKS = '/api/external/v1/talks'
const REFUSED = { status: 403, code: 'https_required', message: 'This API is available over HTTPS only.' }
const UNLISTED = '127.0.0.2'
const saying = (proto: string): SendOptions => ({ headers: { 'x-forwarded-proto': proto } })

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { LECTERN_HTTP_PORT: '0', LECTERN_TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api[Symbol.asyncDispose]())

const make = () => createApiKey(api.installation, api.platform.caller, { name: 'test', level: 'standard' })
const exposedAt = async (id: string) =>
  (await listKeys(api.installation, api.platform.caller)).find((key) => key.id === id)?.exposedAt
const countTalks = async () => (await api.send('GET', '/talks')).body.items.length

const cases: [name: string, port: 'plain' | 'https', sending: SendOptions, isTaken: boolean][] = [
  ['plain HTTP', 'plain', { from: UNLISTED }, false],
  ['plain HTTP from a listed proxy that says nothing', 'plain', {}, false],
  ['plain HTTP from a listed proxy that says http', 'plain', saying('http'), false],
  ['plain HTTP from a listed proxy that says https', 'plain', saying('https'), true],
  [
    'plain HTTP from an unlisted peer that says https',
    'plain',
    { ...saying('https'), from: UNLISTED },
    false,
  ],
  ['HTTPS', 'https', { from: UNLISTED }, true],
  ['HTTPS from a listed proxy that says http', 'https', saying('http'), false],
  ['HTTPS from an unlisted peer that says http', 'https', { ...saying('http'), from: UNLISTED }, true],
]

describe.each(cases)('%s', (_name, port, sending, isTaken) => {
  const send = (more: SendOptions) =>
    (port === 'plain' ? api.sendPlain : api.sendTo)('POST', TALKS, { body: talk(), ...sending, ...more })

  test(`is ${isTaken ? 'executed' : 'refused, neither executed nor redirected'}`, async () => {
    const before = await countTalks()
    const answer = await send({})
    expect(answer.headers.location).toEqual(isTaken ? expect.any(String) : undefined)
    if (isTaken) expect(answer.status).toBe(201)
    else expect(answer.body).toMatchObject(REFUSED)
    expect(await countTalks()).toBe(before + (isTaken ? 1 : 0))
    expect(answer.headers['strict-transport-security']).toBe(isTaken ? 'max-age=31536000' : undefined)
  })

  test(`${isTaken ? 'leaves the key unflagged' : 'flags the key as exposed'}`, async () => {
    const { key, id } = await make()
    await send({ key })
    if (isTaken) expect(await exposedAt(id)).toBeNull()
    else
      expect(
        await waitUntil(
          () => exposedAt(id),
          (at) => at !== null,
        ),
      ).toBe(api.clock.now())
  })

  if (isTaken) return
  test.each([
    ['no key', null],
    ['a wrong key', `lecs_${'0'.repeat(64)}`],
  ])('says the same with %s', async (_what, key) => {
    expect((await send({ key })).body).toMatchObject(REFUSED)
  })
})

test('an exposed key still opens over HTTPS, and is clean again once rotated', async () => {
  const { key, id } = await make()
  await api.sendPlain('GET', TALKS, { key })
  await waitUntil(
    () => exposedAt(id),
    (at) => at !== null,
  )
  expect((await api.send('GET', '/talks', { key })).status).toBe(200)
  await rotateApiKey(api.installation, api.platform.caller, { id, graceMs: 0 })
  expect(await exposedAt(id)).toBeNull()
})

describe('a server that listens on IPv6 and IPv4 alike', () => {
  const cases: [range: string, from: string, status: number][] = [
    ['127.0.0.0/8', '127.0.0.1', 200],
    ['127.0.0.0/8', '127.0.0.9', 200],
    ['127.0.0.1', '127.0.0.9', 401],
    ['::ffff:127.0.0.1', '127.0.0.1', 200],
    ['::1', '127.0.0.1', 401],
    ['::1', '::1', 200],
    ['127.0.0.0/8', '::1', 401],
  ]
  let dual: TestApi
  beforeAll(async () => {
    dual = await startApi({ env: { LECTERN_HOST: '::' } })
  })
  afterAll(() => dual[Symbol.asyncDispose]())

  test.each(cases)('takes a key for %s from %s: %i', async (range, from, status) => {
    const { key } = await createApiKey(dual.installation, dual.platform.caller, {
      name: 'test',
      level: 'standard',
      allowedAddresses: [range],
    })
    expect((await dual.send('GET', '/talks', { key, from })).status).toBe(status)
  })
})
