// Persons of a list: who is attached, who is made, under which username, with which password.
import { describe, expect, test } from 'vitest'
import { changeSettings } from '../../src/domain/platforms.ts'
import { changeRole } from '../../src/domain/roles.ts'
import { verifyPassword } from '../../src/lib/passwords.ts'
import { astral, attendee, person, sponsor, talk } from '../support/bodies.ts'
import { emailsOf, eventsOf, rowsOf, tagsOf } from '../support/rows.ts'
import {
  get,
  type Own,
  put,
  type Refused,
  type Scenario,
  testScenarios,
  useApi,
} from '../support/scenarios.ts'

const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const id = expect.any(String)
const password = expect.stringMatching(/^\S{16}$/)
const server = useApi()

const give = async (own: Own, email: string, role: 'attendee' | 'admin' | 'owner') => {
  const { id: userId } = await get(own, `/users/${email}`)
  await changeRole(own.api.installation, own.caller, { id: userId, role })
}
const makeAttendee = async (own: Own, name: string, more = {}) =>
  expect((await own.send('POST', '/users', { body: attendee(name, more) })).status).toBe(201)

describe('a person whose e-mail has an account', () => {
  const known = {
    username: 'ada.the.first',
    job: 'Engineer',
    company: 'Example Ltd',
    description: 'Counts things.',
    avatar: 'https://static.example.org/ada.png',
    timezone: 'Europe/Paris',
    tags: ['Rust'],
  }
  const other = person('ada', {
    email: ' ADA@Example.ORG ',
    firstName: 'Changed',
    lastName: 'Changed',
    username: 'changed',
    job: 'Changed',
    company: 'Changed',
    description: 'Changed',
    avatar: 'https://static.example.org/changed.png',
    timezone: 'Asia/Tokyo',
    tags: ['Changed'],
    highlighted: true,
  })
  const attach = async (own: Own, path: string, body: object, role?: 'admin' | 'owner') => {
    await makeAttendee(own, 'ada', known)
    if (role) await give(own, 'ada@example.org', role)
    const before = await get(own, '/users/ada@example.org')
    const answer = await put(own, path, body)
    expect(answer.speakers).toEqual([{ id: before.id, email: 'ada@example.org' }])
    expect(answer.warnings).toBeUndefined()
    expect(await get(own, '/users/ada@example.org')).toEqual(before)
    expect(await tagsOf(own)).toEqual(['Rust'])
    expect(await emailsOf(own)).toEqual(['ada@example.org'])
  }

  test('is attached to a talk as it is: nothing sent changes it, and an attendee stays one', async () => {
    const own = await server.ownPlatform()
    await attach(own, T, talk({ speakers: [other] }))
    expect((await get(own, T)).speakers).toMatchObject([{ ...known, firstName: 'Ada', role: 'attendee' }])
  })
  test('is attached to a sponsor as it is', async () => {
    const own = await server.ownPlatform()
    await attach(own, S, sponsor({ speakers: [other] }))
    expect((await get(own, S)).speakers).toMatchObject([{ ...known, firstName: 'Ada', role: 'attendee' }])
  })
  test.each(['admin', 'owner'] as const)('keeps its role as an %s', async (role) => {
    const own = await server.ownPlatform()
    await attach(own, T, talk({ speakers: [other] }), role)
    expect((await get(own, T)).speakers).toMatchObject([{ role }])
  })
  test('is found whatever the case of ASCII letters and the form of the domain, and not by Unicode folding', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk({ speakers: [person('ada', { email: 'İda@Bücher.example' })] }))
    const answer = await put(own, S, {
      ...sponsor(),
      speakers: [
        { email: 'İDA@xn--bcher-kva.EXAMPLE' },
        { email: 'ida@bücher.example' },
        { email: 'i\u0307da@bücher.example' },
      ],
    })
    expect(answer.speakers).toEqual([
      { id, email: 'İda@Bücher.example' },
      { id, email: 'ida@bücher.example', password },
      { id, email: 'i\u0307da@bücher.example', password },
    ])
  })
})

