// Persons of a list: the username and the password of a new account.
import { describe, expect, test } from 'vitest'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import { verifyPassword } from '../../../src/lib/security/passwords.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { readEvents, readRows } from '../../support/rows.ts'
import { get, put, type Scenario, type Tenant, testScenarios, useApi } from '../../support/scenarios.ts'

const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const password = expect.stringMatching(/^\S{16}$/)
// The stored hash is looked at, so it costs what it costs in production.
const server = useApi({ isHashCostReal: true })

const makeAttendee = async (tenant: Tenant, name: string, more = {}) =>
  expect((await tenant.send('POST', '/users', { body: attendee(name, more) })).status).toBe(201)

describe('the username of a new account', () => {
  const number = '#\\d{4}'
  const made: [what: string, names: object, pattern: string][] = [
    ['last and first name', { firstName: 'Ada', lastName: 'Sample' }, `sample\\.ada${number}`],
    [
      'both parts in ASCII',
      { firstName: 'Åsa Łucja', lastName: 'Groß-Ñandú' },
      `grossnandu\\.asalucja${number}`,
    ],
    ['Cyrillic in Latin letters', { firstName: 'Жанна', lastName: 'Щукина' }, `[a-z]+\\.[a-z]+${number}`],
    ['Chinese in Latin letters', { firstName: '小明', lastName: '王' }, `[a-z]+\\.[a-z]+${number}`],
    ['the last name alone', { firstName: null, lastName: 'Sample' }, `sample${number}`],
    ['the first name alone', { firstName: 'Ada', lastName: null }, `ada${number}`],
    [
      'one part, where nothing is left of the other',
      { firstName: '!!!', lastName: 'Sample' },
      `sample${number}`,
    ],
    ['the local part of the e-mail, with no names', { firstName: null, lastName: null }, `info1${number}`],
  ]
  test.each(made)('is made of %s, and four digits', async (_what, names, pattern) => {
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
      name: 'is the given one where it is free',
      request: ['PUT', T, talk({ speakers: [person('ada', { username: 'Countess' })] })],
      status: 201,
      lacks: ['warnings'],
      after: async (tenant) => expect(await usernames(tenant)).toEqual(['Countess']),
    },
    {
      name: 'is generated where the given one is taken, whatever its case, with a warning',
      before: (tenant) => makeAttendee(tenant, 'x', { username: 'Countess' }),
      request: ['PUT', T, talk({ speakers: [person('ada'), person('bo', { username: 'cOUNTESS ' })] })],
      status: 201,
      has: { warnings: [taken('/speakers/1/username')] },
      after: async (tenant) => expect((await usernames(tenant))[1]).toEqual(generated),
    },
    {
      name: 'goes to the first of two new persons who are given the same',
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
      name: 'differs for people of the same name',
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
      name: 'is unique in a platform, not beyond it',
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
  const rule = (minLength: number, digits: boolean, symbols: boolean) => (tenant: Tenant) =>
    changeSettings(tenant.api.installation, tenant.caller, { password: { minLength, digits, symbols } })
  const matches =
    (pattern: RegExp) =>
    async (_own: Tenant, { body }: { body: { speakers: { password: string }[] } }) => {
      for (const speaker of body.speakers) expect(speaker.password).toMatch(pattern)
    }
  const request: Scenario['request'] = [
    'PUT',
    T,
    talk({ speakers: ['ada', 'bo', 'cy', 'di', 'ed'].map((n) => person(n)) }),
  ]
  testScenarios(server, [
    {
      name: 'has 16 characters with lower and upper case by default',
      request,
      status: 201,
      after: matches(/^(?=.*[a-z])(?=.*[A-Z])\S{16}$/),
    },
    {
      name: 'is never shorter, though the platform would take less',
      before: rule(8, false, false),
      request,
      status: 201,
      after: matches(/^\S{16}$/),
    },
    {
      name: 'is as long as the platform asks',
      before: rule(40, false, false),
      request,
      status: 201,
      after: matches(/^\S{40}$/),
    },
    {
      name: 'has digits and symbols where the platform asks for them',
      before: rule(8, true, true),
      request,
      status: 201,
      after: matches(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9])\S{16}$/),
    },
  ])

  test('is kept as argon2id alone, must be changed, expires after seven days, and stands in one answer only', async () => {
    const tenant = await server.createTenant()
    const made = await put(tenant, T, talk({ moderators: [person('mo')] }))
    const { body: sponsored } = await tenant.send('POST', '/sponsors', {
      body: sponsor({ speakers: [person('cy')] }),
    })
    const passwords = [...made.speakers, ...made.moderators, ...sponsored.speakers].map((one) => one.password)
    expect(passwords).toEqual([password, password, password])

    const users = await readRows(tenant, 'users')
    for (const { password_hash, password_must_change, password_expires_at } of users) {
      expect({ password_must_change, password_expires_at }).toEqual({
        password_must_change: 1,
        password_expires_at: tenant.api.clock.now() + 7 * 24 * 60 * 60 * 1000,
      })
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      const fitting = await Promise.all(passwords.map((one) => verifyPassword(one, String(password_hash))))
      expect(fitting.filter(Boolean)).toEqual([true])
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
    const elsewhere = [
      ...(await Promise.all(paths.map(async (path) => (await tenant.send('GET', path)).text))),
      (await tenant.send('PUT', T, { body: talk({ moderators: [person('mo')] }) })).text,
      JSON.stringify(users),
      JSON.stringify(await readEvents(tenant)),
      ...tenant.api.logged,
    ]
    for (const text of elsewhere) {
      for (const one of passwords) expect(text).not.toContain(one)
      expect(text).not.toMatch(/"password":|"passwordHash"/)
    }
    for (const text of elsewhere.filter((text) => !text.includes('password_hash')))
      expect(text).not.toContain('argon2')
  })
})
