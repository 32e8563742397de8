// Accounts whose change is decided more than once: the returned username and password are those that were committed.
import { expect, inject, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '../../../../test/support/api.ts'
import { attendee, person, talk } from '../../../../test/support/bodies.ts'
import { isReplayed, withKey } from '../../../../test/support/idempotency.ts'
import { queryStore } from '../../../../test/support/process.ts'
import { Visitor } from '../../../../test/support/visitors.ts'

/** The only free number, so that nearly every random one is refused by the unique constraint. */
const FREE = 4_711
type Credentials = { email: string; password: string }

/** Gives all numbers of a username away, except those that a condition leaves free. */
async function takeNumbers(
  { send, location }: TestApi,
  names: Record<string, unknown>,
  isTaken = `n <> ${FREE}`,
): Promise<string> {
  const { body } = await send('POST', '/users', { body: attendee('first', names) })
  const base = body.username.split('#')[0]
  const columns = await queryStore(location, `select * from users where id = '${body.id}'`)
  const numbered = `'${base}#' || substr(cast(10000 + n as text), 2)`
  const values: Record<string, string> = {
    id: `id || '-' || n`,
    email: `n || email`,
    email_key: `n || email_key`,
    username: numbered,
    username_key: numbered,
  }
  const all = Object.keys(columns[0] ?? {})
  await queryStore(
    location,
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 9999)
     insert into users (${all.join(', ')})
     select ${all.map((name) => values[name] ?? name).join(', ')} from users cross join numbers
     where id = '${body.id}' and ${isTaken} and '${body.username}' <> ${numbered}`,
  )
  return `${base}#${FREE}`
}

async function expectSignIn(api: TestApi, { email, password }: Credentials): Promise<void> {
  const { status } = await new Visitor(api).signIn(email, password)
  expect({ email, status }).toEqual({ email, status: 303 })
}

const passwordsIn = ({ text }: Answer) => text.match(/"password":"/g)?.length ?? 0

test('a generated username that is taken is replaced by the one that is free', async () => {
  await using api = await startApi()
  const names = { firstName: 'Ada', lastName: 'Full' }
  const free = await takeNumbers(api, names)
  const send = () => api.send('POST', '/users', { body: attendee('second', names), ...withKey('once') })
  const { status, body } = await send()
  expect({ status, username: body.username }).toEqual({ status: 201, username: free })
  await expectSignIn(api, { email: 'second@example.org', password: body.password })
  const replay = await send()
  expect([isReplayed(replay), replay.body.password]).toEqual([true, body.password])
})

test('a name whose numbers are all taken is refused, and nothing is created', async () => {
  await using api = await startApi()
  const names = { firstName: 'Ada', lastName: 'Full' }
  await takeNumbers(api, names, '1 = 1')
  const refused = [
    await api.send('POST', '/users', { body: attendee('second', names) }),
    await api.send('PUT', '/talks/ext:t', { body: talk({ speakers: [person('third', names)] }) }),
  ]
  for (const { status, body } of refused) {
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 409,
      code: 'username_taken',
      message: 'No username is available for this name. Send a username.',
    })
  }
  expect((await api.send('GET', '/users/third@example.org')).status).toBe(404)
  expect((await api.send('GET', '/talks')).body.items).toEqual([])
})

test('changes that share a transaction with one whose username is taken return the passwords that were committed', async () => {
  await using api = await startApi()
  const names = { firstName: 'Ada', lastName: 'Full' }
  const free = await takeNumbers(api, names)
  const others = Array.from({ length: 12 }, (_, i) => attendee(`other${i}`))
  const bodies = [...others.slice(0, 6), attendee('second', names), ...others.slice(6)]
  const answers = await Promise.all(bodies.map((body) => api.send('POST', '/users', { body })))
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
  expect(answers[6]?.body.username).toBe(free)
  for (const [i, { body }] of answers.entries())
    await expectSignIn(api, { email: bodies[i]?.email ?? '', password: body.password })
})

test('a batch, a talk, and an import with a taken username return the passwords that were committed', async () => {
  await using api = await startApi()
  const names = { firstName: 'Ada', lastName: 'Full' }
  await takeNumbers(api, names, 'n % 2500 <> 0')
  const others = ['b', 'c'].map((name) => ({ method: 'POST', path: '/users', body: attendee(name) }))
  const operation = { method: 'POST', path: '/users', body: attendee('a', names) }
  const batch = await api.send('POST', '/batch', { body: { operations: [...others, operation] } })
  const created = batch.body.results.map(({ body }: { body: { password: string } }) => body.password)
  expect(created).toHaveLength(3)
  for (const [i, name] of ['b', 'c', 'a'].entries())
    await expectSignIn(api, { email: `${name}@example.org`, password: created[i] })

  await api.send('PUT', '/talks/ext:t', { body: talk() })
  const speakers = [person('d', names), person('e')]
  const saved = await api.send('PUT', '/talks/ext:t', { body: { speakers } })
  expect(passwordsIn(saved)).toBe(2)
  for (const speaker of saved.body.speakers) await expectSignIn(api, speaker)

  const people = [person('f', names), person('g')].map((one) => ({ ...one, externalId: one.email }))
  const imported = await api.send('PUT', '/programme', { body: { source: 's', people } })
  expect(imported.body.accounts).toHaveLength(2)
  for (const account of imported.body.accounts) await expectSignIn(api, account)
})

test.runIf(inject('store') === 'postgres')(
  'changes at once that attach the same new person return one password, with which the person can sign in',
  async () => {
    await using api = await startApi({ isKeptAlive: true })
    const paths = Array.from({ length: 8 }, (_, i) => `/talks/ext:t${i}`)
    for (const path of paths) await api.send('PUT', path, { body: talk() })
    const answers = await Promise.all(
      paths.map((path) => api.send('PUT', path, { body: { speakers: [person('new')] } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    const accounts = answers.flatMap(({ body }) => body.speakers).filter(({ password }) => password)
    expect(accounts).toHaveLength(1)
    await expectSignIn(api, accounts[0])
  },
)
