// The first steps on the dashboard of a new platform, and the templates of tables.
import { expect, test } from 'vitest'
import { createOffice } from '../../../test/support/office.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import type { Page } from '../../../test/support/visitors.ts'
import { changeSettings } from '../platforms/platforms.ts'

const server = useApi()
const PATH = '/backoffice/first-steps'

const progress = ({ text }: Page) => /(\d of \d) done/.exec(text)?.[1]

test('steps tick themselves from what the platform has', async () => {
  const office = await createOffice(server, 'owner')
  const { staff, tenant } = office
  await changeSettings(tenant.api.installation, tenant.caller, { timezone: 'UTC' })
  const dashboard = () => staff.get('/backoffice')
  const before = Number(progress(await dashboard())?.[0])
  await staff.post(PATH, { do: 'zone', timezone: 'Nowhere/Land' })
  expect(progress(await dashboard())).toBe(`${before} of 6`)
  expect((await staff.post(PATH, { do: 'zone', timezone: 'UTC' })).headers.location).toBe('/backoffice')
  expect(progress(await dashboard())).toBe(`${before + 1} of 6`)
  expect((await staff.post(PATH, { do: 'site' })).headers.location).toBe('/')
  await office.talk('The first talk')
  await office.signIn('admin')
  expect(progress(await dashboard())).toBe(`${before + 4} of 6`)
  await office.change({ logo: 'https://static.example.org/logo.png' })
  expect(progress(await dashboard())).toBeUndefined()
})

test('an owner dismisses them for everyone and for good, and an admin cannot', async () => {
  const office = await createOffice(server, 'owner')
  const admin = await office.signIn('admin')
  expect((await admin.post(PATH, { do: 'dismiss' })).status).toBe(404)
  expect(progress(await admin.get('/backoffice'))).toBeDefined()
  await office.staff.post(PATH, { do: 'dismiss' })
  for (const who of [office.staff, admin]) expect(progress(await who.get('/backoffice'))).toBeUndefined()
})

test('the page of a new key has a command that creates a draft', async () => {
  const { staff, tenant } = await createOffice(server)
  const page = await staff.submit('/backoffice/settings/keys', { name: 'CRM', level: 'standard' })
  const command = (/id="new-key-put">([^<]*)</.exec(page.text)?.[1] ?? '').replaceAll('&quot;', '"')
  const [, key, body, path] =
    /Bearer (\S+)' -X PUT -H 'Content-Type: application\/json' -d '(\{.*\})' 'https:\/\/[^/]+(\/.*)'/.exec(
      command,
    ) ?? []
  const answer = await tenant.api.sendTo('PUT', path ?? '', {
    key: key ?? null,
    body: JSON.parse(body ?? ''),
  })
  expect(answer.status).toBe(201)
  expect(await get(tenant, '/talks/ext:hello')).toMatchObject({ state: 'draft', title: 'Hello from the API' })
})

test.each(['en', 'de', 'fr', 'es'])('the templates in %s are imported as they are', async (language) => {
  const { staff, tenant } = await createOffice(server)
  await staff.post('/language', { language, next: '/' })
  const csv = await staff.get('/backoffice/import/template.csv')
  expect(csv.text.charCodeAt(0)).toBe(0xfeff)
  const sent = await staff.upload('/backoffice/import', {}, [
    { field: 'file', name: 'template.csv', bytes: Buffer.from(csv.text) },
  ])
  const path = sent.headers.location ?? ''
  const { text } = await staff.open(path)
  const fields = [...text.matchAll(/<select name="(column-\d+)".*?>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => [name, /<option value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  expect(fields.map(([, value]) => value)).toEqual([
    ...['externalId', 'title', 'description', 'date', 'start', 'duration', 'room'],
    ...['speakers.name', 'speakers.email', 'track', 'language'],
  ])
  await staff.post(`${path}/columns`, { kind: 'talks', ...Object.fromEntries(fields) })
  await staff.post(`${path}/apply`)
  expect((await get(tenant, '/talks')).items).toMatchObject([{ start: '2027-05-20T09:30:00.000Z', language }])
})
