// Files that are sent with the forms of the Back Office and of accounts.
import { expect, test } from 'vitest'
import {
  createOffice,
  fieldProblem,
  type Office,
  readForm,
  summaryProblems,
} from '../../../test/support/office.ts'
import { lookAt, pdf, png } from '../../../test/support/pictures.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../test/support/sites.ts'
import type { SentFile } from '../../../test/support/visitors.ts'
import { FilesUnavailable } from '../../kernel/outbound/files-unavailable.ts'

const server = useApi()
const file = (field: string, bytes: Buffer, name = 'One.png'): SentFile => ({
  field: `upload:${field}`,
  name,
  bytes,
})
const nothing = (field: string) => file(field, Buffer.alloc(0), '')

/** Opens a form, changes some of its fields, and sends it with files. */
async function send(office: Office, path: string, fields: Record<string, string>, files: SentFile[]) {
  const form = readForm(await office.staff.get(path))
  const texts = Object.entries(form).filter(([name]) => !name.startsWith('upload:'))
  return office.staff.upload(path, { ...Object.fromEntries(texts), ...fields }, files)
}

const shape = (path: string) => /-(\d+x\d+)\.webp$/.exec(path)?.[1]

test('a sponsor gets its logo and its cropped icon with the form that creates it', async () => {
  const office = await createOffice(server)
  const picture = await png({ width: 80, height: 40 })
  const answer = await send(
    office,
    '/backoffice/sponsors/new',
    { name: 'One', 'crop:icon': '0.500000,0.000000,0.500000,1.000000' },
    [file('logo', picture), file('icon', picture)],
  )
  expect(answer.status).toBe(303)
  const [sponsor] = (await get(office.tenant, '/sponsors')).items
  expect([shape(sponsor.logo), shape(sponsor.icon)]).toEqual(['80x40', '40x40'])
  const icon = await office.visitor.get(sponsor.icon)
  expect(await lookAt(icon.bytes)).toMatchObject({ left: 'blue', right: 'blue' })
})

test('a form without new files keeps the pictures, and an empty address or a check box removes one', async () => {
  const office = await createOffice(server)
  const id = await office.sponsor('Two', { icon: 'https://static.example.org/icon.png' })
  const path = `/backoffice/sponsors/${id}`
  const kept = await send(office, path, { name: 'Two and a half' }, [nothing('logo'), nothing('icon')])
  expect(kept.status).toBe(303)
  expect(await get(office.tenant, `/sponsors/${id}`)).toMatchObject({
    name: 'Two and a half',
    logo: 'https://static.example.org/logo.png',
    icon: 'https://static.example.org/icon.png',
  })
  await send(office, path, { icon: '' }, [nothing('logo'), nothing('icon')])
  expect((await get(office.tenant, `/sponsors/${id}`)).icon).toBe(null)
})

test('a picture is uploaded before its form is saved, and one that is refused says why', async () => {
  const office = await createOffice(server)
  await office.staff.get('/backoffice/sponsors/new')
  const picture = file('picture', await png({ width: 80, height: 40 }))
  const crop = { 'crop:picture': '0.500000,0.000000,0.500000,1.000000' }
  const stored = await office.staff.upload('/account/pictures', crop, [picture])
  expect([stored.status, shape(JSON.parse(stored.text).path)]).toEqual([200, '40x40'])
  const refused = await office.staff.upload('/account/pictures', {}, [file('picture', Buffer.from('<svg'))])
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    422,
    { problem: 'is not a JPEG, PNG, WebP, GIF, AVIF, or SVG picture, or is damaged' },
  ])
  const path = `/backoffice/sponsors/${await office.sponsor('One')}`
  await send(office, path, { logo: JSON.parse(stored.text).path, icon: JSON.parse(stored.text).path }, [])
  await send(office, path, { 'remove:icon': 'on' }, [])
  expect(await get(office.tenant, path.replace('/backoffice', ''))).toMatchObject({
    logo: JSON.parse(stored.text).path,
    icon: null,
  })
})

