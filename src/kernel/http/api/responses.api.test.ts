// The form of every response: documented messages byte for byte, problems, headers, and methods.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, SendOptions } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const PUBLIC = 'https://events.example.org'
const server = useApi({ env: { LECTERN_PUBLIC_URL: PUBLIC } })
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let tenant: Tenant
let limitedTenant: Tenant
beforeAll(async () => {
  tenant = await server.createTenant()
  await tenant.send('PUT', '/talks/ext:t', { body: talk() })
  await tenant.send('PUT', '/sponsors/ext:s', { body: sponsor() })
  await tenant.send('PUT', '/users/ext:u', { body: attendee('eve') })
  limitedTenant = await server.createTenant()
  await changeSettings(limitedTenant.api.installation, limitedTenant.caller, { requestsPerMinute: 1 })
  await limitedTenant.send('GET', '/talks')
})

function expectStandardHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(UUID),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']) {
    expect(headers).not.toHaveProperty(name)
  }
}

type RefusalCase = [
  what: string,
  request: [method: string, path: string, sending?: SendOptions],
  status: number,
  code: string,
  title: string,
  message: string,
]
const refusals: RefusalCase[] = [
  [
    'no key',
    ['GET', '/talks', { key: null }],
    401,
    'missing_authorization',
    'Missing Authorization header',
    'Missing Authorization header',
  ],
  [
    'a wrong key',
    ['GET', '/talks', { key: 'x' }],
    401,
    'invalid_api_key',
    'Invalid API key',
    'Invalid API key',
  ],
  [
    'a key without the privileged level',
    ['POST', '/users/owner', { body: person('o') }],
    403,
    'insufficient_permissions',
    'Insufficient permissions',
    'Access denied: Insufficient permissions.',
  ],
  [
    'an unknown path',
    ['GET', '/nothing'],
    404,
    'not_found',
    'Not found',
    'Nothing was found at this address.',
  ],
  [
    'an unknown talk',
    ['GET', '/talks/ext:x'],
    404,
    'talk_not_found',
    'Talk not found',
    'No talk has this identifier.',
  ],
  [
    'an unknown sponsor',
    ['GET', '/sponsors/ext:x'],
    404,
    'sponsor_not_found',
    'Sponsor not found',
    'No sponsor has this identifier.',
  ],
  [
    'an unknown user',
    ['GET', '/users/ext:x'],
    404,
    'user_not_found',
    'User not found',
    'No user has this identifier.',
  ],
  [
    'another method',
    ['PATCH', '/talks/ext:t'],
    405,
    'method_not_allowed',
    'Method not allowed',
    'This address does not support this method.',
  ],
  [
    'a taken e-mail',
    ['POST', '/users', { body: attendee('eve') }],
    409,
    'email_taken',
    'E-mail taken',
    'An account with this e-mail already exists.',
  ],
  [
    'a body that is too large',
    ['POST', '/talks', { raw: `"${'x'.repeat(262_143)}"` }],
    413,
    'body_too_large',
    'Body too large',
    'The body is larger than 256 KiB.',
  ],
  [
    'another media type',
    ['POST', '/talks', { raw: 'x', headers: { 'content-type': 'text/plain' } }],
    415,
    'unsupported_media_type',
    'Unsupported media type',
    'The body must be uncompressed application/json in UTF-8.',
  ],
  [
    'a body that is not JSON',
    ['POST', '/talks', { raw: '{"a": 1,}' }],
    400,
    'invalid_json',
    'Invalid JSON',
    'The body is not valid JSON at line 1, column 9.',
  ],
  [
    'a missing body',
    ['POST', '/talks'],
    422,
    'invalid_data',
    'Invalid data',
    'The data is not valid: 4 problems.',
  ],
  [
    'one invalid value',
    ['PUT', '/talks/ext:t', { body: { title: 7 } }],
    422,
    'invalid_data',
    'Invalid data',
    'The data is not valid: 1 problem.',
  ],
]

