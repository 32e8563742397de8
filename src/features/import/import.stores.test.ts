// PUT /programme: imports the talks, sponsors, people, and surveys of a source, and optionally removes those it no longer has.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../../test/support/accounts.ts'
import { type Answer, startApi } from '../../../test/support/api.ts'
import { attendee, person } from '../../../test/support/bodies.ts'
import { beforeChanges } from '../../../test/support/held-store.ts'
import { comparable, findPasswords, isReplayed, withKey } from '../../../test/support/idempotency.ts'
import {
  counts,
  createMany,
  emailsIn,
  importedPerson,
  importedSponsor,
  importedSurvey,
  importedTalk,
  importProgramme,
  readExternalIds,
  sendProgramme,
  zeroCounts,
} from '../../../test/support/imports.ts'
import { readEmails, readEvents, readRows } from '../../../test/support/rows.ts'
import { get, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { verifyPasswordNow } from '../../kernel/lib/security/passwords.ts'
import { changeRole } from '../people/roles.ts'

const server = useApi()

describe('an imported person', () => {
  test('adopts an account with the same e-mail and no external id', async () => {
    const tenant = await server.createTenant()
    const id = await createUser(tenant, attendee('p1', { job: 'Old', username: 'pat' }))
    const people = [importedPerson('p2'), importedPerson('P1', { email: 'P1@example.org', job: 'New' })]
    const warnings = [
      {
        code: 'account_adopted',
        message:
          'An existing account with this e-mail and no externalId is used for this person. Because no import created the account, no import removes it.',
        pointer: '/people/1',
      },
    ]
    expect((await sendProgramme(tenant, { people }, '?dryRun=true')).body).toMatchObject({ warnings })
    const answer = await importProgramme(tenant, { people })
    expect(answer).toMatchObject({ created: counts(0, 0, 1), updated: counts(0, 0, 1), warnings })
    expect(emailsIn(answer.accounts)).toEqual(['p2@example.org'])
    expect(await get(tenant, '/users/ext:P1')).toMatchObject({
      id,
      job: 'New',
      username: 'pat',
      role: 'attendee',
    })
    // The next imports find the account by its external id.
    expect((await importProgramme(tenant, { people })).warnings).toBeUndefined()
    expect((await importProgramme(tenant, { people: [], prune: true, confirm: true })).removed).toEqual(
      counts(0, 0, 1),
    )
    expect(await readExternalIds(tenant, 'users')).toEqual(['P1'])
  })

  test('adopts an account that an earlier talk created', async () => {
    const tenant = await server.createTenant()
    const { accounts } = await importProgramme(tenant, { talks: [importedTalk('t1')] })
    const answer = await importProgramme(tenant, {
      talks: [importedTalk('t1')],
      people: [importedPerson('p1')],
    })
    expect(answer).toMatchObject({ unchanged: counts(1, 0, 0), updated: counts(0, 0, 1), accounts: [] })
    expect((await get(tenant, '/users/ext:p1')).id).toBe(accounts[0].id)
  })

  test('does not adopt an account with another external id', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('p1', { externalId: 'other' }))
    const before = await get(tenant, '/users/ext:other')
    const { refused } = await importProgramme(tenant, { people: [importedPerson('p1')] })
    expect(refused).toMatchObject([{ pointer: '/people/0', code: 'email_taken' }])
    expect(await get(tenant, '/users/ext:other')).toEqual(before)
  })

  test('who is an admin keeps the account and its sign-in data with a standard key', async () => {
    const tenant = await server.createTenant()
    await createUserWithRole(tenant, 'admin', attendee('adm', { username: 'adm' }))
    await createUserWithRole(tenant, 'owner', attendee('boss'))
    const people = [
      importedPerson('adm', { username: 'other', job: 'x' }),
      importedPerson('boss', { email: 'BOSS@example.org' }),
      importedPerson('p1'),
    ]
    const { refused, created } = await importProgramme(tenant, { people })
    expect(refused).toMatchObject([
      { pointer: '/people/0', code: 'protected_account' },
      { pointer: '/people/1', code: 'protected_account' },
    ])
    expect(created).toEqual(counts(0, 0, 1))
    await importProgramme(tenant, { people: [importedPerson('late'), importedPerson('p1')] })
    const { id } = await get(tenant, '/users/late@example.org')
    await changeRole(tenant.api.installation, tenant.caller, { id, role: 'admin' })
    const pruned = await importProgramme(tenant, {
      people: [importedPerson('p1')],
      prune: true,
      confirm: true,
    })
    expect(pruned.refused).toEqual([
      { pointer: '/people', externalId: 'late', id, code: 'protected_account', message: expect.any(String) },
    ])
    expect(pruned.removed).toEqual(zeroCounts)
    expect((await readRows(tenant, 'users')).length).toBe(4)
  })

  test('does not affect another platform', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    await importProgramme(other, { people: [importedPerson('p1')], talks: [importedTalk('t1')] })
    const before = [await readRows(other, 'users'), await readRows(other, 'talks')]
    expect(await importProgramme(tenant, { people: [importedPerson('p1')], talks: [] })).toMatchObject({
      created: counts(0, 0, 1),
    })
    await importProgramme(tenant, { people: [], talks: [], prune: true, confirm: true })
    expect([await readRows(other, 'users'), await readRows(other, 'talks')]).toEqual(before)
  })
})

