// The import of a file in the Back Office: columns, preview, outcome, and what is refused.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/support/api.ts'
import { columnsOf, figures, IMPORT, previewFile, uploadFile } from '../../../test/support/file-imports.ts'
import { makeXlsx } from '../../../test/support/import/workbooks.ts'
import { createOffice, findLink, type Office } from '../../../test/support/office.ts'
import { readRows } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { decodeQuotedPrintable, startMailServer, waitForEmails } from '../../../test/support/smtp.ts'
import { germanCsv, germanHeader, germanRows, germanTable } from '../../../test/support/spreadsheets.ts'
import { type Page, signInAs } from '../../../test/support/visitors.ts'

const server = useApi()

async function germanOffice(): Promise<Office> {
  const office = await createOffice(server)
  await office.change({ timezone: 'Europe/Berlin' })
  return office
}

test.each(['csv', 'xlsx'])(
  'a German %s file of 40 talks is mapped, previewed, and imported, with times in the zone of the platform',
  async (format) => {
    const office = await germanOffice()
    const { staff, tenant } = office
    const bytes =
      format === 'csv' ? germanCsv() : await makeXlsx({ Hinweise: [['Stand: Mai']], Programm: germanTable() })
    const { path, columns, page } = await previewFile(office, { fileName: `Programm 2027.${format}`, bytes })
    expect(
      Object.entries(columnsOf(columns))
        .filter(([name]) => name.startsWith('column'))
        .map(([, value]) => value),
    ).toEqual([
      ...['title', 'description', 'date', 'start', 'duration', 'room'],
      ...['speakers.name', 'speakers.email', 'track', ''],
    ])
    expect(figures(page)).toEqual({ New: 40, Changed: 0, Unchanged: 0, 'Not imported': 0 })
    expect(page.text).toContain('Thu, May 20, 2027, 09:00 · 45 min · Großer Saal · Anna Beispiel')
    expect(page.text).toMatch(/New rooms: .*Großer Saal.*\./)
    expect(page.text).toMatch(/New tracks: .*Technik.*\./)
    expect((await get(tenant, '/talks')).items).toEqual([])

    const applied = await staff.post(`${path}/apply`)
    expect([applied.status, applied.headers.location]).toEqual([303, path])
    const result = await staff.get(path)
    expect(result.text).toMatch(/<h1 class="import-success">.*40 talks imported<\/h1>/s)
    expect(figures(result)).toEqual({ created: 40, changed: 0, unchanged: 0, 'not imported': 0 })
    const { items } = await get(tenant, '/talks?limit=200')
    expect(items).toHaveLength(40)
    expect(items.find(({ title }: { title: string }) => title.startsWith('Vortrag 1:'))).toMatchObject({
      title: 'Vortrag 1: Über Größe, Maß und „Übermaß“',
      ...{
        start: '2027-05-20T07:00:00.000Z',
        timezone: null,
        duration: 45,
        room: 'Großer Saal',
        track: 'Technik',
      },
    })
    expect((await office.open('/agenda?day=all')).text).toContain('Vortrag 40: Über Größe')
  },
)

/** Talks of three people who have no accounts. */
const guestTable = () => germanTable(3).map((row) => row.map((cell) => cell.replace('person-', 'guest-')))

test('without a mail server, the result offers the invitations of new people, which are shown once', async () => {
  const office = await germanOffice()
  const { staff } = office
  const { path, page } = await previewFile(office, { bytes: germanCsv(guestTable()) })
  expect(page.text).toContain('3 accounts are created. You can invite the people after the import.')
  await staff.post(`${path}/apply`)
  expect((await staff.get(path)).text).toMatch(/<button class="primary"[^>]*>Invite 3 speakers</)
  const shown = await staff.submit(`${path}/invitations`)
  const links = new Set(shown.text.match(/\/invitation\/[\w-]{43}/g))
  expect(links.size).toBe(3)
  expect(shown.text.toLowerCase()).not.toContain('id="password')
  for (const link of links) expect((await office.open(link)).text).toContain('name="password"')
  expect((await staff.get(path)).text).not.toContain('/invitations')
  expect((await staff.post(`${path}/invitations`)).headers.location).toBe(path)
})

