// Forms of the Back Office: they have the rules and messages of the API, keep the input, and overwrite no other change.
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../test/support/accounts.ts'
import {
  createOffice,
  fieldProblem,
  type Office,
  problemTargets,
  readForm,
  summaryProblems,
} from '../../../test/support/office.ts'
import { readEmails, readEvents, readRows } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'
import type { Page } from '../../../test/support/visitors.ts'
import { changeSettings } from '../../features/platforms/platforms.ts'

const server = useApi()
/** The links of the invitations that a page shows. */
const invitationsOn = ({ text }: Page) =>
  [...text.matchAll(/<code id="invitation-[^"]*">([^<]*)<\/code>/g)].map(
    ([, shown = '']) => /https:\S+\/invitation\/[\w-]{43}/.exec(shown)?.[0] ?? '',
  )

const ada = {
  'speakers/0/email': 'ada@example.org',
  'speakers/0/firstName': 'Ada',
  'speakers/0/lastName': 'Sample',
}
const talkFields = { title: 'New', start: '2027-05-20T09:30', duration: '45', type: 'embedded', ...ada }

/** Opens a form, changes some of its fields, and sends it. */
async function fill(office: Office, path: string, fields: Record<string, string>): Promise<Page> {
  const page = await office.staff.get(path)
  expect(page.status).toBe(200)
  return office.staff.post(path, { ...readForm(page), ...fields })
}

test('a talk that becomes a break loses its people only if that is confirmed', async () => {
  const office = await createOffice(server)
  const id = await office.talk('One')
  const path = `/backoffice/talks/${id}`
  const asked = await fill(office, path, { kind: 'break' })
  expect(asked.status).toBe(422)
  expect(summaryProblems(asked)).toEqual([
    ['', 'A break has no speakers and moderators. Confirm that they are removed.'],
  ])
  expect(visibleText(asked.text)).toContain('Remove 1 person from this entry')
  expect(await get(office.tenant, `/talks/${id}`)).toMatchObject({ kind: 'talk', version: 1 })
  const saved = await office.staff.post(path, { ...readForm(asked), removesPeople: 'on' })
  expect(saved.status).toBe(303)
  expect(await get(office.tenant, `/talks/${id}`)).toMatchObject({ kind: 'break', speakers: [] })
  expect((await fill(office, path, { title: 'Two' })).status).toBe(303)
  expect((await fill(office, '/backoffice/talks/new', { ...talkFields, kind: 'break' })).status).toBe(303)
})

/** Fills in a form and opens the page that it leads to. */
async function fillAndOpen(office: Office, path: string, fields: Record<string, string>): Promise<Page> {
  const answer = await fill(office, path, fields)
  return answer.headers.location === undefined ? answer : office.staff.open(answer.headers.location)
}

const idOf = (page: Page) => /\/([0-9a-f-]{36})(?:\?|$)/.exec(page.headers.location ?? '')?.[1] ?? ''

