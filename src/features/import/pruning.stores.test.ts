// PUT /programme with `prune`: removes objects of the source that it no longer has.
import { describe, expect, test } from 'vitest'
import { createUser } from '../../../test/support/accounts.ts'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import {
  counts,
  createMany,
  importedPerson,
  importedSponsor,
  importedTalk,
  importProgramme,
  readExternalIds,
  sendProgramme,
  zeroCounts,
} from '../../../test/support/imports.ts'
import { readEmails, readEvents, readRows } from '../../../test/support/rows.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()

describe('pruning', () => {
  test('removes objects of the same source that are missing from the lists in the request', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('mine'))
    await put(tenant, '/sponsors/ext:mine', sponsor())
    await importProgramme(tenant, {
      source: 'other',
      people: [importedPerson('o1')],
      sponsors: [importedSponsor('o1')],
      talks: [importedTalk('o1')],
    })
    const all = {
      people: [importedPerson('p1'), importedPerson('p2')],
      sponsors: [importedSponsor('s1'), importedSponsor('s2')],
      talks: [importedTalk('t1'), importedTalk('t2')],
    }
    await importProgramme(tenant, all)
    expect((await importProgramme(tenant, { sponsors: [importedSponsor('s1')] })).removed).toEqual(zeroCounts)
    expect(
      (await importProgramme(tenant, { sponsors: [importedSponsor('s1')], prune: true, confirm: true }))
        .removed,
    ).toEqual(counts(0, 1, 0))
    expect(await readExternalIds(tenant, 'sponsors')).toEqual(['mine', 'o1', 's1'])
    expect(await readExternalIds(tenant, 'talks')).toEqual(['o1', 't1', 't2'])
    const rest = {
      people: [importedPerson('p1')],
      sponsors: [importedSponsor('s1')],
      talks: [importedTalk('t2')],
    }
    expect((await importProgramme(tenant, { ...rest, prune: true, confirm: true })).removed).toEqual(
      counts(1, 0, 1),
    )
    expect(await readExternalIds(tenant, 'users')).toEqual([null, 'o1', 'p1'])
    expect(await readExternalIds(tenant, 'talks')).toEqual(['o1', 't2'])
  })

  test('never takes over an object of another source, and says whose it is', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { source: 'a', sponsors: [importedSponsor('s1'), importedSponsor('s2')] })
    for (const query of ['?dryRun=true', '']) {
      const answer = await put(tenant, `/programme${query}`, {
        source: 'b',
        sponsors: [importedSponsor('s1', { name: 'Other' }), importedSponsor('s3')],
      })
      expect(answer).toMatchObject({
        created: { sponsors: 1 },
        updated: { sponsors: 0 },
        refused: [{ pointer: '/sponsors/0', code: 'other_source', source: 'a' }],
      })
    }
    await importProgramme(tenant, { source: 'b', sponsors: [], prune: true, confirm: true })
    expect(await readExternalIds(tenant, 'sponsors')).toEqual(['s1', 's2'])
  })

  test('never removes an account that no import created', async () => {
    const tenant = await server.createTenant()
    await tenant.send('POST', '/users', { body: attendee('p1') })
    await put(tenant, '/talks/ext:own', talk({ speakers: [person('p2')] }))
    const people = [
      importedPerson('p1', { job: 'Engineer' }),
      importedPerson('p2', { job: 'Engineer' }),
      importedPerson('p3'),
    ]
    expect((await importProgramme(tenant, { people })).updated).toEqual(counts(0, 0, 2))
    expect((await importProgramme(tenant, { people })).unchanged).toEqual(counts(0, 0, 3))
    await tenant.send('DELETE', '/talks/ext:own')
    const answer = await importProgramme(tenant, { people: [], prune: true, confirm: true })
    expect(answer.removed).toEqual(counts(0, 0, 1))
    expect(await readExternalIds(tenant, 'users')).toEqual(['p1', 'p2'])
  })

  test('keeps objects whose items are refused', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { sponsors: [importedSponsor('s1'), importedSponsor('s2')] })
    const answer = await importProgramme(tenant, {
      sponsors: [importedSponsor('s1', { level: 9 }), { externalId: 's2', wrong: 1 }],
      prune: true,
      confirm: true,
    })
    expect(answer.removed).toEqual(zeroCounts)
    expect(await readExternalIds(tenant, 'sponsors')).toEqual(['s1', 's2'])
  })

  const unreadable: [name: string, externalId: object, code: string, message: string][] = [
    ['missing', {}, 'required', 'is required, because pruning needs it'],
    ['misspelled', { externalID: 's2' }, 'required', 'is required, because pruning needs it'],
    ['null', { externalId: null }, 'type', 'must be a string, not null, because pruning needs it'],
    ['a number', { externalId: 7 }, 'type', 'must be a string, because pruning needs it'],
    ['empty', { externalId: '' }, 'minLength', expect.stringMatching(/, because pruning needs it$/)],
    [
      'missing among many unknown attributes',
      Object.assign({}, ...createMany(60, (name) => ({ [name]: 1 }))),
      'required',
      'is required, because pruning needs it',
    ],
  ]
  test.each(unreadable)(
    'refuses the whole programme if an external id is %s',
    async (_name, attributes, code, message) => {
      const tenant = await server.createTenant()
      await importProgramme(tenant, { sponsors: [importedSponsor('s1'), importedSponsor('s2')] })
      const events = await readEvents(tenant)
      const body = {
        people: [importedPerson('p1')],
        sponsors: [importedSponsor('s1', { level: 1 }), { ...sponsor({ name: 's2' }), ...attributes }],
        confirm: true,
      }
      for (const atomic of [false, true]) {
        for (const query of ['', '?dryRun=true']) {
          const { status, body: problem } = await sendProgramme(
            tenant,
            { ...body, atomic, prune: true },
            query,
          )
          expect({ status, code: problem.code, errors: problem.errors }).toEqual({
            status: 422,
            code: 'invalid_data',
            errors: [{ pointer: '/sponsors/1/externalId', code, message }],
          })
        }
      }
      expect(await readEvents(tenant)).toEqual(events)
      expect(await readExternalIds(tenant, 'sponsors')).toEqual(['s1', 's2'])
      // Without pruning, only the item is refused.
      expect(await importProgramme(tenant, body)).toMatchObject({
        created: counts(0, 0, 1),
        updated: counts(0, 1, 0),
        refused: [{ pointer: '/sponsors/1', code: 'invalid_data' }],
      })
    },
  )

  test('keeps a person in the programme whose external id was cleared', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { people: [importedPerson('p1'), importedPerson('p2')] })
    await put(tenant, '/users/ext:p1', { externalId: null })
    const answer = await importProgramme(tenant, {
      people: [importedPerson('p1'), importedPerson('p2')],
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({
      updated: counts(0, 0, 1),
      unchanged: counts(0, 0, 1),
      removed: zeroCounts,
      warnings: [
        {
          code: 'account_adopted',
          message: 'An existing account with this e-mail and no externalId is used for this person.',
          pointer: '/people/0',
        },
      ],
    })
    expect(await readEmails(tenant)).toEqual(['p1@example.org', 'p2@example.org'])
  })

  test('keeps and lists the only speaker of a talk that no import created', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { people: [importedPerson('p1'), importedPerson('p2')] })
    await put(tenant, '/talks/ext:mine', talk({ speakers: [person('p1')] }))
    const { id } = await get(tenant, '/users/ext:p1')
    const without = { people: [importedPerson('p2')], prune: true, confirm: true }
    const refused = [{ pointer: '/people', id, code: 'sole_speaker' }]
    const atomic = await sendProgramme(tenant, { ...without, atomic: true })
    expect(atomic.body).toMatchObject({ code: 'atomic_refused', errors: refused })
    expect(await importProgramme(tenant, without)).toMatchObject({ removed: zeroCounts, refused })
  })

  test('removes speakers together with their talks or after their talks have other speakers', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, {
      people: [importedPerson('p1'), importedPerson('p2'), importedPerson('p3')],
      talks: [
        importedTalk('t1', { speakers: [person('p1')] }),
        importedTalk('t2', { speakers: [person('p2')] }),
      ],
    })
    const answer = await importProgramme(tenant, {
      people: [importedPerson('p3')],
      talks: [importedTalk('t2', { speakers: [person('p3')] })],
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({ removed: counts(1, 0, 2), refused: [] })
  })

  const shares: [
    name: string,
    of: number,
    left: number,
    more: { maxRemovedShare?: number; confirm?: boolean },
    isDone: boolean,
  ][] = [
    ['a fifth', 10, 8, {}, true],
    ['more than a fifth', 10, 7, {}, false],
    ['all', 3, 0, {}, false],
    ['one of four', 4, 3, {}, false],
    ['exactly the allowed share of a hundred', 100, 71, { maxRemovedShare: 0.29 }, true],
    ['one more than the allowed share of a hundred', 100, 70, { maxRemovedShare: 0.29 }, false],
    ['one of four, with a larger share', 4, 3, { maxRemovedShare: 0.25 }, true],
    ['one of ten, with a small share', 10, 9, { maxRemovedShare: 0.001 }, false],
    ['one of ten, with a share of zero', 10, 9, { maxRemovedShare: 0 }, false],
    ['nothing, with a share of zero', 4, 4, { maxRemovedShare: 0 }, true],
    ['all, confirmed', 3, 0, { confirm: true }, true],
    ['all, confirmed despite a small share', 3, 0, { confirm: true, maxRemovedShare: 0.1 }, true],
  ]
  test.each(shares)('removes at most the allowed share: %s', async (_name, of, left, more, isDone) => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, {
      sponsors: createMany(of, importedSponsor),
      people: [importedPerson('p1')],
    })
    const events = await readEvents(tenant)
    const answer = await sendProgramme(tenant, {
      sponsors: createMany(left, (name) => importedSponsor(name, { level: 1 })),
      people: [importedPerson('p1', { job: 'New' }), importedPerson('p2')],
      prune: true,
      ...more,
    })
    if (isDone) {
      expect(answer.body).toMatchObject({ removed: counts(0, of - left, 0), updated: counts(0, left, 1) })
      expect((await readRows(tenant, 'sponsors')).length).toBe(left)
      return
    }
    const { maxRemovedShare: share = 0.2 } = more
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'prune_too_large',
      message: `Pruning would remove ${of - left} of ${of} sponsors, which is more than the allowed share of ${share}. Nothing was changed.`,
    })
    expect(await readEvents(tenant)).toEqual(events)
    expect(await readEmails(tenant)).toEqual(['p1@example.org'])
  })
})
