// New accounts of attached people: their usernames and passwords.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { readEvents, readRows } from '../../../../test/support/rows.ts'
import {
  get,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../../test/support/scenarios.ts'
import { verifyPassword } from '../../../kernel/lib/security/passwords.ts'
import { changeSettings } from '../../platforms/platforms.ts'

const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const password = expect.stringMatching(/^\S{20}$/)
const server = useApi()

const createAttendee = async (tenant: Tenant, name: string, more = {}) =>
  expect((await tenant.send('POST', '/users', { body: attendee(name, more) })).status).toBe(201)

describe('the username of a new account', () => {
  const number = '#\\d{4}'
  const generatedUsernames: [what: string, names: object, pattern: string][] = [
    ['last and first name', { firstName: 'Ada', lastName: 'Sample' }, `sample\\.ada${number}`],
    [
      'both names in ASCII',
      { firstName: 'Åsa Łucja', lastName: 'Groß-Ñandú' },
      `grossnandu\\.asalucja${number}`,
    ],
    ['Cyrillic in Latin letters', { firstName: 'Жанна', lastName: 'Щукина' }, `[a-z]+\\.[a-z]+${number}`],
    ['Chinese in Latin letters', { firstName: '小明', lastName: '王' }, `[a-z]+\\.[a-z]+${number}`],
    ['only the last name', { firstName: null, lastName: 'Sample' }, `sample${number}`],
    ['only the first name', { firstName: 'Ada', lastName: null }, `ada${number}`],
    [
      'one name if the other has no usable characters',
      { firstName: '!!!', lastName: 'Sample' },
      `sample${number}`,
    ],
    [
      'the local part of the e-mail if there are no names',
      { firstName: null, lastName: null },
      `info1${number}`,
    ],
  ]
  test.each(generatedUsernames)('consists of %s and four digits', async (_what, names, pattern) => {
    const tenant = await server.createTenant()
    await put(tenant, S, sponsor({ speakers: [{ email: 'Info.1@example.org', ...names }] }))
    expect((await get(tenant, S)).speakers[0].username).toMatch(new RegExp(`^${pattern}$`))
  })

  const taken = (pointer: string) => ({
    code: 'username_taken',
    message: 'The username is taken. A new one was generated instead.',
    pointer,
  })
  const usernames = async (tenant: Tenant) =>
    (await get(tenant, T)).speakers.map((speaker: { username: string }) => speaker.username)
  const generated = expect.stringMatching(/^sample\.bo#\d{4}$/)
  testScenarios(server, [
    {
      name: 'is the requested one if it is available',
      request: ['PUT', T, talk({ speakers: [person('ada', { username: 'Countess' })] })],
      status: 201,
      lacks: ['warnings'],
      after: async (tenant) => expect(await usernames(tenant)).toEqual(['Countess']),
    },
    {
      name: 'is generated, with a warning, if the requested one is taken in any case',
      before: (tenant) => createAttendee(tenant, 'x', { username: 'Countess' }),
      request: ['PUT', T, talk({ speakers: [person('ada'), person('bo', { username: 'cOUNTESS ' })] })],
      status: 201,
      has: { warnings: [taken('/speakers/1/username')] },
      after: async (tenant) => expect((await usernames(tenant))[1]).toEqual(generated),
    },
    {
      name: 'goes to the first of two new people with the same one',
      request: [
        'PUT',
        T,
        talk({ speakers: [person('ada', { username: 'c' }), person('bo', { username: 'C' })] }),
      ],
      status: 201,
      has: { warnings: [taken('/speakers/1/username')] },
      after: async (tenant) => expect(await usernames(tenant)).toEqual(['c', generated]),
    },
    {
      name: 'is different for people with the same name',
      before: (tenant) =>
        put(
          tenant,
          T,
          talk({
            speakers: Array.from({ length: 30 }, (_, i) => person('bo', { email: `bo${i}@example.org` })),
          }),
        ),
      request: ['GET', T],
      status: 200,
      after: async (tenant) => expect(new Set(await usernames(tenant)).size).toBe(30),
    },
    {
      name: 'only needs to be unique within a platform',
      before: async (tenant) =>
        put(
          await server.createTenant(),
          T,
          talk({ speakers: [person('ada', { username: 'countess' })] }),
        ).then(() => tenant),
      request: ['PUT', T, talk({ speakers: [person('ada', { username: 'countess' })] })],
      status: 201,
      lacks: ['warnings'],
    },
  ])
})

describe('the password of a new account', () => {
  const setPasswordRule = (minLength: number, digits: boolean, symbols: boolean) => (tenant: Tenant) =>
    changeSettings(tenant.api.installation, tenant.caller, { password: { minLength, digits, symbols } })
  const expectPasswords =
    (pattern: RegExp) =>
    async (_tenant: Tenant, { body }: { body: { speakers: { password: string }[] } }) => {
      for (const speaker of body.speakers) expect(speaker.password).toMatch(pattern)
    }
  const request: Scenario['request'] = [
    'PUT',
    T,
    talk({ speakers: ['ada', 'bo', 'cy', 'di', 'ed'].map((n) => person(n)) }),
  ]
  testScenarios(server, [
    {
      name: 'has 20 characters with lowercase and uppercase letters by default',
      request,
      status: 201,
      after: expectPasswords(/^(?=.*[a-z])(?=.*[A-Z])\S{20}$/),
    },
    {
      name: 'is never shorter, even if the platform allows it',
      before: setPasswordRule(8, false, false),
      request,
      status: 201,
      after: expectPasswords(/^\S{20}$/),
    },
    {
      name: 'is as long as the platform requires',
      before: setPasswordRule(40, false, false),
      request,
      status: 201,
      after: expectPasswords(/^\S{40}$/),
    },
    {
      name: 'has digits and symbols if the platform requires them',
      before: setPasswordRule(8, true, true),
      request,
      status: 201,
      after: expectPasswords(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9])\S{20}$/),
    },
  ])

  test('is stored only as an argon2id hash, must be changed, expires after seven days, and appears in one response only', async () => {
    const tenant = await server.createTenant()
    const created = await put(tenant, T, talk({ moderators: [person('mo')] }))
    const { body: sponsored } = await tenant.send('POST', '/sponsors', {
      body: sponsor({ speakers: [person('cy')] }),
    })
    const passwords = [...created.speakers, ...created.moderators, ...sponsored.speakers].map(
      (one) => one.password,
    )
    expect(passwords).toEqual([password, password, password])

    const users = await readRows(tenant, 'users')
    for (const { password_hash, password_must_change, password_expires_at } of users) {
      expect({ password_must_change, password_expires_at }).toEqual({
        password_must_change: 1,
        password_expires_at: tenant.api.clock.now() + 7 * 24 * 60 * 60 * 1000,
      })
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
      const matches = await Promise.all(passwords.map((one) => verifyPassword(one, String(password_hash))))
      expect(matches.filter(Boolean)).toEqual([true])
    }

    const paths = [
      '/talks',
      T,
      '/talk/upcoming',
      '/sponsors',
      `/sponsors/${sponsored.id}`,
      '/users',
      '/users/mo@example.org',
    ]
    const otherTexts = [
      ...(await Promise.all(paths.map(async (path) => (await tenant.send('GET', path)).text))),
      (await tenant.send('PUT', T, { body: talk({ moderators: [person('mo')] }) })).text,
      JSON.stringify(users),
      JSON.stringify(await readEvents(tenant)),
      ...tenant.api.logged,
    ]
    for (const text of otherTexts) {
      for (const one of passwords) expect(text).not.toContain(one)
      expect(text).not.toMatch(/"password":|"passwordHash"/)
    }
    for (const text of otherTexts.filter((text) => !text.includes('password_hash')))
      expect(text).not.toContain('argon2')
  })
})