test('an import sends nothing by itself, and then offers to invite new people by e-mail, but not those without a mailbox', async () => {
  await using mail = await startMailServer()
  await using api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
  const office = { staff: await signInAs(api, 'owner') }
  const first = await previewFile(office, { bytes: germanCsv(guestTable()) })
  await office.staff.post(`${first.path}/apply`)
  expect((await office.staff.get('/backoffice/settings/emails')).text).toContain('No e-mails yet.')
  const result = await office.staff.get(first.path)
  expect(result.text).toMatch(/<button class="primary"[^>]*>Invite 3 speakers</)
  await office.staff.post(`${first.path}/invitations`)
  const invited = await office.staff.get(first.path)
  expect(invited.text).toContain('3 people were invited by e-mail.')
  expect(invited.text).not.toContain('Invite 3 speakers')
  await office.staff.post(`${first.path}/invitations`)
  const emails = await waitForEmails(mail, 3)
  for (const { content } of emails) {
    const link = /events\.example\.org(\/invitation\/[\w-]+)/.exec(decodeQuotedPrintable(content))?.[1] ?? ''
    expect((await api.sendTo('GET', link, { key: null })).status).toBe(200)
  }

  const nameless =
    'Titel;Beschreibung;Datum;Beginn;Referent\nOhne Adresse;Text;20.05.2027;09:00;Ida Beispiel\n'
  const second = await previewFile(office, { fileName: 'Ohne.csv', bytes: Buffer.from(nameless) })
  expect(second.page.text).toContain('1 account is created.')
  await office.staff.post(`${second.path}/apply`)
  expect((await office.staff.get(second.path)).text).not.toMatch(/>Invite \d/)
  expect(mail.emails).toHaveLength(3)
})

test('a newer version shows what changes, keeps the mapping, and deletes only what the organizer ticks', async () => {
  const office = await germanOffice()
  const { staff, tenant } = office
  const rename = (rows: string[][]) => [germanHeader.with(6, 'Wer'), ...rows]
  const columns = { 'column-6': 'speakers.name' }
  const first = await previewFile(office, { bytes: germanCsv(rename(germanRows(4))) }, columns)
  await staff.post(`${first.path}/apply`)

  const [one = [], two = [], three = []] = germanRows(3)
  const newer = rename([one, two.with(5, 'Foyer'), three.with(2, '21.05.2027')])
  const {
    path,
    columns: page,
    page: changed,
  } = await previewFile(office, { fileName: 'Programm v2.csv', bytes: germanCsv(newer) })
  expect(columnsOf(page)['column-6']).toBe('speakers.name')
  expect(figures(changed)).toEqual({ New: 0, Changed: 2, Unchanged: 1, 'Not imported': 0 })
  for (const text of [
    'Foyer',
    'Fri, May 21, 2027, 09:00',
    'Delete 1 entry that is no longer in the file',
    'Vortrag 4',
  ])
    expect(changed.text).toContain(text)

  const kept = await previewFile(office, { fileName: 'Programm v3.csv', bytes: germanCsv(newer) })
  await staff.post(`${path}/apply`)
  expect((await get(tenant, '/talks')).items).toHaveLength(4)
  await staff.post(`${kept.path}/apply`, { prune: 'on' })
  expect(figures(await staff.get(kept.path))).toMatchObject({ deleted: 1, unchanged: 3 })
  expect((await get(tenant, '/talks')).items).toHaveLength(3)
})

