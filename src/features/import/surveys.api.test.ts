// PUT /programme with surveys: they find talks of the same request, and follow the rules of PUT /surveys.
import { describe, expect, test } from 'vitest'
import { createUser, ID } from '../../../test/support/accounts.ts'
import { attendee, survey, talk } from '../../../test/support/bodies.ts'
import { readContent } from '../../../test/support/dry-runs.ts'
import {
  counts,
  importedPerson,
  importedSurvey,
  importedTalk,
  importProgramme,
  readExternalIds,
  sendProgramme,
  zeroCounts,
} from '../../../test/support/imports.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { answerSurvey } from '../surveys/answers/answers.ts'

const server = useApi({ isJobless: true })
const choice = { kind: 'single', text: 'Again?', options: ['Yes', 'No'] }

const eventsOf = async (tenant: Tenant) =>
  (await get(tenant, '/events?types=survey.*')).items.map(({ type }: { type: string }) => type)

describe('an imported survey', () => {
  test('finds its talk in the same request, and is updated by the next import', async () => {
    const tenant = await server.createTenant()
    const programme = {
      surveys: [
        importedSurvey('of-talk', { talkId: 'ext:t1', opens: 'talk_end' }),
        importedSurvey('of-event'),
      ],
      talks: [importedTalk('t1')],
      people: [importedPerson('p1')],
    }
    const answer = await importProgramme(tenant, programme)
    expect(answer).toMatchObject({
      message: '4 created, 0 updated, 0 unchanged, 0 removed, 0 refused.',
      created: counts(1, 0, 1, 2),
      updated: zeroCounts,
      refused: [],
    })
    const { id: talkId } = await get(tenant, '/talks/ext:t1')
    expect(await get(tenant, '/surveys/ext:of-talk')).toMatchObject({ talkId, state: 'draft', version: 1 })
    expect(await get(tenant, '/surveys/ext:of-event')).toMatchObject({ talkId: null, state: 'draft' })
    const events = await readEvents(tenant)
    expect(await importProgramme(tenant, programme)).toMatchObject({ unchanged: counts(1, 0, 1, 2) })
    expect(await readEvents(tenant)).toEqual(events)
    await tenant.send('POST', '/surveys/ext:of-talk/open')
    const next = { surveys: [importedSurvey('of-talk', { title: 'New', talkId: 'ext:t1' })] }
    expect(await importProgramme(tenant, next)).toMatchObject({
      updated: counts(0, 0, 0, 1),
      unchanged: zeroCounts,
    })
    expect(await get(tenant, '/surveys/ext:of-talk')).toMatchObject({ title: 'New', state: 'open' })
    expect(await eventsOf(tenant)).toEqual([
      'survey.created',
      'survey.created',
      'survey.opened',
      'survey.updated',
    ])
  })

  test('that is refused is listed with its pointer and does not affect the others', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/surveys/ext:used', survey())
    const { id: surveyId } = await get(tenant, '/surveys/ext:used')
    await tenant.send('POST', '/surveys/ext:used/open')
    const actor = {
      kind: 'user' as const,
      level: 'standard' as const,
      id: await createUser(tenant, attendee('ada', { options: { endRegistration: true } })),
    }
    await answerSurvey(tenant.api.installation, { ...tenant.caller, actor }, { surveyId, sent: [['0']] })
    const { created, updated, refused } = await importProgramme(tenant, {
      surveys: [
        importedSurvey('s1'),
        importedSurvey('s1'),
        importedSurvey('s2', { talkId: 'ext:none' }),
        importedSurvey('s3', { questions: [{ ...choice, options: ['Yes'] }] }),
        { externalId: 's4', title: 'Lacks' },
        importedSurvey('s5', { state: 'open' }),
        importedSurvey('used', { questions: [choice] }),
        { ...survey(), externalId: 7 },
      ],
    })
    expect([created, updated]).toEqual([counts(0, 0, 0, 1), zeroCounts])
    type Problem = { pointer: string; code: string; errors?: Problem[] }
    expect(
      refused.map(({ pointer, code, errors = [] }: Problem) => [
        pointer,
        code,
        errors.map((error) => `${error.pointer} ${error.code}`),
      ]),
    ).toEqual([
      ['/surveys/1', 'invalid_data', ['/surveys/1/externalId unique']],
      ['/surveys/2', 'invalid_data', ['/surveys/2/talkId unknown_talk']],
      ['/surveys/3', 'invalid_data', ['/surveys/3/questions/0/options choices']],
      ['/surveys/4', 'invalid_data', ['/surveys/4/questions required']],
      ['/surveys/5', 'invalid_data', ['/surveys/5/state unknown']],
      ['/surveys/6', 'survey_in_use', []],
      ['/surveys/7', 'invalid_data', ['/surveys/7/externalId type']],
    ])
    expect(await readExternalIds(tenant, 'surveys')).toEqual(['s1', 'used'])
  })

  test('is undone with the rest of an atomic import', async () => {
    const tenant = await server.createTenant()
    const programme = {
      talks: [importedTalk('t1')],
      surveys: [importedSurvey('s1', { talkId: 'ext:t1' }), importedSurvey('s2', { talkId: 'ext:none' })],
      atomic: true,
    }
    const { status, body } = await sendProgramme(tenant, programme)
    expect([status, body.code]).toEqual([422, 'atomic_refused'])
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/surveys/1',
      '/surveys/1/talkId',
    ])
    expect(await readExternalIds(tenant, 'surveys')).toEqual([])
    expect(await readExternalIds(tenant, 'talks')).toEqual([])
  })

  test('in a dry run changes nothing, and a new talk appears as its own identifier', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:old', talk())
    const { id: old } = await get(tenant, '/talks/ext:old')
    await importProgramme(tenant, {
      surveys: [importedSurvey('s1', { talkId: old }), importedSurvey('gone')],
    })
    const content = await readContent(tenant)
    const programme = {
      talks: [importedTalk('new')],
      surveys: [importedSurvey('s1', { talkId: 'ext:new' }), importedSurvey('s2', { talkId: 'ext:new' })],
      prune: true,
      confirm: true,
    }
    const { body: dry } = await sendProgramme(tenant, programme, '?dryRun=true')
    expect(dry).toMatchObject({
      created: counts(1, 0, 0, 1),
      updated: counts(0, 0, 0, 1),
      removed: counts(0, 0, 0, 1),
      refused: [],
    })
    const ofSurveys = dry.changes.filter(({ kind }: { kind: string }) => kind === 'surveys')
    expect(ofSurveys).toMatchObject([
      { action: 'updated', pointer: '/surveys/0', id: ID },
      { action: 'created', pointer: '/surveys/1', id: null },
      { action: 'removed', id: ID },
    ])
    expect(ofSurveys[0].changes).toEqual([{ pointer: '/talkId', before: old, after: 'ext:new' }])
    expect(ofSurveys[1].changes).toContainEqual({ pointer: '/talkId', before: null, after: 'ext:new' })
    expect(await content.changes()).toEqual([])
    expect(await importProgramme(tenant, programme)).toMatchObject({
      created: dry.created,
      updated: dry.updated,
      removed: dry.removed,
    })
  })
})

