// The report of PUT /programme: counts, new accounts, warnings, and refused items.
import { describe, expect, test } from 'vitest'
import { createUser, ID, PASSWORD } from '../../../test/support/accounts.ts'
import { attendee, person } from '../../../test/support/bodies.ts'
import {
  counts,
  emailsIn,
  importedPerson,
  importedSponsor,
  importedTalk,
  importProgramme,
  readExternalIds,
  sendProgramme,
  zeroCounts,
} from '../../../test/support/imports.ts'
import { readEmails, readEvents } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()

describe('the report of an import', () => {
  const programme = {
    people: [importedPerson('p1'), importedPerson('p2')],
    sponsors: [importedSponsor('s1', { speakers: [person('p2')] })],
    talks: [
      importedTalk('t1'),
      importedTalk('t2', { speakers: [person('p2'), person('p3')], moderators: [person('p1')] }),
    ],
  }

  test('has counts by kind and every new account once', async () => {
    const tenant = await server.createTenant()
    const answer = await sendProgramme(tenant, programme)
    expect(answer.body).toEqual({
      code: 'ok',
      message: '5 created, 0 updated, 0 unchanged, 0 removed, 0 refused.',
      created: counts(2, 1, 2),
      updated: zeroCounts,
      unchanged: zeroCounts,
      removed: zeroCounts,
      accounts: [
        {
          id: ID,
          email: 'p1@example.org',
          username: expect.stringMatching(/^sample\.p1#\d{4}$/),
          password: PASSWORD,
        },
        { id: ID, email: 'p2@example.org', username: expect.any(String), password: PASSWORD },
        { id: ID, email: 'p3@example.org', password: PASSWORD },
      ],
      refused: [],
    })
    expect((await get(tenant, '/users/ext:p1')).role).toBe('speaker')
    const { speakers, moderators } = await get(tenant, '/talks/ext:t2')
    expect([emailsIn(speakers), emailsIn(moderators)]).toEqual([
      ['p2@example.org', 'p3@example.org'],
      ['p1@example.org'],
    ])
  })

  test('counts unchanged objects, which are not written, and updated objects', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, programme)
    const events = await readEvents(tenant)
    expect(await importProgramme(tenant, programme)).toMatchObject({
      created: zeroCounts,
      updated: zeroCounts,
      unchanged: counts(2, 1, 2),
      accounts: [],
    })
    expect(await readEvents(tenant)).toEqual(events)
    const answer = await importProgramme(tenant, {
      talks: [importedTalk('t1', { title: 'New' }), importedTalk('t3')],
      people: [importedPerson('p1', { job: 'Engineer' }), importedPerson('p2')],
    })
    expect(answer).toMatchObject({
      created: counts(1, 0, 0),
      updated: counts(1, 0, 1),
      unchanged: counts(0, 0, 1),
      removed: zeroCounts,
    })
    expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ title: 'New', version: 2 })
    expect(await readExternalIds(tenant, 'sponsors')).toEqual(['s1'])
  })

  test('has warnings with pointers, and a type can make a new person an attendee', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { people: [importedPerson('p1', { type: 'Attendee' })] })
    expect((await get(tenant, '/users/ext:p1')).role).toBe('attendee')
    const { warnings } = await importProgramme(tenant, {
      people: [importedPerson('p0'), importedPerson('p1', { type: 'Speaker' })],
      talks: [importedTalk('t1'), importedTalk('t2', { type: 'youtube', moderators: [person('p1')] })],
    })
    expect(warnings.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/people/1/type', 'type_not_applied'],
      ['/talks/0/speakers/0', 'speaker_is_attendee'],
      ['/talks/1/speakers/0', 'speaker_is_attendee'],
      ['/talks/1/moderators/0', 'moderator_is_attendee'],
      ['/talks/1/video', 'video_missing'],
    ])
  })

  test('has only zeros for an empty programme', async () => {
    const tenant = await server.createTenant()
    expect(await importProgramme(tenant, {})).toMatchObject({
      created: zeroCounts,
      removed: zeroCounts,
      refused: [],
    })
  })
})

describe('a refused item', () => {
  test('is listed with its pointer and does not affect the others', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('taken', { externalId: 'other' }))
    const answer = await importProgramme(tenant, {
      people: [
        importedPerson('p1'),
        { ...importedPerson('p2'), email: 'p2' },
        importedPerson('taken'),
        { ...importedPerson('p4'), externalId: undefined },
        importedPerson('p1'),
      ],
      sponsors: [importedSponsor('s1', { level: 9, wrong: 1 }), importedSponsor('s2')],
      talks: [
        { externalId: 't1', title: 'Lacks' },
        importedTalk('t2'),
        { ...importedTalk('t3'), externalId: 7 },
      ],
    })
    expect(answer.created).toEqual(counts(1, 1, 1))
    type Problem = { pointer: string; code: string }
    const refusals = answer.refused.map(
      ({ pointer, code, errors = [] }: Problem & { errors?: Problem[] }) => [
        pointer,
        code,
        errors.map((error) => `${error.pointer} ${error.code}`),
      ],
    )
    expect(refusals).toEqual([
      ['/people/1', 'invalid_data', ['/people/1/email format']],
      ['/people/2', 'email_taken', ['/people/2/email email_taken']],
      ['/people/3', 'invalid_data', ['/people/3/externalId required']],
      ['/people/4', 'invalid_data', ['/people/4/externalId unique']],
      ['/sponsors/0', 'invalid_data', ['/sponsors/0/level maximum', '/sponsors/0/wrong unknown']],
      [
        '/talks/0',
        'invalid_data',
        ['/talks/0/description required', '/talks/0/start required', '/talks/0/speakers required'],
      ],
      ['/talks/2', 'invalid_data', ['/talks/2/externalId type']],
    ])
    expect(JSON.stringify(answer.refused)).not.toContain('example.org')
  })

  test.each([
    ['no source', { source: undefined }],
    ['an empty source', { source: '' }],
    ['an unknown list', { rooms: [] }],
    ['a list that is not an array', { talks: {} }],
    ['an item that is not an object', { talks: [7] }],
    ['a share above 1', { prune: true, maxRemovedShare: 1.1 }],
  ])('is the whole programme if it is malformed: %s', async (_name, body) => {
    const tenant = await server.createTenant()
    expect((await sendProgramme(tenant, { people: [importedPerson('p1')], ...body })).status).toBe(422)
    expect(await readEmails(tenant)).toEqual([])
  })
})