describe('a person whose e-mail has none', () => {
  const sent = person('ada', {
    email: ' Ada.Sample@Example.org ',
    username: 'Ada S',
    avatar: 'https://static.example.org/ada.png',
    description: 'Counts things.',
    job: 'Engineer',
    company: 'Example Ltd',
    tags: ['Rust', 'Web', 'Rust'],
    timezone: 'Europe/Paris',
    highlighted: true,
  })
  const made = { ...sent, email: 'Ada.Sample@Example.org', tags: ['Rust', 'Web'], id, role: 'speaker' }
  testScenarios(server, [
    {
      name: 'becomes a speaker with all that was sent, the e-mail trimmed and otherwise as sent',
      before: (own) => put(own, T, talk({ speakers: [sent] })),
      request: ['GET', T],
      status: 200,
      has: { speakers: [made] },
    },
    {
      name: 'becomes the same through a sponsor',
      before: (own) => put(own, S, sponsor({ speakers: [sent] })),
      request: ['GET', S],
      status: 200,
      has: { speakers: [made] },
    },
    {
      name: 'has nothing where nothing or null is sent, and is not highlighted',
      before: (own) =>
        put(
          own,
          S,
          sponsor({ speakers: [{ email: 'ada@example.org', firstName: null, username: null, job: null }] }),
        ),
      request: ['GET', '/users/ada@example.org'],
      status: 200,
      has: {
        firstName: null,
        lastName: null,
        avatar: null,
        description: null,
        job: null,
        company: null,
        tags: [],
        timezone: null,
        role: 'speaker',
        registrationStatus: 'accepted',
        options: { highlight: false },
      },
    },
    {
      name: 'twice in one list is refused at the second, whatever the case',
      request: [
        'PUT',
        T,
        talk({ speakers: [person('ada'), person('bo'), person('x', { email: 'ADA@example.org' })] }),
      ],
      status: 422,
      has: {
        errors: [
          {
            pointer: '/speakers/2/email',
            code: 'duplicate',
            message: 'is the e-mail address of an earlier person of the list',
          },
        ],
      },
      after: async (own) => expect(await emailsOf(own)).toEqual([]),
    },
    {
      name: 'twice among the moderators, or among the speakers of a sponsor, is refused as well',
      request: ['PUT', T, { moderators: [person('mo'), person('mo')] }],
      status: 422,
      has: { errors: [{ pointer: '/moderators/1/email', code: 'duplicate' }] },
      after: async (own) => {
        const answer = await own.send('PUT', S, { body: sponsor({ speakers: [person('mo'), person('mo')] }) })
        expect(answer.body.errors).toMatchObject([{ pointer: '/speakers/1/email', code: 'duplicate' }])
        expect(await emailsOf(own)).toEqual([])
      },
    },
    {
      name: 'as speaker and as moderator becomes one account, its password shown among the speakers alone',
      request: [
        'PUT',
        T,
        talk({
          speakers: [person('bo'), person('ada')],
          moderators: [person('ada', { email: 'ADA@example.org', firstName: 'Other' }), person('mo')],
        }),
      ],
      status: 201,
      has: {
        speakers: [
          { id, email: 'bo@example.org', password },
          { id, email: 'ada@example.org', password },
        ],
        moderators: [
          { id, email: 'ada@example.org' },
          { id, email: 'mo@example.org', password },
        ],
      },
      after: async (own, { body }) => {
        expect(body.moderators[0]).toEqual({ id: body.speakers[1].id, email: 'ada@example.org' })
        expect(await emailsOf(own)).toEqual(['ada@example.org', 'bo@example.org', 'mo@example.org'])
        expect((await get(own, '/users/ada@example.org')).firstName).toBe('Ada')
      },
    },
    {
      name: 'as a moderator becomes a speaker by role, without a warning',
      request: ['PUT', T, talk({ moderators: [person('mo')] })],
      status: 201,
      lacks: ['warnings'],
      after: async (own) => expect((await get(own, '/users/mo@example.org')).role).toBe('speaker'),
    },
    {
      name: 'fills lists of up to 50 speakers and 50 moderators',
      request: [
        'PUT',
        T,
        talk({
          speakers: Array.from({ length: 50 }, (_, i) => person(`s${i}`)),
          moderators: Array.from({ length: 50 }, (_, i) => person(`m${i}`)),
        }),
      ],
      status: 201,
      after: async (own) => expect((await emailsOf(own)).length).toBe(100),
    },
    {
      name: 'in a list of 51 is refused, and so is everyone',
      request: ['PUT', T, talk({ speakers: Array.from({ length: 51 }, (_, i) => person(`s${i}`)) })],
      status: 422,
      has: { errors: [{ pointer: '/speakers', code: 'maxItems', message: 'must have at most 50 items' }] },
      after: async (own) => expect(await emailsOf(own)).toEqual([]),
    },
  ])
})