describe('a refusal', () => {
  test.each(refusals)(
    'of %s is a problem with the right code, message, and headers',
    async (_what, [method, path, sending], status, code, title, message) => {
      const answer = await tenant.send(method, path, sending)
      expectStandardHeaders(answer)
      expect(answer.headers['content-type']).toBe('application/problem+json')
      const { errors, ...problem } = answer.body
      expect(problem).toEqual({
        code,
        message,
        type: `${PUBLIC}/problems/${code}`,
        title,
        status,
        instance: `urn:uuid:${answer.headers['x-request-id']}`,
      })
      expect(answer.status).toBe(status)
      // These name the attributes to change.
      expect(Array.isArray(errors)).toBe(code === 'invalid_data' || code === 'email_taken')
    },
  )

  test.each(refusals.filter(([, [method]]) => method === 'GET'))(
    'of %s has only headers for HEAD',
    async (_what, [, path, sending], status) => {
      const answer = await tenant.send('HEAD', path, sending)
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        status,
        '',
        'application/problem+json',
      ])
      expectStandardHeaders(answer)
    },
  )

  test('starts with "code" and "message" in its bytes', async () => {
    const answer = await tenant.send('GET', '/talks', { key: null })
    expect(
      answer.text.startsWith('{"code":"missing_authorization","message":"Missing Authorization header",'),
    ).toBe(true)
  })

  test('for the rate limit has the documented message and Retry-After', async () => {
    const answer = await limitedTenant.send('GET', '/talks')
    expectStandardHeaders(answer)
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'content-type': 'application/problem+json' },
      body: { code: 'too_many_requests', message: 'Too many requests, please try again later.' },
    })
  })

  test('has a page at the URL in its type', async () => {
    for (const [, , , code, title] of refusals) {
      const answer = await tenant.api.sendTo('GET', `/problems/${code}`, { key: null })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(title)
    }
  })
})