test('rows with problems are named with what to do, and the others are imported', async () => {
  const office = await germanOffice()
  const { staff, tenant } = office
  await office.talk('Kept', { start: '2027-05-20T07:30:00Z', room: 'Großer Saal' })
  const [one = [], two = [], three = [], four = []] = germanRows(4)
  const rows = [
    one,
    two.with(2, '35.05.2027'),
    three.with(7, ''),
    four.with(0, 'x'.repeat(150)),
    one.with(0, 'Twice'),
  ]
  const { path, page } = await previewFile(office, { bytes: germanCsv([germanHeader, ...rows]) })
  expect(figures(page)).toEqual({ New: 2, Changed: 0, Unchanged: 0, 'Not imported': 3 })
  for (const text of [
    'Row 3',
    'is not a date or time',
    'has no e-mail. Add it',
    'has 150 characters, but at most 140',
    'and “Twice” are both in Großer Saal on Thu, May 20 at 09:00.',
    'and “Kept” are both in Großer Saal on Thu, May 20 at 09:30.',
  ])
    expect(page.text).toContain(text)

  const source = sourceOn(page)
  expect(source).toBe('talks:Programm')
  await staff.post(`${path}/options`, { source, truncate: 'on', makeEmails: 'on' })
  expect(figures(await staff.get(`${path}/preview`))).toMatchObject({ New: 4, 'Not imported': 1 })
  await staff.post(`${path}/apply`)
  const result = await staff.get(path)
  expect(figures(result)).toMatchObject({ created: 4, 'not imported': 1 })
  expect(result.text).toContain('1 row was not imported')
  expect(result.text).not.toContain('import the rest now')
  expect((await get(tenant, '/talks')).items).toHaveLength(5)
})

test('the pages of an import are in the language of the reader', async () => {
  const office = await germanOffice()
  await office.staff.post('/language', { language: 'de', next: '/' })
  const [one = []] = germanRows(1)
  const { page } = await previewFile(office, { bytes: germanCsv([germanHeader, one.with(3, 'mittags')]) })
  expect(figures(page)).toEqual({ Neu: 0, Geändert: 0, Unverändert: 0, 'Nicht importiert': 1 })
  expect(page.text).toContain('ist kein Datum und keine Uhrzeit')
})