describe('someone listed as moderator', () => {
  const warning = {
    code: 'moderator_is_attendee',
    message: 'The account is attached, but moderates only once its role is speaker, admin or owner.',
    pointer: '/moderators/1',
  }
  testScenarios(server, [
    {
      name: 'who is an attendee is attached, stays an attendee, and is warned of',
      before: (own) => makeAttendee(own, 'ada'),
      request: ['PUT', T, talk({ speakers: [person('bo')], moderators: [person('mo'), person('ada')] })],
      status: 201,
      has: { warnings: [warning] },
      after: async (own) =>
        expect((await get(own, T)).moderators).toMatchObject([
          { email: 'mo@example.org', role: 'speaker' },
          { email: 'ada@example.org', role: 'attendee' },
        ]),
    },
    ...(['admin', 'owner'] as const).map(
      (role): Scenario => ({
        name: `who is an ${role} is attached without a warning`,
        before: async (own) => {
          await makeAttendee(own, 'ada')
          await give(own, 'ada@example.org', role)
        },
        request: ['PUT', T, talk({ speakers: [person('bo')], moderators: [person('ada')] })],
        status: 201,
        lacks: ['warnings'],
      }),
    ),
    {
      name: 'is not warned of as a speaker of the talk',
      before: (own) => makeAttendee(own, 'ada'),
      request: ['PUT', T, talk({ speakers: [person('ada')] })],
      status: 201,
      lacks: ['warnings'],
    },
  ])
})

describe('the values of a person', () => {
  const speaker = (more: Record<string, unknown>) => ({ speakers: [person('ada', more)] })
  const at = (attribute: string) => `/speakers/0/${attribute}`
  const refused: [string, Refused][] = [
    ['an e-mail that is none', [{ email: 'ada' }, at('email'), 'must be an e-mail address']],
    [
      'an e-mail without a top-level domain',
      [{ email: 'ada@host' }, at('email'), 'must be an e-mail address'],
    ],
    [
      'an e-mail of more than 254 characters',
      [{ email: `ada@${'a.'.repeat(124)}org` }, at('email'), 'must have at most 254 characters'],
    ],
    ['an e-mail that is null', [{ email: null }, at('email'), 'must be a string, not null']],
    ['an empty name', [{ firstName: '' }, at('firstName'), 'must not be empty']],
    ['a blank name', [{ lastName: ' ' }, at('lastName'), 'must hold more than white space']],
    ['a name of 101', [{ firstName: astral(101) }, at('firstName'), 'must have at most 100 characters']],
    [
      'an avatar over http',
      [{ avatar: 'http://a.example.org' }, at('avatar'), 'must be an https address of a public host'],
    ],
    [
      'a description of 801',
      [{ description: astral(801) }, at('description'), 'must have at most 800 characters'],
    ],
    ['a job of 256', [{ job: astral(256) }, at('job'), 'must have at most 255 characters']],
    ['a company of 256', [{ company: astral(256) }, at('company'), 'must have at most 255 characters']],
    ['a username of 256', [{ username: astral(256) }, at('username'), 'must have at most 255 characters']],
    [
      'a time zone that is none',
      [{ timezone: 'Paris' }, at('timezone'), 'must be a time zone of the IANA database'],
    ],
    ['51 tags', [{ tags: Array(51).fill('x') }, at('tags'), 'must have at most 50 items']],
    ['a tag of 61', [{ tags: [astral(61)] }, `${at('tags')}/0`, 'must have at most 60 characters']],
    ['null for tags', [{ tags: null }, at('tags'), 'must be a list, not null']],
    ['null for highlighted', [{ highlighted: null }, at('highlighted'), 'must be true or false, not null']],
    [
      'an unknown attribute',
      [{ emial: 'x' }, at('emial'), 'is not a known attribute; did you mean "email"?'],
    ],
    ['a role', [{ role: 'owner' }, at('role'), 'is not a known attribute']],
    ['a password', [{ password: 'x' }, at('password'), 'is not a known attribute']],
  ]
  test.each(refused)(
    '%s is refused, in talks and sponsors alike',
    async (_name, [value, pointer, message]) => {
      const more = value as Record<string, unknown>
      const own = await server.ownPlatform()
      for (const [path, body] of [
        [T, talk(speaker(more))],
        [S, sponsor(speaker(more))],
      ] as const) {
        const answer = await own.send('PUT', path, { body })
        expect(answer.status, answer.text).toBe(422)
        expect(answer.body.errors).toEqual([{ pointer, code: expect.any(String), message }])
      }
      expect(await emailsOf(own)).toEqual([])
    },
  )

  const longest = {
    email: `ada@${'a.'.repeat(118)}example.org`,
    firstName: astral(100),
    lastName: astral(100),
    username: astral(255),
    description: astral(800),
    job: astral(255),
    company: astral(255),
    tags: [astral(60)],
  }
  test('are taken and read back at their longest, counted in code points', async () => {
    const own = await server.ownPlatform()
    expect(longest.email.length).toBe(251)
    await put(own, T, talk({ speakers: [longest] }))
    expect((await get(own, T)).speakers).toMatchObject([longest])
  })
  test('may be an empty description', async () => {
    const own = await server.ownPlatform()
    await put(own, T, talk(speaker({ description: '' })))
    expect((await get(own, T)).speakers).toMatchObject([{ description: '' }])
  })
})

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
    const own = await server.ownPlatform()
    await put(own, S, sponsor({ speakers: [{ email: 'Info.1@example.org', ...names }] }))
    expect((await get(own, S)).speakers[0].username).toMatch(new RegExp(`^${pattern}$`))
  })

  const taken = (pointer: string) => ({
    code: 'username_taken',
    message: 'The username is taken; one was generated instead.',
    pointer,
  })
  const usernames = async (own: Own) =>
    (await get(own, T)).speakers.map((speaker: { username: string }) => speaker.username)
  const generated = expect.stringMatching(/^sample\.bo#\d{4}$/)
  testScenarios(server, [
    {
      name: 'is the given one where it is free',
      request: ['PUT', T, talk({ speakers: [person('ada', { username: 'Countess' })] })],
      status: 201,
      lacks: ['warnings'],
      after: async (own) => expect(await usernames(own)).toEqual(['Countess']),
    },
    {
      name: 'is generated where the given one is taken, whatever its case, with a warning',
      before: (own) => makeAttendee(own, 'x', { username: 'Countess' }),
      request: ['PUT', T, talk({ speakers: [person('ada'), person('bo', { username: 'cOUNTESS ' })] })],
      status: 201,
      has: { warnings: [taken('/speakers/1/username')] },
      after: async (own) => expect((await usernames(own))[1]).toEqual(generated),
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
      after: async (own) => expect(await usernames(own)).toEqual(['c', generated]),
    },
    {
      name: 'differs for people of the same name',
      before: (own) =>
        put(
          own,
          T,
          talk({
            speakers: Array.from({ length: 30 }, (_, i) => person('bo', { email: `bo${i}@example.org` })),
          }),
        ),
      request: ['GET', T],
      status: 200,
      after: async (own) => expect(new Set(await usernames(own)).size).toBe(30),
    },
    {
      name: 'is unique in a platform, not beyond it',
      before: async (own) =>
        put(
          await server.ownPlatform(),
          T,
          talk({ speakers: [person('ada', { username: 'countess' })] }),
        ).then(() => own),
      request: ['PUT', T, talk({ speakers: [person('ada', { username: 'countess' })] })],
      status: 201,
      lacks: ['warnings'],
    },
  ])
})