describe('a talk', () => {
  test('is created with the attributes of the API, and its start is read in the given time zone', async () => {
    const office = await createOffice(server)
    const page = await fill(office, '/backoffice/talks/new', {
      ...talkFields,
      description: 'One\r\ntwo',
      details: 'Three\r\n\r\nfour',
      timezone: 'America/New_York',
      duration: '29.5',
      type: 'youtube',
      video: 'https://youtu.be/dQw4w9WgXcQ',
      image: 'https://static.example.org/talk.jpg',
      track: 'Workbench',
      tags: 'web\r\n\r\n css ',
      hiddenTags: 'secret, one',
      externalId: 'crm-1',
      featured: 'on',
      keynote: 'on',
      'features/freeLive': 'on',
      'links/3/label': 'Slides',
      'links/3/url': 'https://slides.example.org/',
      'moderators/7/email': 'mo@example.org',
      'moderators/7/firstName': 'Mo',
      'moderators/7/lastName': 'Sample',
      'moderators/7/job': 'Host',
      'moderators/7/tags': 'calm',
    })
    expect(page.status).toBe(303)
    const saved = await get(office.tenant, '/talks/ext:crm-1')
    expect(saved).toMatchObject({
      title: 'New',
      description: 'One\ntwo',
      details: 'Three\n\nfour',
      start: '2027-05-20T13:30:00.000Z',
      timezone: 'America/New_York',
      duration: 29.5,
      type: 'youtube',
      video: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      image: 'https://static.example.org/talk.jpg',
      track: 'Workbench',
      tags: ['web', 'css'],
      hiddenTags: ['secret, one'],
      links: [{ label: 'Slides', url: 'https://slides.example.org/' }],
      featured: true,
      recommended: false,
      keynote: true,
      available: false,
      features: { chat: true, rewardsEarning: true, freeLive: true, freeReplay: false },
      speakers: [{ email: 'ada@example.org', firstName: 'Ada' }],
      moderators: [{ email: 'mo@example.org', job: 'Host', tags: ['calm'] }],
    })
  })

  test('invites new people, and without a mail server shows the texts to send once', async () => {
    const office = await createOffice(server)
    const page = await fillAndOpen(office, '/backoffice/talks/new', { ...talkFields, externalId: 'x' })
    expect([page.status, page.headers.location]).toEqual([200, undefined])
    expect(page.headers['cache-control']).toBe('no-store')
    const [link = ''] = invitationsOn(page)
    expect(link).toMatch(`https://${office.host}/invitation/`)
    expect(page.text).not.toContain(PASSWORD)
    const again = await office.staff.get(`/backoffice/talks/${(await get(office.tenant, '/talks/ext:x')).id}`)
    expect(again.text).not.toContain(link)
    expect(JSON.stringify(await readEvents(office.tenant))).not.toContain(link)
    expect(office.tenant.api.logged.join('')).not.toContain(link)
  })

  test('attaches existing accounts unchanged by their e-mail, and redirects to the talk', async () => {
    const office = await createOffice(server)
    await office.talk('Other', {
      speakers: [{ email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' }],
    })
    const fields = {
      ...talkFields,
      'speakers/0/email': 'ADA@example.org',
      'speakers/0/firstName': '',
      'speakers/0/lastName': '',
    }
    const page = await fill(office, '/backoffice/talks/new', fields)
    expect(page.status).toBe(303)
    expect(page.headers.location).toMatch(/^\/backoffice\/talks\/[0-9a-f-]{36}\?done=created$/)
    expect((await get(office.tenant, `/talks/${idOf(page)}`)).speakers).toMatchObject([
      { firstName: 'Ada', lastName: 'Sample' },
    ])
  })

  test('is refused with the problems of the API at their fields, and keeps the input', async () => {
    const office = await createOffice(server)
    const bad = {
      title: ' ',
      description: 'x'.repeat(801),
      duration: '0',
      timezone: 'Mars/Base',
      start: '2027-02-30T10:00',
      image: 'http://static.example.org/a.png',
      externalId: 'y'.repeat(201),
      tags: `ok\n${'t'.repeat(61)}`,
      ...ada,
      'speakers/1/email': 'ada@example.org',
      'speakers/2/email': 'nobody',
      'links/0/label': 'Slides',
      'links/0/url': 'slides',
    }
    const page = await fill(office, '/backoffice/talks/new', { ...talkFields, ...bad })
    const answer = await office.tenant.send('POST', '/talks', {
      body: {
        description: bad.description,
        speakers: [
          { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' },
          { email: 'ada@example.org' },
          { email: 'nobody' },
        ],
        start: bad.start,
        timezone: bad.timezone,
        duration: 0,
        image: bad.image,
        links: [{ label: 'Slides', url: 'slides' }],
        tags: ['ok', 't'.repeat(61)],
        externalId: bad.externalId,
      },
    })
    // A form has no offset for its times.
    const wanted = answer.body.errors.map(({ pointer, message }: { pointer: string; message: string }) => [
      pointer,
      message.replace('an ISO 8601 date and time with an offset or Z', 'a date and time'),
    ])
    expect([page.status, answer.status]).toEqual([422, 422])
    const messages = wanted.map(([, message]: [string, string]) => message)
    const shown = summaryProblems(page)
    expect(shown.map(([, message]) => message).sort()).toEqual(messages.sort())
    expect(shown.map(([label]) => label)).toEqual([
      'Title',
      'Description',
      'Speaker 2: E-mail',
      'Speaker 2: First name',
      'Speaker 2: Last name',
      'Speaker 3: E-mail',
      'Speaker 3: First name',
      'Speaker 3: Last name',
      'Start',
      'Duration (minutes)',
      'Time zone',
      'Tags',
      'Picture',
      'Link 1: URL (https)',
      'External ID',
    ])
    const places = problemTargets(page).map((id) => page.text.indexOf(` id="${id}"`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(page.text).toContain('Your changes were not saved.')
    for (const [pointer, message] of wanted.filter(([pointer]: [string]) => !pointer.startsWith('/tags')))
      expect([pointer, fieldProblem(page, pointer.slice(1))]).toEqual([pointer, message])
    expect(fieldProblem(page, 'tags')).toBe('must have at most 60 characters')
    expect(readForm(page)).toMatchObject({
      duration: '0',
      timezone: 'Mars/Base',
      'speakers/2/email': 'nobody',
      'links/0/url': 'slides',
    })
    expect(await readRows(office.tenant, 'talks')).toEqual([])
    expect(await readEmails(office.tenant)).toEqual([office.staff.account.email])
  })

  test('is refused if it breaks rules of the API that are not in the schema', async () => {
    const office = await createOffice(server)
    await office.talk('Taken', { externalId: 'Taken' })
    const video = await fill(office, '/backoffice/talks/new', {
      ...talkFields,
      type: 'youtube',
      video: 'https://example.org/v',
    })
    expect([video.status, summaryProblems(video)]).toEqual([
      422,
      [['Video URL', 'must be the URL of a YouTube video']],
    ])
    const path = `/backoffice/talks/${await office.talk('Streamed', { type: 'rtmp' })}`
    const streamed = await fill(office, path, { video: 'https://example.org:8443/v' })
    expect([streamed.status, summaryProblems(streamed)]).toEqual([
      422,
      [['Video URL', 'must be a public rtmp or rtmps URL, or a public https URL without a port']],
    ])
    const taken = await fill(office, '/backoffice/talks/new', { ...talkFields, externalId: 'Taken' })
    expect([taken.status, fieldProblem(taken, 'externalId')]).toEqual([
      409,
      'already belongs to another object of this kind',
    ])
    const none = await fill(office, '/backoffice/talks/new', {
      ...talkFields,
      'speakers/0/email': '',
      'speakers/0/firstName': '',
      'speakers/0/lastName': '',
    })
    expect([none.status, summaryProblems(none)]).toEqual([
      422,
      [['Speakers', 'must have at least one person']],
    ])
  })

  test('gets suggestions from the tracks of other talks', async () => {
    const office = await createOffice(server)
    for (const [title, track] of [
      ['A', 'Wood'],
      ['B', 'Coast'],
      ['C', 'Wood'],
    ])
      await office.talk(String(title), { track })
    const { text } = await office.staff.get('/backoffice/talks/new')
    expect(text).toContain(
      '<datalist id="field-track-values"><option value="Coast"></option><option value="Wood"></option>',
    )
    expect(text).toMatch(/<input[^>]*name="track"[^>]*list="field-track-values"/)
  })

  test('is on site at first, and embedded if the event is online', async () => {
    const office = await createOffice(server)
    const typeOf = async () => {
      const { text } = await office.staff.get('/backoffice/talks/new')
      return /name="type".*?<option value(?:="(\w+)")? selected/.exec(text)?.slice(1)
    }
    expect(await typeOf()).toEqual([undefined])
    await office.change({ format: 'online' })
    expect(await typeOf()).toEqual(['embedded'])
  })

  test('does not change if its form is sent unchanged', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Odd', {
      start: '2027-10-31T00:30:17.123Z',
      timezone: 'Europe/Brussels',
      tags: ['a\nb', ' c '],
      track: 'x\ny',
      description: '  <b>"quoted" & done</b>\n',
      links: [{ label: ' x ', url: 'https://example.org/' }],
    })
    const before = await get(office.tenant, `/talks/${id}`)
    const page = await fill(office, `/backoffice/talks/${id}`, {})
    expect(page.headers.location).toBe(`/backoffice/talks/${id}?done=unchanged`)
    expect(await get(office.tenant, `/talks/${id}`)).toEqual(before)
  })

  test('changes only in the fields that were edited', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Odd', {
      start: '2027-10-31T00:30:17Z',
      tags: ['a\nb'],
      keynote: true,
      moderators: [{ email: 'mo@example.org', firstName: 'Mo', lastName: 'Sample' }],
    })
    const page = await office.staff.get(`/backoffice/talks/${id}`)
    const { keynote: _off, ...fields } = readForm(page)
    await office.staff.post(`/backoffice/talks/${id}`, { ...fields, title: 'Even', featured: 'on' })
    const events = await readEvents(office.tenant)
    expect(events.at(-1)).toMatchObject({
      type: 'talk.updated',
      actorKind: 'user',
      actorId: office.staff.account.id,
    })
    expect(events.at(-1)?.changes).toEqual([
      { pointer: '/featured', before: false, after: true },
      { pointer: '/keynote', before: true, after: false },
      { pointer: '/title', before: 'Odd', after: 'Even' },
    ])
  })

  test('has its start read in the time zone of the platform if it has none', async () => {
    const office = await createOffice(server)
    await changeSettings(office.tenant.api.installation, office.tenant.caller, { timezone: 'Asia/Kolkata' })
    const id = await office.talk('Here', { start: '2027-05-20T04:00:00Z' })
    const page = await office.staff.get(`/backoffice/talks/${id}`)
    expect(readForm(page).start).toBe('2027-05-20T09:30')
    expect(visibleText(page.text)).toContain('Local time in Asia/Kolkata.')
    await office.staff.post(`/backoffice/talks/${id}`, { ...readForm(page), start: '2027-05-20T10:30' })
    expect((await get(office.tenant, `/talks/${id}`)).start).toBe('2027-05-20T05:00:00.000Z')
  })

  test('has rows that can be added, removed, and reordered without scripts, and is saved only by “Save”', async () => {
    const office = await createOffice(server)
    const people = ['ada', 'bea', 'cy'].map((name) => ({
      email: `${name}@example.org`,
      firstName: name,
      lastName: 'S',
    }))
    const id = await office.talk('Rows', { speakers: people })
    const before = await get(office.tenant, `/talks/${id}`)
    const path = `/backoffice/talks/${id}`
    const emails = (page: Page) =>
      Object.entries(readForm(page)).flatMap(([name, value]) =>
        /^speakers\/\d+\/email$/.test(name) ? [value] : [],
      )
    const press = async (page: Page, button: string) => {
      const answer = await office.staff.post(path, { ...readForm(page), title: 'Typed', do: button })
      expect([button, answer.status, readForm(answer).title]).toEqual([button, 200, 'Typed'])
      return answer
    }
    const moved = await press(await office.staff.get(path), 'up:speakers:2')
    expect(emails(moved)).toEqual(['ada@example.org', 'cy@example.org', 'bea@example.org'])
    const removed = await press(moved, 'remove:speakers:0')
    expect(emails(removed)).toEqual(['cy@example.org', 'bea@example.org'])
    const added = await press(removed, 'add:speakers')
    expect(emails(added)).toEqual(['cy@example.org', 'bea@example.org', ''])
    expect(await get(office.tenant, `/talks/${id}`)).toEqual(before)
    await office.staff.post(path, { ...readForm(added), do: 'save' })
    expect(
      (await get(office.tenant, `/talks/${id}`)).speakers.map(({ email }: { email: string }) => email),
    ).toEqual(['cy@example.org', 'bea@example.org'])
  })

  test('is not overwritten by a form that was opened before someone else changed it', async () => {
    const office = await createOffice(server)
    const other = await office.signIn('admin')
    const id = await office.talk('First')
    const path = `/backoffice/talks/${id}`
    const [mine, theirs] = [readForm(await office.staff.get(path)), readForm(await other.get(path))]
    expect((await other.post(path, { ...theirs, title: 'Theirs' })).status).toBe(303)
    const refused = await office.staff.post(path, { ...mine, title: 'Mine', track: 'Workbench' })
    expect([refused.status, (await get(office.tenant, `/talks/${id}`)).title]).toEqual([412, 'Theirs'])
    expect(visibleText(refused.text)).toContain(
      'Someone else changed this while you were editing. Your changes have not been saved.',
    )
    expect(readForm(refused)).toMatchObject({ title: 'Mine', track: 'Workbench', version: '1' })
    const again = await office.staff.post(path, readForm(refused))
    expect([again.status, (await get(office.tenant, `/talks/${id}`)).title]).toEqual([412, 'Theirs'])
    const decided = await office.staff.post(path, { ...readForm(refused), overwrite: '2' })
    expect([decided.status, (await get(office.tenant, `/talks/${id}`)).title]).toEqual([303, 'Mine'])
  })
})