const sourceOn = ({ text }: Page): string => /name="source" [^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''

test('a newer version is recognized by its identifiers and titles, and another programme keeps to itself', async () => {
  const office = await germanOffice()
  const { staff, tenant } = office
  const table = (rows: string) =>
    Buffer.from(
      `ID;Titel;Beginn;Dauer;Beschreibung;Referentin\n${rows.replace(/$/gm, ';;Ada Sample <ada@example.org>')}`,
    )
  const first = table('1;Eröffnung;20.05.2027 10:00;30\n2;Abschluss;21.05.2027 10:00;30')
  const applied = await previewFile(office, { fileName: 'Programm.csv', bytes: first })
  await staff.post(`${applied.path}/apply`)

  const newer = table(
    '1;Eröffnung;20.05.2027 11:00;30\n2;Abschluss;21.05.2027 10:00;30\n3;Neu;21.05.2027 12:00;30',
  )
  const version = await previewFile(office, { fileName: 'Programm (final).csv', bytes: newer })
  expect(sourceOn(version.page)).toBe('talks:Programm')
  expect(figures(version.page)).toEqual({ New: 1, Changed: 1, Unchanged: 1, 'Not imported': 0 })

  const other = table('1;Löten;20.05.2027 10:00;30\n4;Stricken;20.05.2027 12:00;30')
  const { path, page } = await previewFile(office, { fileName: 'Workshops.csv', bytes: other })
  expect(sourceOn(page)).toBe('talks:Workshops')
  expect(figures(page)).toEqual({ New: 1, Changed: 0, Unchanged: 0, 'Not imported': 1 })
  expect(page.text).toContain('Belongs to the imported programme “talks:Programm”')
  await staff.post(`${path}/options`, { source: 'talks:Workshops', idPrefix: 'ws-' })
  expect(figures(await staff.get(`${path}/preview`))).toMatchObject({ New: 2, 'Not imported': 0 })
  await staff.post(`${path}/apply`)
  const { items } = await get(tenant, '/talks')
  expect(items.map(({ externalId, title }: Record<string, string>) => [externalId, title]).sort()).toEqual([
    ['1', 'Eröffnung'],
    ['2', 'Abschluss'],
    ['ws-1', 'Löten'],
    ['ws-4', 'Stricken'],
  ])
  const again = await previewFile(office, { fileName: 'Workshops.csv', bytes: other })
  expect(figures(again.page)).toMatchObject({ New: 0, Unchanged: 2, 'Not imported': 0 })
})

const DATA = join(import.meta.dirname, '../../../../shared/data')

test.each([
  ['pretalx-democon.json', 25],
  ['pretalx-rc3.json', 40],
])('%s is imported without columns', async (name, atLeast) => {
  if (!existsSync(join(DATA, name))) return
  const office = await germanOffice()
  const { path, page } = await previewFile(office, { fileName: name, bytes: readFileSync(join(DATA, name)) })
  expect(page.path).toBe(`${path}/preview`)
  expect(figures(page).New).toBeGreaterThanOrEqual(atLeast)
})

test('files that cannot be imported are refused on the page', async () => {
  const office = await germanOffice()
  const archive = Buffer.from('PK\u0003\u0004 is not a workbook')
  const refusals = [
    ['programme.pdf.json', Buffer.from('{"a": '), 'not valid JSON'],
    ['list.json', Buffer.from('[1, 2]'), 'is not a programme'],
    ['page.html', Buffer.from('<html></html>'), 'XML or HTML'],
    ['empty.csv', Buffer.from(''), 'The table is empty'],
    ['broken.xlsx', archive, 'damaged'],
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'old format'],
    ['latin.csv', Buffer.from('Titel;Raum\nÜber;Süd', 'latin1'), 'CSV UTF-8'],
    ['quotes.csv', Buffer.from('Titel,Raum\n"a,b'), 'a quotation mark is not closed'],
    ['large.csv', Buffer.alloc(8 * 2 ** 20 + 1, 'a'), 'is larger than 8 MB'],
    ['rows.csv', Buffer.from(`Titel\n${'x\n'.repeat(20_001)}`), 'more than 20,000 rows'],
    ['columns.csv', Buffer.from(`Titel${';x'.repeat(300)}`), 'too long to read or needs too much memory'],
    // Reading millions of rows needs so much memory that it ends the process that does it.
    [
      'blank.csv',
      Buffer.from(`Titel;Raum\n${';\n'.repeat(4e6)}`),
      'too long to read or needs too much memory',
    ],
  ] as const
  for (const [fileName, bytes, text] of refusals) {
    const page = await uploadFile(office, { fileName, bytes })
    expect([fileName, page.status, page.text.includes(text)]).toEqual([fileName, 422, true])
  }
  const nothing = await office.staff.upload(IMPORT, {}, [])
  expect([nothing.status, nothing.text.includes('Choose a file')]).toEqual([422, true])
})

test('columns that nobody has chosen are asked about, until somebody leaves them out', async () => {
  const office = await germanOffice()
  const { staff } = office
  const file = { bytes: germanCsv(germanTable(2)) }
  const path = (await uploadFile(office, file)).headers.location ?? ''
  const columns = await staff.open(path)
  expect(columns.text).toContain('Not imported')
  const asked = await staff.post(`${path}/columns`, columnsOf(columns))
  expect([asked.status, asked.text.includes('These columns have content but no field: Betreuung.')]).toEqual([
    422,
    true,
  ])
  const left = await staff.post(`${path}/columns`, { ...columnsOf(columns), leaveOut: 'on' })
  expect([left.status, left.headers.location]).toEqual([303, `${path}/preview`])
  await staff.post(`${path}/apply`)
  const again = await staff.open((await uploadFile(office, file)).headers.location ?? '')
  expect(again.text).not.toContain('Not imported')
})