describe('pruning of surveys', () => {
  test('removes those of the source that are no longer sent, each before its talk', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/surveys/ext:mine', survey())
    await importProgramme(tenant, { source: 'other', surveys: [importedSurvey('o1')] })
    await importProgramme(tenant, {
      talks: [importedTalk('t1'), importedTalk('t2')],
      surveys: [importedSurvey('s1', { talkId: 'ext:t1' }), importedSurvey('s2', { talkId: 'ext:t2' })],
    })
    const pruned = { prune: true, confirm: true }
    expect(
      (await importProgramme(tenant, { talks: [importedTalk('t1'), importedTalk('t2')], ...pruned })).removed,
    ).toEqual(zeroCounts)
    const answer = await importProgramme(tenant, {
      talks: [importedTalk('t2')],
      surveys: [importedSurvey('s2')],
      ...pruned,
    })
    expect(answer).toMatchObject({ removed: counts(1, 0, 0, 1), refused: [] })
    expect(await readExternalIds(tenant, 'surveys')).toEqual(['mine', 'o1', 's2'])
    expect((await eventsOf(tenant)).filter((type: string) => type === 'survey.deleted').length).toBe(1)
  })

  test('keeps a survey that moves to another talk while its old one is removed', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, {
      talks: [importedTalk('t1')],
      surveys: [importedSurvey('s1', { talkId: 'ext:t1' })],
    })
    const answer = await importProgramme(tenant, {
      talks: [importedTalk('t2')],
      surveys: [importedSurvey('s1', { talkId: 'ext:t2' })],
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({ updated: counts(0, 0, 0, 1), removed: counts(1, 0, 0, 0), refused: [] })
    const { id: talkId } = await get(tenant, '/talks/ext:t2')
    expect(await get(tenant, '/surveys/ext:s1')).toMatchObject({ talkId })
  })

  test('removes no more than the allowed share', async () => {
    const tenant = await server.createTenant()
    await importProgramme(tenant, { surveys: [importedSurvey('s1'), importedSurvey('s2')] })
    const { status, body } = await sendProgramme(tenant, { surveys: [importedSurvey('s1')], prune: true })
    expect([status, body.code]).toEqual([409, 'prune_too_large'])
    expect(body.message).toContain('1 of 2 surveys')
    expect(await readExternalIds(tenant, 'surveys')).toEqual(['s1', 's2'])
  })
})