describe('an atomic import', () => {
  test('does nothing if an item is refused by validation or by the store', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('taken', { externalId: 'other' }))
    const events = await readEvents(tenant)
    const valid = { people: createMany(40, importedPerson, 'p'), talks: [importedTalk('t1')], atomic: true }
    const byValidation = await sendProgramme(tenant, {
      ...valid,
      sponsors: [importedSponsor('s1', { level: 9 })],
    })
    const byStore = await sendProgramme(tenant, {
      ...valid,
      people: [...valid.people, importedPerson('taken')],
    })
    expect(byValidation.body).toMatchObject({
      code: 'atomic_refused',
      errors: [{ pointer: '/sponsors/0' }, { pointer: '/sponsors/0/level' }],
    })
    expect(byStore.body).toMatchObject({
      code: 'atomic_refused',
      errors: [
        { pointer: '/people/40', code: 'email_taken' },
        { pointer: '/people/40/email', code: 'email_taken' },
      ],
    })
    const byBoth = await sendProgramme(tenant, {
      ...valid,
      people: [...valid.people, importedPerson('taken'), importedPerson('p1')],
      sponsors: [importedSponsor('s1', { level: 9 })],
    })
    expect(byBoth.body).toMatchObject({
      code: 'atomic_refused',
      errors: [
        { pointer: '/people/40', code: 'email_taken' },
        { pointer: '/people/40/email', code: 'email_taken' },
        { pointer: '/people/41', code: 'invalid_data' },
        { pointer: '/people/41/externalId', code: 'unique' },
        { pointer: '/sponsors/0', code: 'invalid_data' },
        { pointer: '/sponsors/0/level' },
      ],
    })
    expect(await readEvents(tenant)).toEqual(events)
    expect(await readEmails(tenant)).toEqual(['taken@example.org'])
  })

  test('executes everything, including removals', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, {
      people: [importedPerson('a'), importedPerson('b')],
      talks: [importedTalk('t0', { speakers: [person('a')] })],
    })
    const answer = await importProgramme(tenant, {
      people: createMany(60, importedPerson, 'p'),
      talks: createMany(40, (name) => importedTalk(name), 't'),
      atomic: true,
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({
      created: counts(39, 0, 60),
      updated: counts(1, 0, 0),
      removed: counts(0, 0, 2),
    })
    expect(answer.accounts.length).toBe(60)
    expect((await readRows(tenant, 'users')).length).toBe(60)
  })
})

describe('an interrupted import', () => {
  test('continues when repeated with the same key and returns all passwords', {
    timeout: 120_000,
  }, async () => {
    let changes = 0
    let isInterrupted = false
    await using api = await startApi()
    beforeChanges(api.installation.store, async () => {
      if (isInterrupted && ++changes > 3) throw new Error('The change failed.')
    })
    const tenant: Tenant = { ...api.platform, api, send: api.send }
    await importProgramme(tenant, { people: [importedPerson('old')] })
    const body = {
      source: 'crm',
      people: createMany(100, importedPerson, 'p'),
      talks: createMany(30, (name) => importedTalk(name, { speakers: [person(`of-${name}`)] }), 't'),
      prune: true,
      confirm: true,
    }
    const send = () => tenant.send('PUT', '/programme', { body, ...withKey('once') })
    isInterrupted = true
    expect((await send()).status).toBe(500)
    const created = await readEmails(tenant)
    expect(created.length).toBeGreaterThan(1)
    expect(created.length).toBeLessThan(100)
    isInterrupted = false
    const second = await send()
    expect(second.status, second.text).toBe(200)
    expect(isReplayed(second)).toBe(false)
    expect(second.body).toMatchObject({ created: counts(30, 0, 100), removed: counts(0, 0, 1), refused: [] })
    expect(second.body.accounts.length).toBe(130)
    expect(new Set(findPasswords(second)).size).toBe(130)
    const hashOf = new Map((await readRows(tenant, 'users')).map((row) => [row.email, row.password_hash]))
    for (const { email, password } of second.body.accounts)
      expect([email, verifyPasswordNow(password, String(hashOf.get(email)))]).toEqual([email, true])
    const third = await send()
    expect(comparable(third)).toEqual(comparable(second))
    expect(isReplayed(third)).toBe(true)
  })

  test('ends the same when repeated without a key, but without the lost passwords', async () => {
    const tenant = await server.createTenant()
    const body = {
      people: createMany(60, importedPerson, 'p'),
      talks: createMany(30, (name) => importedTalk(name), 't'),
    }
    await importProgramme(tenant, {
      ...body,
      talks: body.talks.slice(0, 10),
      people: body.people.slice(0, 30),
    })
    expect(await importProgramme(tenant, body)).toMatchObject({
      created: counts(20, 0, 30),
      unchanged: counts(10, 0, 30),
    })
  })
})