test('a table without descriptions imports its talks, with empty ones or their titles, and keeps those of existing talks', async () => {
  const office = await germanOffice()
  const withDescriptions = germanTable(40)
  const without = withDescriptions.map((row) => row.toSpliced(1, 1))
  const upload = (fields: Record<string, string>) =>
    previewFile(office, { bytes: germanCsv(without) }, fields)
  const descriptions = async () =>
    (await get(office.tenant, '/talks?limit=200')).items.map(
      ({ title, description }: Record<string, string>) => [title, description],
    )

  const { columns, page } = await upload({})
  expect(columns.text).toMatch(/<select[^>]* name="missingDescription"/)
  expect(figures(page)).toEqual({ New: 40, Changed: 0, Unchanged: 0, 'Not imported': 0 })
  const { path } = await upload({ missingDescription: 'title' })
  await office.staff.post(`${path}/apply`)
  expect(figures(await office.staff.get(path))).toMatchObject({ created: 40 })
  for (const [title, description] of await descriptions()) expect(description).toBe(title)

  const described = await previewFile(office, { bytes: germanCsv(withDescriptions) })
  await office.staff.post(`${described.path}/apply`)
  const again = await upload({})
  expect(figures(again.page)).toEqual({ New: 0, Changed: 0, Unchanged: 40, 'Not imported': 0 })
})

test('required fields without a column are named next to the columns', async () => {
  const office = await germanOffice()
  const path =
    (await uploadFile(office, { bytes: Buffer.from('Titel;Raum\nEins;Saal') })).headers.location ?? ''
  const { text } = await office.staff.open(path)
  const [, notice = ''] = /<div[^>]* data-missing[^>]*>(.*?)<\/div>/s.exec(text) ?? []
  expect(visibleText(notice.replaceAll(/<li[^>]* hidden[^>]*>.*?<\/li>/g, '')).trim()).toBe(
    'New entries need these fields, but no column contains them. Choose their columns below. Start Speakers',
  )
})

test('a file in an older encoding is read in the chosen one', async () => {
  const office = await germanOffice()
  const bytes = Buffer.from('Titel;Raum\nÜber Maß;Süd', 'latin1')
  const choices = { encoding: 'windows-1252' }
  const file = [{ field: 'file', name: 'latin.csv', bytes }]
  const sent = await office.staff.upload(IMPORT, choices, file)
  expect(sent.status, sent.text).toBe(303)
  expect((await office.staff.open(sent.headers.location ?? '')).text).toContain('Über Maß')
})

test('an import belongs to one user, can be discarded, expires, and only the latest are kept', async () => {
  const office = await germanOffice()
  const { staff, tenant } = office
  const { path } = await previewFile(office, { bytes: germanCsv(germanTable(1)) })
  const other = await office.signIn('owner')
  for (const page of ['', '/columns', '/preview'])
    expect((await other.get(`${path}${page}`)).status).toBe(404)
  expect((await other.post(`${path}/apply`)).status).toBe(404)
  expect(findLink(await staff.get(IMPORT), 'Programm.csv')).toBe(path)
  await staff.post(`${path}/discard`)
  expect((await staff.get(`${path}/preview`)).status).toBe(404)

  const { path: oldest } = await previewFile(office, { bytes: germanCsv(germanTable(1)) })
  for (let count = 0; count < 5; count += 1) {
    tenant.api.clock.pass(1000)
    await uploadFile(office, { bytes: germanCsv(germanTable(1)) })
  }
  expect((await staff.get(oldest)).status).toBe(404)
  const last = (await uploadFile(office, { bytes: germanCsv(germanTable(1)) })).headers.location ?? ''
  tenant.api.clock.pass(24 * 3_600_000)
  await staff.signIn(staff.account.email)
  expect((await staff.get(last)).status).toBe(404)
})