describe('a sponsor', () => {
  const sponsorFields = { name: 'Acme', logo: 'https://static.example.org/l.png', level: '2' }

  test('is created, changed attribute by attribute, and refused like in the API', async () => {
    const office = await createOffice(server)
    const created = await fillAndOpen(office, '/backoffice/sponsors/new', {
      ...sponsorFields,
      hasPage: 'on',
      pageContent: '<p>Hello</p>',
      hasColor: 'on',
      color: '#0a7d55',
      'options/highlight': 'on',
      'speakers/0/email': 'ada@example.org',
    })
    expect([created.status, invitationsOn(created)]).toEqual([200, [expect.stringContaining(office.host)]])
    const [sponsor] = (await get(office.tenant, '/sponsors')).items
    expect(sponsor).toMatchObject({
      name: 'Acme',
      level: 2,
      hasPage: true,
      pageContent: '<p>Hello</p>',
      pageFormat: 'markdown',
      color: '#0a7d55',
      options: { highlight: true, displayInLobby: false },
      speakers: [{ email: 'ada@example.org', firstName: null }],
    })
    const path = `/backoffice/sponsors/${sponsor.id}`
    await fill(office, path, { pageContent: '', 'options/displayInLobby': 'on' })
    expect((await readEvents(office.tenant)).at(-1)?.changes).toEqual([
      { pointer: '/options/displayInLobby', before: false, after: true },
      { pointer: '/pageContent', before: '<p>Hello</p>', after: null },
    ])
    const refused = await fill(office, path, { name: '', level: '9', color: 'red', website: 'ftp://x' })
    expect([refused.status, summaryProblems(refused)]).toEqual([
      422,
      [
        ['Name', 'must not be empty'],
        ['Website URL', 'must be an https URL of a public host, without user info or a port'],
        ['Level', 'must be at most 5'],
        ['Color', 'must be a color in the form #rrggbb'],
      ],
    ])
    const empty = await fill(office, '/backoffice/sponsors/new', { name: '', logo: '', level: '' })
    expect(summaryProblems(empty)).toEqual([
      ['Name', 'is required'],
      ['Level', 'is required'],
      ['Logo', 'is required'],
    ])
  })
})