describe('the password of a new account', () => {
  const rule = (minLength: number, digits: boolean, symbols: boolean) => (own: Own) =>
    changeSettings(own.api.installation, own.caller, { password: { minLength, digits, symbols } })
  const matches =
    (pattern: RegExp) =>
    async (_own: Own, { body }: { body: { speakers: { password: string }[] } }) => {
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
    const own = await server.ownPlatform()
    const made = await put(own, T, talk({ moderators: [person('mo')] }))
    const { body: sponsored } = await own.send('POST', '/sponsors', {
      body: sponsor({ speakers: [person('cy')] }),
    })
    const passwords = [...made.speakers, ...made.moderators, ...sponsored.speakers].map((one) => one.password)
    expect(passwords).toEqual([password, password, password])

    const users = await rowsOf(own, 'users')
    for (const { password_hash, password_must_change, password_expires_at } of users) {
      expect({ password_must_change, password_expires_at }).toEqual({
        password_must_change: 1,
        password_expires_at: own.api.clock.now() + 7 * 24 * 60 * 60 * 1000,
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
      ...(await Promise.all(paths.map(async (path) => (await own.send('GET', path)).text))),
      (await own.send('PUT', T, { body: talk({ moderators: [person('mo')] }) })).text,
      JSON.stringify(users),
      JSON.stringify(await eventsOf(own)),
      ...own.api.logged,
    ]
    for (const text of elsewhere) {
      for (const one of passwords) expect(text).not.toContain(one)
      expect(text).not.toMatch(/"password":|"passwordHash"/)
    }
    for (const text of elsewhere.filter((text) => !text.includes('password_hash')))
      expect(text).not.toContain('argon2')
  })
})
