// HTTPS only: the plain port, proxies that terminate TLS, and exposed keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SendOptions, startApi, type TestApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { createApiKey, listKeys, rotateApiKey } from '../../../features/api-keys/api-keys.ts'

const TALKS = '/api/external/v1/talks'
const REFUSED = { status: 403, code: 'https_required', message: 'This API is available over HTTPS only.' }
const UNLISTED = '127.0.0.2'
const forwardedAs = (proto: string): SendOptions => ({ headers: { 'x-forwarded-proto': proto } })

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { LECTERN_HTTP_PORT: '0', LECTERN_TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api[Symbol.asyncDispose]())

const createKey = () =>
  createApiKey(api.installation, api.platform.caller, { name: 'test', level: 'standard' })
const readExposedAt = async (id: string) =>
  (await listKeys(api.installation, api.platform.caller)).find((key) => key.id === id)?.exposedAt
const countTalks = async () => (await api.send('GET', '/talks')).body.items.length

const cases: [name: string, port: 'plain' | 'https', sending: SendOptions, isAccepted: boolean][] = [
  ['plain HTTP', 'plain', { from: UNLISTED }, false],
  ['plain HTTP from a listed proxy without X-Forwarded-Proto', 'plain', {}, false],
  ['plain HTTP from a listed proxy that forwarded http', 'plain', forwardedAs('http'), false],
  ['plain HTTP from a listed proxy that forwarded https', 'plain', forwardedAs('https'), true],
  [
    'plain HTTP from an unlisted client that claims https',
    'plain',
    { ...forwardedAs('https'), from: UNLISTED },
    false,
  ],
  ['HTTPS', 'https', { from: UNLISTED }, true],
  ['HTTPS from a listed proxy that forwarded http', 'https', forwardedAs('http'), false],
  [
    'HTTPS from an unlisted client that claims http',
    'https',
    { ...forwardedAs('http'), from: UNLISTED },
    true,
  ],
]

describe.each(cases)('%s', (_name, port, sending, isAccepted) => {
  const send = (more: SendOptions) =>
    (port === 'plain' ? api.sendPlain : api.sendTo)('POST', TALKS, { body: talk(), ...sending, ...more })

  test(`is ${isAccepted ? 'executed' : 'refused and not redirected'}`, async () => {
    const before = await countTalks()
    const answer = await send({})
    expect(answer.headers.location).toEqual(isAccepted ? expect.any(String) : undefined)
    if (isAccepted) expect(answer.status).toBe(201)
    else expect(answer.body).toMatchObject(REFUSED)
    expect(await countTalks()).toBe(before + (isAccepted ? 1 : 0))
    expect(answer.headers['strict-transport-security']).toBe(isAccepted ? 'max-age=31536000' : undefined)
  })

  test(`${isAccepted ? 'does not mark the key as exposed' : 'marks the key as exposed'}`, async () => {
    const { key, id } = await createKey()
    await send({ key })
    if (isAccepted) expect(await readExposedAt(id)).toBeNull()
    else
      expect(
        await waitUntil(
          () => readExposedAt(id),
          (at) => at !== null,
        ),
      ).toBe(api.clock.now())
  })

  if (isAccepted) return
  test.each([
    ['no key', null],
    ['a wrong key', `lecs_${'0'.repeat(64)}`],
  ])('is refused in the same way with %s', async (_what, key) => {
    expect((await send({ key })).body).toMatchObject(REFUSED)
  })
})

test('an exposed key still works over HTTPS and is no longer exposed after rotation', async () => {
  const { key, id } = await createKey()
  await api.sendPlain('GET', TALKS, { key })
  await waitUntil(
    () => readExposedAt(id),
    (at) => at !== null,
  )
  expect((await api.send('GET', '/talks', { key })).status).toBe(200)
  await rotateApiKey(api.installation, api.platform.caller, { id, graceMs: 0 })
  expect(await readExposedAt(id)).toBeNull()
})

describe('a server that listens on IPv6 and IPv4', () => {
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

  test.each(cases)(
    'answers a key that is restricted to %s and used from %s with %i',
    async (range, from, status) => {
      const { key } = await createApiKey(dual.installation, dual.platform.caller, {
        name: 'test',
        level: 'standard',
        allowedAddresses: [range],
      })
      expect((await dual.send('GET', '/talks', { key, from })).status).toBe(status)
    },
  )
})