test('cells with problems are corrected in the preview, and the file is read again with them', async () => {
  const office = await germanOffice()
  const csv =
    'Title,Description,Start,Duration,Speaker,E-mail\nOne,Text,soon,30,Ada Sample,ada@example.org\nTwo,Text,2027-05-20 10:00,30,Ada Sample,ada@example.org'
  const { path, page } = await previewFile(office, { bytes: Buffer.from(csv) })
  expect(figures(page)).toMatchObject({ New: 1, 'Not imported': 1 })
  const field = /name="(cell:[^"]+)"[^>]* value="soon"/.exec(page.text)?.[1] ?? ''
  expect([...page.text.matchAll(/name="(cell:[^"]+)"/g)].map(([, name]) => name)).toEqual([field])
  const again = await office.staff.submit(`${path}/repairs`, { [field]: 'later' })
  expect(again.text).toContain('value="later"')
  const good = await office.staff.submit(`${path}/repairs`, { [field]: '2027-05-20 09:00' })
  expect(figures(good)).toMatchObject({ New: 2, 'Not imported': 0 })
  await office.staff.post(`${path}/apply`)
  const { items } = await get(office.tenant, '/talks')
  expect(items.map(({ title, start }: Record<string, string>) => `${title} ${start}`).sort()).toEqual([
    'One 2027-05-20T07:00:00.000Z',
    'Two 2027-05-20T08:00:00.000Z',
  ])
})

test('cells that nobody corrects stay as they are in the file, however many the preview shows', async () => {
  const office = await germanOffice()
  const people = Array.from({ length: 15 }, (_, index) => `Speaker ${index + 1}`)
  const header = [
    ...['Title', 'Description', 'Start', 'Duration', 'Speaker 1 bio'],
    ...people.flatMap((name) => [`${name} name`, `${name} e-mail`]),
  ]
  const rows = Array.from({ length: 200 }, (_, row) => [
    ...[`Talk ${row}`, 'Text', '2027-05-20 10:00', '30', '"Two\nlines"'],
    ...people.flatMap((name, index) => [`${name} Sample`, index === 0 ? 'ada' : `s${index}@example.org`]),
  ])
  const bytes = Buffer.from([header, ...rows].map((row) => row.join(',')).join('\n'))
  const { path, page } = await previewFile(office, { bytes })
  expect(figures(page)['Not imported']).toBe(200)
  const fields = [...page.text.matchAll(/name="(cell:[^"]+)"[^>]*?(?: value="([^"]*)"|>([^<]*)<)/g)]
  const sent = Object.fromEntries(
    fields.map(([, name = '', value, text = '']) => [name, value ?? text.replaceAll('\n', '\r\n')]),
  )
  const [corrected = ''] = Object.keys(sent).filter((name) => sent[name] === 'ada')
  const again = await office.staff.submit(`${path}/repairs`, { ...sent, [corrected]: 'ada@example.org' })
  expect([again.status, figures(again)['Not imported']]).toEqual([200, 199])
  const [stored] = await readRows(office.tenant, 'imports')
  expect(JSON.parse(String(stored?.choices)).repairs).toEqual([
    { row: 2, sheet: null, column: 'Speaker 1 e-mail', text: 'ada@example.org' },
  ])
})

test('new talks without a type get the one that the form asks for, unless the event is on site', async () => {
  const office = await germanOffice()
  const row = (title: string) => `${title},Text,2027-05-20 10:00,30,Ada Sample,ada@example.org`
  const table = (...titles: string[]) =>
    Buffer.from(['Title,Description,Start,Duration,Speaker,E-mail', ...titles.map(row)].join('\n'))
  const presetOf = async () =>
    /name="talkType".*?<option value(?:="(\w+)")? selected/
      .exec((await previewFile(office, { bytes: table('One') })).page.text)
      ?.slice(1)
  expect(await presetOf()).toEqual([undefined])
  await office.change({ format: 'on_site' })
  expect(await presetOf()).toBeUndefined()
  await office.change({ format: 'online' })
  expect(await presetOf()).toEqual(['embedded'])
  const typesOf = async () =>
    (await get(office.tenant, '/talks')).items
      .map(({ title, type }: Record<string, string>) => `${title} ${type}`)
      .sort()
  const apply = async (bytes: Buffer, fields: Record<string, string>) => {
    const { path } = await previewFile(office, { bytes })
    await office.staff.post(`${path}/apply`, fields)
  }
  await apply(table('One'), {})
  await apply(table('One', 'Two'), { talkType: 'embedded' })
  expect(await typesOf()).toEqual(['One null', 'Two embedded'])
})