test('a talk gets a picture and slides, which visitors can download with their size', async () => {
  const office = await createOffice(server)
  const id = await office.talk('With slides')
  const answer = await send(office, `/backoffice/talks/${id}`, {}, [
    file('image', await png({ width: 64, height: 36 })),
    file('files', pdf('a'), 'C:\\talks\\Slides & notes.pdf'),
    file('files', pdf('b'.repeat(4000)), '.pdf'),
  ])
  expect(answer.status).toBe(303)
  const { image, files } = await get(office.tenant, `/talks/${id}`)
  expect(shape(image)).toBe('64x36')
  expect(files.map(({ label }: { label: string }) => label)).toEqual(['Slides & notes', 'PDF'])
  const { text } = await office.open(`/talks/${id}`)
  expect(text).toContain(
    `<a href="${files[0].url}" download="Slides &amp; notes.pdf">Slides &amp; notes</a> <span class="quiet">PDF, 1 kB</span>`,
  )
  expect(text).toContain('<span class="quiet">PDF, 5 kB</span>')

  const form = readForm(await office.staff.get(`/backoffice/talks/${id}`))
  await send(
    office,
    `/backoffice/talks/${id}`,
    { 'files/0/label': 'Notes', 'files/1/label': '', 'files/1/url': '' },
    [],
  )
  expect(form['files/1/url']).toBe(files[1].url)
  expect((await get(office.tenant, `/talks/${id}`)).files).toEqual([{ label: 'Notes', url: files[0].url }])
})

test('the banner of the home page, and pictures of accounts, by staff and by their owners', async () => {
  const office = await createOffice(server)
  const picture = await png({ width: 40, height: 30 })
  const page = await office.staff.get('/backoffice/settings/design')
  const design = { accent: '#0a7d55', scheme: 'auto' }
  expect(page.status).toBe(200)
  const saved = await office.staff.upload('/backoffice/settings/design', design, [file('banner', picture)])
  expect(saved.status).toBe(303)
  expect((await office.open('/')).text).toMatch(
    /<img src="\/files\/[^"]+-40x30\.webp" alt class="hero-banner"/,
  )

  const attendee = await signInAtSite(office)
  const { id, email, username } = attendee.account
  const own = { email, username, firstName: 'Robin', lastName: 'Sample', 'crop:avatar': '0.125,0,0.75,1' }
  expect((await attendee.upload('/account/profile', own, [file('avatar', picture)])).status).toBe(303)
  expect(shape((await get(office.tenant, `/users/${id}`)).avatar)).toBe('30x30')
  const byStaff = await send(office, `/backoffice/users/${id}`, {}, [file('avatar', picture)])
  expect(byStaff.status).toBe(303)
  expect(shape((await get(office.tenant, `/users/${id}`)).avatar)).toBe('40x30')
})

test('new people of talks and sponsors get cropped pictures with the form that creates them', async () => {
  const office = await createOffice(server)
  const picture = await png({ width: 40, height: 30 })
  const person = (email: string) => ({
    ...{ 'speakers/0/email': email, 'speakers/0/firstName': 'Ada', 'speakers/0/lastName': 'Sample' },
    ...{ 'speakers/0/avatar': '', 'crop:speakers/0/avatar': '0.125,0,0.75,1' },
  })
  const talk = {
    title: 'Tests',
    description: '',
    start: '2027-05-20T09:00',
    duration: '30',
    type: 'embedded',
  }
  const sponsor = { name: 'Acme', logo: 'https://static.example.org/l.png', level: '2' }
  for (const [area, fields, email] of [
    ['talks', talk, 'ada@example.org'],
    ['sponsors', sponsor, 'bea@example.org'],
  ] as const) {
    await office.staff.get(`/backoffice/${area}/new`)
    const sent = { ...fields, ...person(email), do: 'save' }
    const saved = await office.staff.upload(`/backoffice/${area}/new`, sent, [
      file('speakers/0/avatar', picture),
    ])
    expect([area, saved.status]).toEqual([area, 303])
    expect(shape((await get(office.tenant, `/users/${email}`)).avatar)).toBe('30x30')
  }
})

