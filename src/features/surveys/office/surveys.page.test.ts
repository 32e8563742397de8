// Surveys in the Back Office: the form with rows of questions, the list, and deletion.
import { expect, test } from 'vitest'
import { survey } from '../../../../test/support/bodies.ts'
import { get, put, useApi } from '../../../../test/support/scenarios.ts'
import { createSite, signInAtSite, visibleText } from '../../../../test/support/sites.ts'

const server = useApi()

const FIELDS = {
  title: 'How was it?',
  description: '',
  opens: 'by_hand',
  results: 'after_closing',
  anonymous: 'on',
  do: 'save',
  externalId: '',
}
const question = (index: number, members: Record<string, string>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`questions/${index}/${name}`, value]))
const single = { kind: 'single', text: 'Again?', required: 'on', options: 'Yes\r\nNo', min: '1', max: '5' }
const scale = {
  kind: 'scale',
  text: 'Pace?',
  options: 'left over',
  min: '0',
  max: '10',
  minLabel: 'Slow',
  maxLabel: '',
}

test('a survey with questions of several kinds is created and changed', async () => {
  const site = await createSite(server)
  const admin = await signInAtSite(site, 'admin')
  const talkId = await site.talk('Talk')
  expect((await admin.get('/backoffice/surveys/new')).text).toContain('Add question')
  const created = await admin.post('/backoffice/surveys/new', {
    ...FIELDS,
    ...question(0, single),
    ...question(1, scale),
    talkId,
  })
  expect(created.status, created.text).toBe(303)
  const [path = ''] = String(created.headers.location).split('?')
  const stored = await get(site.tenant, path.replace('/backoffice', ''))
  expect(stored).toMatchObject({
    talkId,
    title: 'How was it?',
    results: 'after_closing',
    anonymous: true,
    questions: [
      { kind: 'single', text: 'Again?', required: true, options: ['Yes', 'No'], scale: null },
      { kind: 'scale', options: [], scale: { min: 0, max: 10, minLabel: 'Slow', maxLabel: null } },
    ],
  })
  const page = await admin.get(path)
  expect(page.text).toContain('Yes\nNo')
  const { text } = await admin.post(path, {
    ...FIELDS,
    ...question(0, single),
    do: 'add:questions',
    version: '1',
  })
  expect(text).toContain('Question')
  const saved = await admin.submit(path, { ...FIELDS, talkId, ...question(0, single), version: '1' })
  expect(visibleText(saved.text)).toContain('Changes saved.')
  expect((await get(site.tenant, path.replace('/backoffice', ''))).questions).toHaveLength(1)
  expect(visibleText((await admin.get(`${path}/history`)).text)).toContain('How was it?')
  expect(visibleText((await admin.get('/backoffice/surveys?state=draft&q=how')).text)).toContain(
    'How was it? Draft Talk',
  )
  await admin.post(`${path}/delete`)
  expect(visibleText((await admin.get('/backoffice/surveys')).text)).toContain('No surveys yet.')
})

test('the history names what happened to a survey, its state, and its times', async () => {
  const site = await createSite(server)
  const admin = await signInAtSite(site, 'admin')
  const { id } = await put(site.tenant, '/surveys/ext:sample', survey({ title: 'How was it?' }))
  await site.tenant.send('POST', `/surveys/${id}/open`)
  const { text } = await admin.get(`/backoffice/surveys/${id}/history`)
  expect(visibleText(text)).toContain(
    'Opened Mar 1, 2027, 12:00:00 · version 2 · by key standard · Request Field Before After' +
      ' Opened – Mar 1, 2027, 12:00:00 State Draft Open',
  )
})

test('problems are shown at their fields, and nothing is saved', async () => {
  const site = await createSite(server)
  const admin = await signInAtSite(site, 'admin')
  const answer = await admin.post('/backoffice/surveys/new', {
    ...FIELDS,
    editable: 'on',
    opens: 'talk_end',
    ...question(0, { ...single, options: 'Yes' }),
  })
  expect(answer.status).toBe(422)
  const text = visibleText(answer.text)
  expect(text).toContain('Question 1: Choices : must have at least 2 choices')
  expect(text).toContain('works only for a survey of a talk')
  expect(text).toContain('is not possible for an anonymous survey')
  expect((await get(site.tenant, '/surveys')).items).toEqual([])
})

test('a survey with responses keeps its questions', async () => {
  const site = await createSite(server)
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const { id } = await put(
    site.tenant,
    '/surveys/ext:s',
    survey({ questions: survey().questions.slice(0, 1) }),
  )
  await site.tenant.send('POST', `/surveys/${id}/open`)
  await person.post(`/surveys/${id}/answers`, { 'answers/0': '0' })
  const answer = await admin.post(`/backoffice/surveys/${id}`, {
    ...FIELDS,
    externalId: 's',
    ...question(0, { ...single, text: 'Never again?' }),
  })
  expect(answer.status).toBe(409)
  expect(visibleText(answer.text)).toContain('The survey has responses.')
})