// A user is deleted after it was created.
describe('a successful response', { shuffle: false }, () => {
  const successes: [request: [string, string, unknown?], status: number, start: RegExp][] = [
    [
      ['POST', '/talks', talk()],
      201,
      /^\{"code":"ok","message":"Talk created\.","id":"[0-9a-f-]{36}","speakers":\[/,
    ],
    [
      ['PUT', '/talks/ext:t', { track: 'A' }],
      200,
      /^\{"code":"ok","message":"Talk updated\.","id":"[0-9a-f-]{36}","speakers":\[\],"moderators":\[\],"etag":"\\"\d+-[0-9a-f]+\\""\}$/,
    ],
    [['PUT', '/talks/ext:new', talk()], 201, /^\{"code":"ok","message":"Talk created\.","id":/],
    [['POST', '/sponsors', sponsor()], 201, /^\{"code":"ok","message":"Sponsor created\.","id":/],
    [
      ['PUT', '/sponsors/ext:s', { color: '#0a7d55' }],
      200,
      /^\{"code":"ok","message":"Sponsor updated\.","id":/,
    ],
    [
      ['POST', '/users', attendee('ivo')],
      201,
      /^\{"code":"ok","message":"User created\.","id":"[0-9a-f-]{36}","username":"sample\.ivo#\d{4}","password":"\w{20}","etag":"\\"\d+-[0-9a-f]+\\""\}$/,
    ],
    [
      ['PUT', '/users/ext:u', { city: 'Lyon' }],
      200,
      /^\{"code":"ok","message":"User updated\.","id":"[0-9a-f-]{36}","etag":"\\"\d+-[0-9a-f]+\\""\}$/,
    ],
    [
      ['DELETE', '/users/ivo@example.org'],
      200,
      /^\{"code":"ok","message":"User deleted\.","id":"[0-9a-f-]{36}"\}$/,
    ],
    [['GET', '/users/ext:u'], 200, /^\{"id":"/],
    [['GET', '/users'], 200, /^\{"code":"ok","items":\[\{"id":/],
  ]
  test.each(successes)(
    'to %j has the status %i and starts as documented',
    async ([method, path, body], status, start) => {
      const answer = await tenant.send(method, path, { body })
      expect(answer.status).toBe(status)
      expect(answer.text).toMatch(start)
      expect(answer.headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/)
      expectStandardHeaders(answer)
      expect(answer.headers['ratelimit-policy']).toBe('"per-key";q=1000000;w=60')
      const kind = path.split('/')[1]
      const location = status === 201 ? `/api/external/v1/${kind}/${answer.body.id}` : undefined
      expect(answer.headers.location).toBe(location)
      if (location)
        expect((await tenant.api.sendTo('GET', location, { key: tenant.standard })).status).toBe(200)
    },
  )

  test.each([
    ['/talks'],
    ['/talks/ext:t'],
    ['/talk/upcoming'],
    ['/talks/upcoming'],
    ['/sponsors'],
    ['/sponsors/ext:s'],
    ['/users'],
    ['/users/ext:u'],
  ])('to HEAD %s has the headers of GET and no body', async (path) => {
    const [get, head] = [await tenant.send('GET', path), await tenant.send('HEAD', path)]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length']) expect(head.headers[name]).toBe(get.headers[name])
    expectStandardHeaders(head)
  })
})

describe('a 405 response', () => {
  const paths: [path: string, allow: string][] = [
    ['/talks', 'GET, HEAD, POST'],
    ['/talks/ext:t', 'GET, HEAD, PUT, DELETE'],
    ['/talk/upcoming', 'GET, HEAD'],
    ['/talks/upcoming', 'GET, HEAD'],
    ['/sponsors', 'GET, HEAD, POST'],
    ['/sponsors/ext:s', 'GET, HEAD, PUT, DELETE'],
    ['/users', 'GET, HEAD, POST'],
    ['/users/owner', 'POST'],
    ['/users/ext:u', 'GET, HEAD, PUT, DELETE'],
  ]
  test.each(paths)('for %s has Allow: %s', async (path, allow) => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    for (const method of methods.filter((name) => !allow.split(', ').includes(name))) {
      const answer = await tenant.send(method, path, { key: tenant.privileged })
      expect([method, answer.status, answer.body.code, answer.headers.allow]).toEqual([
        method,
        405,
        'method_not_allowed',
        allow,
      ])
    }
  })
})

describe('problems in a body', () => {
  test('are reported all at once in the order of the body, with pointers and messages', async () => {
    const body = {
      title: '',
      speakers: [person('a'), { email: 'no', firstName: ' ', 'odd/na~me': 1 }, person('a')],
      links: [{ label: 'x'.repeat(256), url: 'http://example.org' }, { label: 'x' }],
      features: { chat: 'yes' },
      duration: 0,
      start: 'tomorrow',
      keynotes: true,
    }
    const answer = await tenant.send('PUT', '/talks/ext:t', { body })
    expect(answer.body.errors).toEqual([
      { pointer: '/title', code: 'minLength', message: 'must not be empty' },
      { pointer: '/speakers/1/email', code: 'format', message: 'must be an e-mail address' },
      { pointer: '/speakers/1/firstName', code: 'pattern', message: 'must not be blank' },
      { pointer: '/speakers/1/odd~1na~0me', code: 'unknown', message: 'is not a known attribute' },
      { pointer: '/speakers/1/lastName', code: 'required', message: 'is required' },
      {
        pointer: '/speakers/2/email',
        code: 'duplicate',
        message: 'is already the e-mail address of an earlier person in the list',
      },
      { pointer: '/links/0/label', code: 'maxLength', message: 'must have at most 255 characters' },
      {
        pointer: '/links/0/url',
        code: 'format',
        message: 'must be an https URL of a public host, without user info or a port',
      },
      { pointer: '/links/1/url', code: 'required', message: 'is required' },
      { pointer: '/features/chat', code: 'type', message: 'must be true or false' },
      { pointer: '/duration', code: 'minimum', message: 'must be at least 1' },
      { pointer: '/start', code: 'format', message: 'must be an ISO 8601 date and time with an offset or Z' },
      { pointer: '/keynotes', code: 'unknown', message: 'is not a known attribute; did you mean "keynote"?' },
    ])
    expect(answer.body.message).toBe('The data is not valid: 13 problems.')
  })

  test('are reported up to 50', async () => {
    const tags = Array.from({ length: 50 }, () => '')
    const answer = await tenant.send('PUT', '/talks/ext:t', { body: { tags, hiddenTags: tags } })
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      tags.map((_tag, index) => `/tags/${index}`),
    )
  })

  test('have an empty pointer if the body is not an object', async () => {
    for (const body of [[], 'x', 7, true, null]) {
      const answer = await tenant.send('PUT', '/talks/ext:t', { body })
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, ''])
    }
  })

  test('never contain a value from the request, and neither does the log', async () => {
    const secret = 'Zq7-never-echoed'
    const sent: [string, string, SendOptions][] = [
      [
        'PUT',
        '/talks/ext:t',
        { body: { title: [secret], type: secret, start: secret, tags: [{ a: secret }] } },
      ],
      ['PUT', '/users/ext:u', { body: { email: secret, status: secret, website: secret, socials: secret } }],
      ['POST', '/users', { body: attendee('eve', { username: secret, email: `eve@example.org` }) }],
      ['POST', '/users', { raw: `{"${secret}": ${secret}` }],
      ['POST', '/users', { raw: `{"a": "${secret}", "a": "${secret}"}` }],
      ['GET', `/users/${secret}`, {}],
      ['GET', `/users?role=${secret}&limit=${secret}&cursor=${secret}`, {}],
      ['GET', `/${secret}`, { headers: { 'user-agent': secret } }],
      ['GET', '/talks', { key: secret }],
      ['PUT', '/users/ext:u', { raw: secret, headers: { 'content-type': secret } }],
    ]
    for (const [method, path, sending] of sent) {
      const answer = await tenant.send(method, path, sending)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toContain(secret)
      expect(JSON.stringify(answer.headers)).not.toContain(secret)
    }
    expect(tenant.api.logged.join('')).not.toContain(secret)
  })
})