test('a form accepts the longest page content that the API accepts, in any script', async () => {
  const office = await createOffice(server)
  const id = await office.sponsor('Acme')
  const pageContent = 'я'.repeat(65_536)
  expect((await fill(office, `/backoffice/sponsors/${id}`, { pageContent })).status).toBe(303)
  expect((await get(office.tenant, `/sponsors/${id}`)).pageContent).toBe(pageContent)
})

describe('a user', () => {
  test('is created by type, gets an invitation instead of a password, and needs no review', async () => {
    const office = await createOffice(server)
    const names = { firstName: 'Ada', lastName: 'Sample' }
    const invited = await fillAndOpen(office, '/backoffice/users/new', { ...names, email: 'ada@example.org' })
    expect([invited.status, invited.text.includes(PASSWORD)]).toEqual([200, false])
    expect(invited.text).toContain(`https://${office.host}/invitation/`)
    await fill(office, '/backoffice/users/new?type=Speaker', {
      ...names,
      email: 'cy@example.org',
      'options/highlight': 'on',
    })
    const shown = async (email: string) => {
      const { role, registrationStatus, options } = await get(office.tenant, `/users/${email}`)
      return [role, registrationStatus, options.highlight]
    }
    expect(await shown('ada@example.org')).toEqual(['attendee', 'accepted', false])
    expect(await shown('cy@example.org')).toEqual(['speaker', 'accepted', true])
  })

  test('is changed and refused like in the API', async () => {
    const office = await createOffice(server)
    const other = await office.signIn('speaker', { username: 'taken' })
    const { id } = (await office.signIn('attendee', { email: 'ada@example.org' })).account
    const path = `/backoffice/users/${id}`
    await fill(office, path, {
      job: 'Engineer',
      'socials/linkedin': 'https://linkedin.example.org/ada',
      timezone: 'UTC',
    })
    expect(await get(office.tenant, `/users/${id}`)).toMatchObject({
      job: 'Engineer',
      timezone: 'UTC',
      socials: { linkedin: 'https://linkedin.example.org/ada', twitter: null },
    })
    const cases: [Record<string, string>, number, [string, string][]][] = [
      [
        { email: other.account.email },
        409,
        [['E-mail', 'already belongs to another account; use another e-mail']],
      ],
      [{ username: 'TAKEN' }, 409, [['Username', 'already belongs to another account']]],
      [
        { email: 'x', 'socials/twitter': 'x', status: 'Retired' },
        422,
        [
          ['E-mail', 'must be an e-mail address'],
          ['Status', 'must be one of the choices'],
          ['Twitter', 'must be an https URL of a public host, without user info or a port'],
        ],
      ],
    ]
    for (const [fields, status, problems] of cases) {
      const page = await fill(office, path, fields)
      expect([page.status, summaryProblems(page)]).toEqual([status, problems])
    }
  })

  test('who is an owner cannot get another e-mail from an admin', async () => {
    const office = await createOffice(server)
    const { id, email } = (await office.signIn('owner')).account
    const page = await fill(office, `/backoffice/users/${id}`, { email: 'mine@example.org' })
    expect(page.status).toBe(403)
    expect((await get(office.tenant, `/users/${id}`)).email).toBe(email)
    expect((await fill(office, `/backoffice/users/${id}`, { job: 'Chair' })).status).toBe(303)
  })
})