test('the icon of the site is cropped, shown in tabs and on home screens, and otherwise drawn', async () => {
  const office = await createOffice(server)
  const icons = async () =>
    [...(await office.open('/')).text.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]*)"/g)].map(
      ([, rel, href = '']) => [rel, href] as const,
    )
  expect((await icons()).map(([rel, href]) => [rel, href.endsWith('/icon.svg')])).toEqual([['icon', true]])
  const page = await office.staff.get('/backoffice/settings/design')
  expect(page.text).toContain('class="field picture-field of-icon"')
  const design = { accent: '#0a7d55', scheme: 'auto' }
  const picture = await png({ width: 80, height: 40 })
  const left = { ...design, 'crop:icon': '0,0,0.5,1' }
  expect(
    (await office.staff.upload('/backoffice/settings/design', left, [file('icon', picture)])).status,
  ).toBe(303)
  const shown = await icons()
  expect(shown.map(([rel]) => rel)).toEqual(['icon', 'apple-touch-icon'])
  for (const [, href] of shown) {
    const { bytes } = await office.visitor.get(href)
    expect(await lookAt(bytes)).toMatchObject({ format: 'png', left: 'red', right: 'red' })
  }
  await office.change({ icon: 'https://static.example.org/icon.png' })
  expect(await icons()).toEqual([['icon', 'https://static.example.org/icon.png']])
})

test('a file that is refused is a problem of its field, and the form keeps its texts and its other files', async () => {
  const office = await createOffice(server)
  const path = '/backoffice/sponsors/new'
  const page = await send(office, path, { name: 'Three', level: '9' }, [
    file('logo', await png({ width: 20, height: 20 })),
    file('icon', Buffer.from('<svg')),
  ])
  expect(page.status).toBe(422)
  expect(summaryProblems(page)).toEqual([
    ['Level', 'must be at most 5'],
    ['Icon', 'is not a JPEG, PNG, WebP, GIF, AVIF, or SVG picture, or is damaged'],
  ])
  expect(fieldProblem(page, 'icon')).toContain('is not a JPEG')
  const form = readForm(page)
  expect([form.name, shape(form.logo ?? ''), form.icon]).toEqual(['Three', '20x20', ''])
  expect((await get(office.tenant, '/sponsors')).items).toEqual([])

  const id = await office.talk('No slides')
  const refused = await send(office, `/backoffice/talks/${id}`, {}, [
    file('files', Buffer.from('<html>'), 'a.pdf'),
  ])
  expect(summaryProblems(refused)).toEqual([['Files', 'is not a PDF, or is damaged']])
})

test('without storage, the field says so', async () => {
  const office = await createOffice(server)
  const { files } = office.tenant.api.installation
  const { put } = files
  files.put = async () => {
    throw new FilesUnavailable('The storage of files cannot be used.')
  }
  try {
    const page = await send(office, '/backoffice/sponsors/new', { name: 'Four' }, [
      file('logo', await png({ width: 21, height: 20 })),
    ])
    expect(fieldProblem(page, 'logo')).toBe(
      'could not be stored right now; try again in a moment; is required',
    )
  } finally {
    files.put = put
  }
})

test('only forms with fields for files accept them, from signed-in users of this site', async () => {
  const office = await createOffice(server)
  const sent = [file('avatar', await png({ width: 22, height: 20 }))]
  expect((await office.staff.upload('/account/password', {}, sent)).status).toBe(415)
  expect((await office.staff.upload('/backoffice/settings/features', {}, sent)).status).toBe(415)
  const visitor = office.visitor
  expect((await visitor.upload('/account/profile', {}, sent)).headers.location).toContain('/sign-in')
  const foreign = office.staff.copy(office.tenant.api)
  expect((await foreign.upload('/account/profile', { _csrf: 'wrong' }, sent)).status).toBe(403)
  const many = [file('avatar', Buffer.alloc(33 * 1024 * 1024))]
  expect((await office.staff.upload('/account/profile', {}, many)).status).toBe(413)
})

test('a person can upload 30 files a minute', async () => {
  const office = await createOffice(server)
  const attendee = await signInAtSite(office)
  const problems: string[] = []
  for (let count = 0; count < 31; count++) {
    const page = await attendee.upload('/account/profile', {}, [file('avatar', Buffer.from('no picture'))])
    problems.push(fieldProblem(page, 'avatar') ?? '')
  }
  expect(problems.slice(0, 30).every((problem) => problem.startsWith('is not a JPEG'))).toBe(true)
  expect(problems[30]).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/)
})