test('importing any programme with pruning leaves exactly that programme of the source, as a dry run reports', {
  timeout: 180_000,
}, async () => {
  const pick = (prefix: string) =>
    fc
      .uniqueArray(fc.record({ n: fc.integer({ min: 0, max: 11 }), v: fc.integer({ min: 1, max: 3 }) }), {
        selector: ({ n }) => n,
        maxLength: 10,
      })
      .map((items) => items.map(({ n, v }) => ({ name: `${prefix}${n}`, v })))
  const programmes = fc.record({
    people: pick('p'),
    sponsors: pick('s'),
    talks: pick('t'),
    surveys: pick('v'),
    speakers: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  })
  const bodyOf = ({
    people,
    sponsors,
    talks,
    surveys,
    speakers,
  }: typeof programmes extends fc.Arbitrary<infer P> ? P : never) => ({
    people: people.map(({ name, v }) => importedPerson(name, { job: `Job ${v}` })),
    sponsors: sponsors.map(({ name, v }) => importedSponsor(name, { level: v })),
    // Speakers are people of the programme or have no external id.
    talks: talks.map(({ name, v }) =>
      importedTalk(name, {
        title: `Title ${v}`,
        speakers: [...new Set(speakers)].map((n) => person(people[n]?.name ?? `free${n}`)),
      }),
    ),
    // About talks of the programme or the whole event.
    surveys: surveys.map(({ name, v }, place) =>
      importedSurvey(name, { title: `Title ${v}`, talkId: talks[place] ? `ext:${talks[place].name}` : null }),
    ),
  })
  const readImported = async (tenant: Tenant, kind: string) =>
    (await get(tenant, `/${kind}?limit=200`)).items.filter(
      (one: { externalId: string | null }) => one.externalId !== null,
    )
  await fc.assert(
    fc.asyncProperty(programmes, programmes, fc.boolean(), async (a, b, atomic) => {
      const tenant = await server.createTenant()
      const next = bodyOf(b)
      await importProgramme(tenant, bodyOf(a))
      const pruned = { ...next, prune: true, confirm: true, atomic }
      const { body: dry } = await sendProgramme(tenant, pruned, '?dryRun=true')
      const answer = await importProgramme(tenant, pruned)
      expect(answer.refused).toEqual([])
      const reportOf = ({
        created,
        updated,
        unchanged,
        removed,
        refused,
        warnings,
        accounts,
      }: Answer['body']) => ({
        ...{ created, updated, unchanged, removed, refused, warnings },
        accounts: emailsIn(accounts),
      })
      expect(reportOf(dry)).toEqual(reportOf(answer))
      const [people, sponsors, talks, surveys] = [
        await readImported(tenant, 'users'),
        await readImported(tenant, 'sponsors'),
        await readImported(tenant, 'talks'),
        await readImported(tenant, 'surveys'),
      ]
      const byName = (x: string[], y: string[]) => ((x[0] ?? '') < (y[0] ?? '') ? -1 : 1)
      expect(
        people.map((one: Record<string, string>) => [one.externalId, one.email, one.job]).sort(byName),
      ).toEqual(
        next.people
          .map(({ externalId, email, job }: Record<string, unknown>) => [externalId, email, job] as string[])
          .sort(byName),
      )
      expect(
        sponsors.map((one: Record<string, unknown>) => [one.externalId, one.level]).sort(byName),
      ).toEqual(
        next.sponsors
          .map(({ externalId, level }: Record<string, unknown>) => [externalId, level] as string[])
          .sort(byName),
      )
      expect(
        talks
          .map((one: Record<string, never>) => [
            one.externalId,
            one.title,
            emailsIn(one.speakers ?? []).join(' '),
          ])
          .sort(byName),
      ).toEqual(
        next.talks
          .map(
            ({ externalId, title, speakers }: Record<string, unknown>) =>
              [externalId, title, emailsIn(speakers as never).join(' ')] as string[],
          )
          .sort(byName),
      )
      const nameOf = new Map(talks.map((one: Record<string, string>) => [one.id, `ext:${one.externalId}`]))
      expect(
        surveys
          .map(({ externalId, title, talkId }: Record<string, string>) => [
            externalId,
            title,
            nameOf.get(talkId) ?? null,
          ])
          .sort(byName),
      ).toEqual(
        next.surveys
          .map(
            ({ externalId, title, talkId }: Record<string, unknown>) =>
              [externalId, title, talkId] as string[],
          )
          .sort(byName),
      )
      const again = await importProgramme(tenant, { ...next, prune: true })
      expect(again).toMatchObject({ created: zeroCounts, updated: zeroCounts, removed: zeroCounts })
    }),
    { numRuns: 25 },
  )
})
