// The files of the lists of the Back Office: CSV and workbooks with everything that a list finds.
import { expect, test } from 'vitest'
import { talk } from '../../../test/support/bodies.ts'
import { createOffice, type Office } from '../../../test/support/office.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { personNamed } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import type { Page } from '../../../test/support/visitors.ts'
import { sendPrivileged, waitForDeliveries } from '../../../test/support/webhooks.ts'
import { openFile } from '../../features/import/readers/read-file.ts'

const server = useApi()

type Row = Record<string, string>

/** The rows of a file, whose cells are named by their column. */
async function rowsOf({ status, bytes, text }: Page): Promise<Row[]> {
  expect(status, text).toBe(200)
  const content = await openFile(bytes)
  if (!('tables' in content)) throw new Error('This is not a table.')
  const [{ table } = { table: undefined }] = content.tables
  return (table?.rows ?? []).map(({ cells }) =>
    Object.fromEntries(cells.map((cell, index) => [table?.header[index] ?? '', cell])),
  )
}

const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name])

/** The addresses in the export control of a page. */
const linksOf = ({ text }: Page): string[] =>
  [...text.matchAll(/<a href="([^"]*)" download/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('the files of a list have what the list finds on all its pages, in its order', async () => {
  const { staff, talk: saveTalk } = await createOffice(server)
  for (const index of times(230))
    await saveTalk(`Talk ${String(index).padStart(3, '0')}`, { room: index % 23 === 0 ? 'Attic' : 'Hall' })
  const page = await staff.get('/backoffice/talks?q=talk&room=Hall&sort=-title')
  const [csv = '', xlsx = ''] = linksOf(page)
  expect([csv, xlsx].map((href) => href.split('?')[0])).toEqual([
    '/backoffice/talks.csv',
    '/backoffice/talks.xlsx',
  ])
  const expected = times(230)
    .filter((index) => index % 23 !== 0)
    .map((index) => `Talk ${String(index).padStart(3, '0')}`)
    .toReversed()
  for (const href of [csv, xlsx]) {
    const rows = await rowsOf(await staff.get(href))
    expect(column(rows, 'title')).toEqual(expected)
    expect(new Set(column(rows, 'room'))).toEqual(new Set(['Hall']))
  }
})

test('a CSV file is UTF-8 with a byte order mark, in the form of RFC 4180, and runs no formulas', async () => {
  const { staff, talk: saveTalk } = await createOffice(server)
  await saveTalk('=1+1', { description: 'Größe,\n"Maß"', tags: ['@sum', 'b'] })
  const { headers, bytes, text } = await staff.get('/backoffice/talks.csv')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(headers['content-disposition']).toBe('attachment; filename="talks-2027-03-01.csv"')
  expect(headers['cache-control']).toContain('no-store')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text).toContain(`,'=1+1,"Größe,\n""Maß""",`)
  expect(text).toContain(`,"'@sum; b",`)
  const workbook = await staff.get('/backoffice/talks.xlsx')
  expect(workbook.headers['content-disposition']).toBe('attachment; filename="talks-2027-03-01.xlsx"')
  const [row] = await rowsOf(workbook)
  expect([row?.title, row?.tags]).toEqual(['=1+1', '@sum; b'])
})

test('a talk has its identifiers, its people with e-mails, and its times in its own time zone', async () => {
  const { staff, tenant, change } = await createOffice(server)
  await change({ timezone: 'Europe/Berlin' })
  const ada = personNamed('Ada', 'Sample')
  const start = '2027-05-20T07:30:00Z'
  const { id } = await put(
    tenant,
    '/talks/ext:a',
    talk({ start, duration: 90, speakers: [ada], title: 'First' }),
  )
  await put(
    tenant,
    '/talks/ext:b',
    talk({ start, timezone: 'Asia/Kolkata', speakers: [ada], title: 'Second' }),
  )
  const [first, second] = await rowsOf(await staff.get('/backoffice/talks.csv?sort=title'))
  expect(first).toMatchObject({
    ...{ id, externalId: 'a', start: '2027-05-20T09:30:00+02:00', end: '2027-05-20T11:00:00+02:00' },
    ...{ duration: '90', timezone: '', 'speakers.name': 'Ada Sample', 'speakers.email': ada.email },
    ...{ state: 'published', keynote: 'no', updatedAt: '2027-03-01T13:00:00+01:00' },
  })
  expect(second).toMatchObject({ start: '2027-05-20T13:00:00+05:30', timezone: 'Asia/Kolkata' })
})