describe('the type in the form of a talk', () => {
  test('is on site by default, and clearing it clears the video that the form shows', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Talk')
    const path = `/backoffice/talks/${id}`
    const page = async () => (await office.staff.get(path)).text
    for (const form of [await page(), (await office.staff.get('/backoffice/talks/new')).text])
      expect(/<option value(?:="")? selected>None: on site only</.test(form)).toBe(true)
    const video = 'https://video.example.org/a.mp4'
    const stored = async () => {
      const talk = await get(office.tenant, `/talks/${id}`)
      return [talk.type, talk.video]
    }
    await fill(office, path, { type: 'replay', video })
    expect(await stored()).toEqual(['replay', video])
    await fill(office, path, { type: '' })
    expect(await stored()).toEqual([null, null])
    expect(summaryProblems(await fill(office, path, { video }))).toEqual([['Video', 'is required']])
    const list = await office.staff.get('/backoffice/talks?type=none&columns=type')
    expect(list.text).toMatch(/<td[^>]*>On site<\/td>/)
    const [head = '', row = ''] = (await office.staff.get('/backoffice/talks.csv')).text.split('\r\n')
    expect(row.split(',')[head.split(',').indexOf('type')]).toBe('')
  })
})

test('a group of rows is closed while there are none, and says how many there are', async () => {
  const office = await createOffice(server)
  const groupOf = ({ text }: Page) => {
    const [, open, count] =
      /<details id="links" class="folded-group"( open)?>.*?data-set="None"[^>]*>([^<]*)</s.exec(text) ?? []
    return [open !== undefined, count]
  }
  const id = await office.talk('One')
  const path = `/backoffice/talks/${id}`
  expect(groupOf(await office.staff.get(path))).toEqual([false, 'None'])
  const [label, url] = ['links/0/label', 'links/0/url']
  expect(groupOf(await fill(office, path, { [label]: 'Slides', [url]: 'nowhere' }))).toEqual([true, '1'])
  expect(groupOf(await fill(office, path, { do: 'add:links' }))).toEqual([true, 'None'])
  await office.talk('One', { links: [{ label: 'Slides', url: 'https://slides.example.org' }] })
  expect(groupOf(await office.staff.get(path))).toEqual([true, '1'])
})
