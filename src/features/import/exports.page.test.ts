// Exported lists that are imported again.
import { expect, test } from 'vitest'
import { person, sponsor, talk } from '../../../test/support/bodies.ts'
import { figures, importFile, previewFile } from '../../../test/support/file-imports.ts'
import { importedTalk, importProgramme } from '../../../test/support/imports.ts'
import { createOffice, type Office } from '../../../test/support/office.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { personNamed } from '../../../test/support/sites.ts'

const server = useApi()

/** Objects without an externalId, as the Back Office makes them, an object of a source, and texts that are hard to write. */
async function createObjects({ tenant }: Office) {
  const post = async (path: string, body: object) => {
    const { status, text } = await tenant.send('POST', path, { body })
    expect(status, text).toBe(201)
  }
  const titled = { ...person('p9'), lastName: 'Sample; PhD, "Lia"' }
  const tags = ['a, b', 'c', '"d"', 'e; f', '"g"; h|i', ';']
  await post('/talks', talk({ title: '=1+1', tags, speakers: [titled, person('p2')] }))
  await post('/talks', talk({ title: '-', description: ' in\n\nlines \n', room: 'Hall 1', duration: 22.5 }))
  await post('/talks', talk({ title: 'Lunch', kind: 'break', speakers: undefined }))
  await post(
    '/talks',
    talk({ title: 'Film', room: "'=1+1", type: 'replay', video: 'https://video.example.org/1' }),
  )
  await post('/sponsors', sponsor({ website: 'https://example.org/', pageContent: '<p>One</p>\n' }))
  await post('/users', { ...person('in'), type: 'Attendee', options: { endRegistration: false } })
  await post('/users', {
    ...person('s1'),
    type: 'Speaker',
    job: '=x',
    socials: { twitter: 'https://twitter.com/s1' },
  })
  await importProgramme(tenant, { talks: [importedTalk('t1')] })
}

const isUnchanged = (count: number) => ({ New: 0, Changed: 0, Unchanged: count, 'Not imported': 0 })

test.each(['csv', 'xlsx'])(
  'every row of every list is unchanged when its %s file is imported',
  async (format) => {
    const office = await createOffice(server)
    await createObjects(office)
    const { staff, tenant } = office
    const counts = { talks: 5, sponsors: 1, users: 7, speakers: 5, registrations: 1 }
    for (const [list, count] of Object.entries(counts)) {
      const { bytes } = await staff.get(`/backoffice/${list}.${format}`)
      const { page } = await previewFile(office, { fileName: `${list}.${format}`, bytes })
      expect([list, figures(page)], page.text).toEqual([list, isUnchanged(count)])
    }
    expect((await get(tenant, '/talks')).items).toHaveLength(5)
  },
)

test('an edited row changes its object, which keeps its identifier and source', async () => {
  const office = await createOffice(server)
  await createObjects(office)
  const { staff, tenant } = office
  const { text } = await staff.get('/backoffice/talks.csv')
  const edited = text
    .replace('Hall 1', 'Hall 2')
    .replace(',t1,talk,published,t1,', ',t1,talk,published,Edited,')
  const file = { fileName: 'talks.csv', bytes: Buffer.from(edited) }
  expect(figures(await importFile(office, file))).toEqual({
    ...{ created: 0, changed: 2, unchanged: 3, 'not imported': 0 },
  })
  const { items } = await get(tenant, '/talks?room=Hall%202')
  expect(items).toMatchObject([{ title: '-', externalId: null }])
  // The source can still send it.
  await importProgramme(tenant, { talks: [importedTalk('t1', { title: 'From its source' })] })
  expect((await get(tenant, '/talks')).items).toHaveLength(5)
})

test('on another platform, the ids find nothing, and the rows are new once', async () => {
  const office = await createOffice(server)
  const { tenant, staff } = office
  const ada = personNamed('Ada', 'Sample')
  await tenant.send('POST', '/talks', { body: talk({ speakers: [ada] }) })
  const { bytes } = await staff.get('/backoffice/talks.csv')
  const other = await createOffice(server)
  const file = { fileName: 'talks.csv', bytes }
  expect(figures(await importFile(other, file))).toMatchObject({ created: 1, 'not imported': 0 })
  expect(figures((await previewFile(other, file)).page)).toEqual(isUnchanged(1))
  // A prefix tells them apart from those of the first import.
  const { path } = await previewFile(other, file)
  await other.staff.post(`${path}/options`, { source: 'again', idPrefix: 'again-' })
  expect(figures(await other.staff.open(`${path}/preview`))).toMatchObject({ New: 1 })
  expect((await get(tenant, '/talks')).items).toHaveLength(1)
})

test('a copied row does not change the object of its original', async () => {
  const office = await createOffice(server)
  const { staff, tenant } = office
  await tenant.send('POST', '/talks', { body: talk({ title: 'Original' }) })
  const { text } = await staff.get('/backoffice/talks.csv')
  const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(text) ?? []
  const row = text.trimEnd().split('\r\n').at(-1) ?? ''
  const copy = row.replace('Original', 'Copy').replace(id, id.toUpperCase()).replace(`${id},,`, `${id},copy,`)
  const file = { fileName: 'talks.csv', bytes: Buffer.from(`${text}${copy}\r\n`) }
  const { page } = await previewFile(office, file)
  expect(figures(page)).toEqual({ New: 0, Changed: 0, Unchanged: 1, 'Not imported': 1 })
  expect(page.text).toContain('Another entry has the same ID')
  // The API refuses it as well.
  const { refused } = await importProgramme(tenant, {
    talks: [
      { externalId: 'a', id, room: 'Hall 1' },
      { externalId: 'b', id: id.toUpperCase(), title: 'Copy' },
    ],
  })
  expect(refused).toMatchObject([
    { pointer: '/talks/1', errors: [{ pointer: '/talks/1/id', code: 'unique' }] },
  ])
})

test('an externalId that was changed in an exported list is not applied, and the import says so', async () => {
  const { tenant } = await createOffice(server)
  await importProgramme(tenant, { talks: [importedTalk('t1')] })
  const { id } = await get(tenant, '/talks/ext:t1')
  const send = async (externalId: string) =>
    (await importProgramme(tenant, { source: 'list', talks: [{ externalId, id }] })).warnings
  expect(await send('t2')).toEqual([
    { code: 'external_id_kept', message: expect.any(String), pointer: '/talks/0/externalId' },
  ])
  // A prefix for the identifiers of the file changes none.
  expect(await send('list-t1')).toBeUndefined()
  expect((await get(tenant, '/talks/ext:t1')).id).toBe(id)
})

test('on another platform, people get the type of their role, and staff are not imported', async () => {
  const office = await createOffice(server)
  const { staff, tenant } = office
  await tenant.send('POST', '/users', { body: { ...person('s1'), type: 'Speaker' } })
  await tenant.send('POST', '/users', { body: { ...person('a1'), type: 'Attendee' } })
  const { bytes } = await staff.get('/backoffice/users.csv')
  const other = await createOffice(server)
  const { page } = await previewFile(other, { fileName: 'users.csv', bytes }, { personType: 'Speaker' })
  expect(figures(page)).toMatchObject({ New: 2 })
  await importFile(other, { fileName: 'users.csv', bytes })
  const { items } = await get(other.tenant, '/users')
  const roleOf = (email: string) => items.find((user: { email: string }) => user.email === email)?.role
  expect([roleOf(person('s1').email), roleOf(person('a1').email)]).toEqual(['speaker', 'attendee'])
  expect(items.filter(({ role }: { role: string }) => role === 'speaker')).toHaveLength(1)
})