/** Uploads a file to the import and accepts the columns that it suggests. */
async function importFile({ staff }: Office, file: Page, name: string): Promise<string> {
  const sent = await staff.upload('/backoffice/import', {}, [{ field: 'file', name, bytes: file.bytes }])
  expect(sent.status, sent.text).toBe(303)
  const path = sent.headers.location ?? ''
  const columns = await staff.open(path)
  const hidden = [...columns.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const chosen = [...columns.text.matchAll(/<select name="(column-\d+)".*?>(.*?)<\/select>/gs)]
  await staff.post(`${path}/columns`, {
    ...Object.fromEntries(
      hidden.filter(([, field]) => field !== '_csrf').map(([, field, value]) => [field, value]),
    ),
    ...Object.fromEntries(
      chosen.map(([, field, options = '']) => [
        field,
        /<option value="([^"]*)" selected/.exec(options)?.[1] ?? '',
      ]),
    ),
  })
  return (await staff.open(`${path}/preview`)).text
}

test.each(['csv', 'xlsx'])('an exported %s file of talks can be imported again', async (format) => {
  const office = await createOffice(server)
  const { staff, talk: saveTalk } = office
  await office.change({ timezone: 'Europe/Berlin' })
  const ada = personNamed('Ada', 'Sample')
  const bo = personNamed('Bo', 'Muster')
  await saveTalk('Largest', { speakers: [ada, bo], moderators: [bo], tags: ['One', 'Two'], keynote: true })
  await saveTalk('Smallest', { timezone: 'Asia/Kolkata', duration: 15, room: 'Attic', state: 'draft' })
  await saveTalk('Lunch', { kind: 'break', speakers: undefined })
  const preview = await importFile(office, await staff.get(`/backoffice/talks.${format}`), `talks.${format}`)
  const figures = [...preview.matchAll(/<strong>([\d,]+)<\/strong><span>([^<]+)<\/span>/g)]
  expect(figures.map(([, count, label]) => [label, count])).toEqual([
    ['New', '0'],
    ['Changed', '0'],
    ['Unchanged', '3'],
    ['Not imported', '0'],
  ])
})

test('every list has a control that exports it as CSV and as a workbook', async () => {
  const office = await createOffice(server)
  const { staff, tenant } = office
  await office.sponsor('Example Ltd')
  const id = await office.talk('Talk')
  await office.talk('Deleted')
  await tenant.send('DELETE', '/talks/ext:Deleted')
  await put(tenant, '/surveys/ext:s', {
    title: 'Survey',
    questions: [{ kind: 'text', text: 'Why?' }],
    talkId: id,
  })
  await tenant.send('POST', '/users', {
    body: { ...personNamed('In', 'Review'), type: 'Attendee', options: { endRegistration: false } },
  })
  const webhook = await sendPrivileged(tenant, 'POST', '/webhooks', {
    url: 'https://localhost/hook?token=secret',
  })
  await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/test`)
  const columns: Readonly<Record<string, readonly string[]>> = {
    talks: ['id', 'externalId', 'title', 'speakers.email'],
    sponsors: ['id', 'externalId', 'name', 'level'],
    speakers: ['id', 'email', 'talks'],
    users: ['id', 'externalId', 'email', 'role', 'registrationStatus'],
    registrations: ['id', 'email'],
    surveys: ['id', 'title', 'talk'],
    deleted: ['id', 'name', 'deletedAt', 'erasedAt'],
    audit: ['at', 'type', 'actorName', 'changes'],
    requests: ['id', 'at', 'method', 'path', 'status', 'durationMs'],
    'settings/advanced': ['id', 'name', 'last4'],
    'settings/webhooks': ['id', 'url', 'enabled'],
    [`settings/webhooks/${webhook.id}`]: ['id', 'type', 'state'],
  }
  await waitForDeliveries(tenant, webhook, ([test]) => test?.attempts === 1)
  // Requests are logged shortly after their response.
  await waitUntil(
    () => staff.get('/backoffice/requests'),
    ({ text }) => text.includes('testWebhook'),
  )
  for (const [path, names] of Object.entries(columns)) {
    const links = linksOf(await staff.get(`/backoffice/${path}`))
    expect([path, links.length]).toEqual([path, 2])
    const [csv, workbook] = [
      await rowsOf(await staff.get(links[0] ?? '')),
      await rowsOf(await staff.get(links[1] ?? '')),
    ]
    expect(csv).toEqual(workbook)
    expect([path, csv.length > 0]).toEqual([path, true])
    expect(Object.keys(csv[0] ?? {})).toEqual(expect.arrayContaining([...names]))
    expect(JSON.stringify(csv)).not.toMatch(/token=secret|lec[sp]_[0-9a-f]{8}|argon2/)
  }
})

test('an empty list has nothing to export, and the files are for staff only', async () => {
  const office = await createOffice(server)
  expect(linksOf(await office.staff.get('/backoffice/sponsors'))).toEqual([])
  expect(await rowsOf(await office.staff.get('/backoffice/sponsors.csv'))).toEqual([])
  await office.talk('Not for everyone')
  for (const role of ['attendee', 'speaker'] as const) {
    const person = await office.signIn(role)
    for (const path of ['talks.csv', 'users.xlsx', 'audit.csv', 'settings/keys.csv'])
      expect([role, path, (await person.get(`/backoffice/${path}`)).status]).toEqual([role, path, 404])
  }
})
