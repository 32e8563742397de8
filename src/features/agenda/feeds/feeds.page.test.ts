// Feeds and embeds: the programme for calendars, other programs, and other sites.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { jsonProblems, missingValidator, xmlProblems, xpath } from '../../../../test/support/frab.ts'
import { createOffice } from '../../../../test/support/office.ts'
import { recordReads } from '../../../../test/support/reads.ts'
import { get, put, useApi } from '../../../../test/support/scenarios.ts'
import {
  createSite,
  cspDirective,
  personNamed,
  type Site,
  visibleText,
} from '../../../../test/support/sites.ts'
import { signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { changeSettings } from '../../platforms/platforms.ts'

const server = useApi({ isJobless: true })
const FEEDS = ['/schedule.ics', '/schedule.json', '/schedule.xml'] as const
const EMBEDS = ['/embed/agenda', '/embed/speakers'] as const

// biome-ignore lint/suspicious/noExplicitAny: the schema of the format defines the shape.
type Json = any
const scheduleOf = async (site: Site): Promise<Json> => (await site.open('/schedule.json')).body.schedule
const eventsIn = ({ conference }: Json): Json[] =>
  conference.days.flatMap(({ rooms }: Json) => Object.values(rooms).flat())

/** A talk with everything that a feed can contain, and what it must not. */
const full = {
  description: 'What “green” means;\nand why, <really> & truly.',
  details: 'For <testers>;\nbring a laptop & questions.',
  start: '2027-05-20T09:30:00+02:00',
  duration: 95,
  image: 'https://static.example.org/talk.png',
  links: [{ label: 'Slides', url: 'https://static.example.org/a|b?c={d}' }],
  track: 'Engineering',
  tags: ['Workshop', 'Testing'],
  hiddenTags: ['unseen-tag'],
  speakers: [
    personNamed('Ada', 'Sample', {
      description: 'Counts things.',
      avatar: 'https://static.example.org/ada.png',
    }),
    personNamed('Bo', 'Muster'),
  ],
  moderators: [personNamed('Unseen', 'Moderator')],
}

describe('schedule.json', () => {
  test('contains all public attributes of a talk, and no others', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    const id = await site.talk('Tests that people trust', full)
    const [event] = eventsIn(await scheduleOf(site))
    const [ada, bo] = event.persons
    expect(event).toEqual({
      guid: id,
      id: Number.parseInt(id.slice(-8), 16) % 2 ** 31,
      slug: expect.stringMatching(/^own_\d+-\d+-tests-that-people-trust$/),
      url: `https://${site.host}/talks/${id}`,
      logo: 'https://static.example.org/talk.png',
      date: '2027-05-20T09:30:00+02:00',
      start: '09:30',
      end: '2027-05-20T11:05:00+02:00',
      duration: '01:35',
      room: 'Engineering',
      title: 'Tests that people trust',
      subtitle: '',
      track: 'Engineering',
      type: 'Workshop',
      language: null,
      abstract: full.description,
      description: full.details,
      persons: [
        {
          guid: ada.guid,
          name: 'Ada Sample',
          public_name: 'Ada Sample',
          avatar: 'https://static.example.org/ada.png',
          biography: 'Counts things.',
          url: `https://${site.host}/speakers/${ada.guid}`,
        },
        {
          guid: bo.guid,
          name: 'Bo Muster',
          public_name: 'Bo Muster',
          avatar: null,
          biography: null,
          url: `https://${site.host}/speakers/${bo.guid}`,
        },
      ],
      links: [{ title: 'Slides', url: 'https://static.example.org/a%7Cb?c=%7Bd%7D' }],
      attachments: [],
    })
  })

  test('contains the name, time zone, tracks, and rooms of the conference', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels', logo: 'https://static.example.org/logo.svg' })
    await site.talk('One', { start: '2027-05-20T09:30:00+02:00', track: 'Track 10' })
    await site.talk('Two', { start: '2027-05-22T09:30:00+02:00', track: 'Track 9' })
    await site.talk('Three', { start: '2027-05-22T10:30:00+02:00' })
    const { name, slug } = site.tenant.caller.platform as unknown as { name: string; slug: string }
    const { conference, base_url } = await scheduleOf(site)
    const { days, rooms, ...rest } = conference
    expect(base_url).toBe(`https://${site.host}/`)
    expect(rest).toEqual({
      acronym: slug.replaceAll('-', '_'),
      title: name,
      start: '2027-05-20',
      end: '2027-05-22',
      daysCount: 2,
      timeslot_duration: '00:05',
      time_zone_name: 'Europe/Brussels',
      logo: 'https://static.example.org/logo.svg',
      colors: { primary: '#3b5bdb' },
      url: `https://${site.host}/agenda`,
      tracks: [{ name: 'Track 9' }, { name: 'Track 10' }],
    })
    expect(rooms.map((room: Json) => room.name).sort()).toEqual([name, 'Track 10', 'Track 9'].sort())
    expect(days.map((day: Json) => [day.index, day.date, Object.keys(day.rooms).sort()])).toEqual([
      [1, '2027-05-20', ['Track 10']],
      [2, '2027-05-22', [name, 'Track 9'].sort()],
    ])
  })

  test('has days in the time zone of the event, which start at four in the morning', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    await site.talk('Late', { start: '2027-03-28T01:59:00Z' })
    await site.talk('Early', { start: '2027-03-28T02:00:00Z' })
    const { days } = (await scheduleOf(site)).conference
    const shown = days.map(({ date, day_start, day_end, rooms }: Json) => [
      ...[date, day_start, day_end],
      (Object.values(rooms).flat() as Json[]).map(({ title, date }) => [title, date]),
    ])
    // Daylight saving time began that night.
    expect(shown).toEqual([
      [
        ...['2027-03-27', '2027-03-27T04:00:00+01:00', '2027-03-28T03:59:00+02:00'],
        [['Late', '2027-03-28T03:59:00+02:00']],
      ],
      [
        ...['2027-03-28', '2027-03-28T04:00:00+02:00', '2027-03-29T03:59:00+02:00'],
        [['Early', '2027-03-28T04:00:00+02:00']],
      ],
    ])
  })

  test('keeps the ids of talks, people, and rooms when they change, and has a new version', async () => {
    const site = await createSite(server)
    await site.talk('Kept', { track: 'Hall' })
    const namesOf = async () => {
      const schedule = await scheduleOf(site)
      const { guid, id, persons } = eventsIn(schedule).find(({ title }) => title === 'Kept')
      const room = schedule.conference.rooms.find(({ name }: Json) => name === 'Hall').guid
      return { names: [guid, id, persons[0].guid, room], version: schedule.version }
    }
    const before = await namesOf()
    site.tenant.api.clock.pass(1000)
    await site.talk('Kept', { description: 'Changed.', start: '2027-04-01T12:00:00Z' })
    await site.talk('Another', { track: 'Hall', start: '2027-02-01T12:00:00Z' })
    const after = await namesOf()
    expect(after.names).toEqual(before.names)
    expect(after.version > before.version).toBe(true)
  })
})

describe('schedule.xml', () => {
  test.skipIf(missingValidator)('has the same content as schedule.json', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    const id = await site.talk('Tests & <trust>', full)
    const { text } = await site.open('/schedule.xml')
    const [event] = eventsIn(await scheduleOf(site))
    const read = (path: string) => xpath(text, `//event/${path}`).join('\n')
    expect({
      guid: xpath(text, 'string(//event/@guid)'),
      id: xpath(text, 'string(//event/@id)'),
      title: xpath(text, 'string(//event/title)'),
      abstract: xpath(text, 'string(//event/abstract)').join('\n'),
      description: xpath(text, 'string(//event/description)').join('\n'),
      speakers: read('persons/person/text()'),
      people: xpath(text, '//person/@guid').map((one) => one.trim()),
      link: xpath(text, 'string(//event/links/link/@href)'),
      room: xpath(text, 'string(//day/room/@name)'),
    }).toEqual({
      guid: [id],
      id: [String(event.id)],
      title: ['Tests & <trust>'],
      abstract: full.description,
      description: full.details,
      speakers: 'Ada Sample\nBo Muster',
      people: event.persons.map((one: Json) => `guid="${one.guid}"`),
      link: ['https://static.example.org/a%7Cb?c=%7Bd%7D'],
      room: ['Engineering'],
    })
  })
})

describe.skipIf(missingValidator)('the feeds match the schemas of the format', () => {
  const problems = async (site: Site) => [
    jsonProblems((await site.open('/schedule.json')).body),
    xmlProblems((await site.open('/schedule.xml')).text),
  ]
  const HOSTILE = '<script>alert(1)</script> & "\' ]]> \u0001\u001f\ufffe 𝕏 \r\n\t'

  test('according to validators that detect errors', async () => {
    expect(jsonProblems({ schedule: {} })).not.toEqual([])
    expect(xmlProblems('<schedule/>')).not.toBe('')
  })

  test('without talks', async () => {
    expect(await problems(await createSite(server))).toEqual([[], ''])
  })

  test('with complete and minimal talks', async () => {
    const site = await createSite(server)
    await site.talk('Everything', full)
    await site.talk('x')
    await site.talk('…', { duration: 1440, start: '2027-05-20T21:59:59.123Z' })
    expect(await problems(site)).toEqual([[], ''])
  })

  test('with any characters in texts, and with URLs that only browsers accept', async () => {
    const site = await createSite(server)
    const url = 'https://static.example.org/ä/%zz/[x]|^`{}?"<>\'#a#b|𝕏'
    await site.talk('Hostile', {
      title: HOSTILE,
      description: HOSTILE,
      details: HOSTILE,
      image: url,
      links: [{ label: HOSTILE, url }],
      tags: [HOSTILE.trim().slice(0, 50)],
      speakers: [personNamed('Ada', 'Sample', { lastName: HOSTILE, avatar: url })],
    })
    for (const track of ['true', '__proto__', '1', 'a"b\'c<d>&e']) await site.talk(`In ${track}`, { track })
    await site.change({ logo: url })
    expect(await problems(site)).toEqual([[], ''])
    expect(eventsIn(await scheduleOf(site)).map(({ room }) => room)).toContain('__proto__')
    expect(xpath((await site.open('/schedule.xml')).text, '//room/@name')).toContain(' name="true"')
  })

  test.each(['UTC', 'Japan', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu'])(
    'in the time zone %s',
    async (timezone) => {
      const site = await createSite(server)
      await site.change({ timezone })
      await site.talk('Long ago', { start: '1850-01-01T00:00:00Z' })
      await site.talk('One')
      expect(await problems(site)).toEqual([[], ''])
    },
  )
})

describe('schedule.ics', () => {
  test('has every talk once, in UTC, with its own identifier', async () => {
    const site = await createSite(server)
    const ids = [await site.talk('One', full), await site.talk('Two')]
    const text = (await site.open('/schedule.ics')).text
    const all = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}[^:\r\n]*:(.*?)\r\n(?! )`, 'gms'))].map(([, value]) => value)
    expect(all('UID').sort()).toEqual(ids.sort())
    expect(all('DTSTART')).toEqual(['20270301T120000Z', '20270520T073000Z'])
    expect(all('DTEND')).toEqual(['20270301T130000Z', '20270520T090500Z'])
    expect(all('DTSTAMP')).toEqual(['20270301T120000Z', '20270301T120000Z'])
    expect(all('LAST-MODIFIED')).toEqual(['20270301T120000Z', '20270301T120000Z'])
    expect(all('SUMMARY')).toEqual(['Two', 'One'])
  })

  test('escapes line breaks in texts', async () => {
    const site = await createSite(server)
    const mean = 'A\r\nUID:mean\u0085\u2028\u0007,;\\B'
    await site.talk('One', { title: mean, description: mean, track: mean, tags: [mean] })
    const lines = (await site.open('/schedule.ics')).text.split('\r\n')
    expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(1)
    // RFC 5545, section 3.1: no control characters except tabs, and at most 75 octets per line.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them.
    expect(lines.filter((line) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line))).toEqual([])
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  })
})

describe('feeds and embeds', () => {
  test.each([...FEEDS, ...EMBEDS])('%s contains no e-mails, moderators, or hidden tags', async (path) => {
    const site = await createSite(server)
    await site.talk('Tests that people trust', full)
    const { text } = await site.open(path === '/embed/agenda' ? `${path}?day=all` : path)
    expect(text).toContain('Ada Sample')
    expect(text.toLowerCase()).not.toMatch(/unseen|@example\.org|password|argon2/)
  })

  test.each([...FEEDS, ...EMBEDS])('%s contains only its own platform', async (path) => {
    const [one, other] = [await createSite(server), await createSite(server)]
    await other.talk('Elsewhere', { speakers: [personNamed('Only', 'Elsewhere')], track: 'Elsewhere' })
    expect((await other.open(path)).text).toContain('Elsewhere')
    expect((await one.open(path)).text).not.toContain('Elsewhere')
  })

  test.each(FEEDS)('%s gets 304 until its content changes', async (path) => {
    const site = await createSite(server)
    await site.talk('One')
    const { etag = '' } = (await site.open(path)).headers
    const again = () => site.visitor.get(path, { headers: { 'if-none-match': etag } })
    site.tenant.api.clock.pass(3_600_000)
    expect(await again()).toMatchObject({ status: 304, text: '' })
    await site.talk('One', { description: 'Changed.' })
    expect((await again()).status).toBe(200)
  })

  test.each([
    ['/schedule.ics', 'text/calendar; charset=utf-8'],
    ['/schedule.json', 'application/json; charset=utf-8'],
    ['/schedule.xml', 'application/xml; charset=utf-8'],
  ])('%s can be read by scripts of other sites, as %s', async (path, type) => {
    const site = await createSite(server)
    const { headers } = await site.open(path)
    expect([headers['content-type'], headers['access-control-allow-origin']]).toEqual([type, '*'])
  })

  test('are the same with and without kept parts, after every kind of change', async () => {
    const office = await createOffice(server)
    const { tenant, staff, host } = office
    const { installation } = tenant.api
    const id = await office.talk('Changed', full)
    const people = (await get(tenant, `/talks/${id}`)).speakers
    const [ada, bo] = [people[0].id as string, people[1].id as string]
    const talks = Array.from({ length: 300 }, (_none, number) => ({
      externalId: `t${number}`,
      ...{ title: `Talk ${number}`, description: '', speakers: [personNamed('Ada', 'Sample')] },
      start: new Date(Date.parse('2027-05-19T08:00:00Z') + number * 600_000).toISOString(),
    }))
    await put(tenant, '/programme', { source: 'test', talks })
    const change = (body: object) => put(tenant, `/talks/${id}`, body)
    const review = (status: 'accepted' | 'rejected') =>
      reviewRegistration(installation, tenant.caller, { id: bo, status })
    const changes: Record<string, () => Promise<unknown>> = {
      title: () => change({ title: 'Renamed' }),
      'texts, tags, and language': () =>
        change({ description: 'New.', details: 'New, too.', tags: ['New'], language: 'de' }),
      room: () => change({ room: 'New room' }),
      track: () => change({ track: 'New track' }),
      time: () => change({ start: '2027-05-19T08:05:00Z', duration: 20 }),
      'picture and links': () =>
        change({ image: null, links: [{ label: 'New', url: 'https://static.example.org/new' }] }),
      cancellation: () => change({ state: 'cancelled' }),
      draft: () => change({ state: 'draft' }),
      publication: () => change({ state: 'published' }),
      'order of speakers': () => change({ speakers: full.speakers.toReversed() }),
      'name of a speaker': () => put(tenant, `/users/${ada}`, { lastName: 'Renamed' }),
      'picture and biography of a speaker': () =>
        put(tenant, `/users/${bo}`, { avatar: 'https://static.example.org/new.png', description: 'New.' }),
      rejection: () => review('rejected'),
      acceptance: () => review('accepted'),
      'deletion of a speaker': () => tenant.send('DELETE', `/users/${bo}`, { key: tenant.privileged }),
      'deletion of a talk': () => staff.post(`/backoffice/talks/${id}/delete`),
      restoration: () => staff.post(`/backoffice/deleted/${id}/restore`),
      'new talk at the beginning': () => office.talk('First', { start: '2027-01-01T08:00:00Z' }),
      'another talk': () => office.talk('In between', { start: '2027-05-20T08:00:00Z' }),
      'name of the event': () => changeSettings(installation, tenant.caller, { name: 'New name' }),
      'time zone': () => office.change({ timezone: 'Asia/Tokyo' }),
      venue: () => office.change({ venue: 'New venue' }),
      'logo and color': () =>
        office.change({ logo: 'https://static.example.org/new.svg', accent: '#123456' }),
    }
    const unseen: Record<(typeof FEEDS)[number], string[]> = {
      '/schedule.ics': ['picture and biography of a speaker', 'time zone', 'logo and color'],
      '/schedule.json': ['venue'],
      '/schedule.xml': ['picture and biography of a speaker', 'venue'],
    }
    let ports = 10_000
    const read = async (path: string, port: number): Promise<string> => {
      const page = await office.visitor.get(path, { headers: { host: `${host}:${port}` } })
      expect(page.status).toBe(200)
      // Lines of calendars can be folded within a port.
      return page.text.replaceAll('\r\n ', '').replaceAll(`${host}:${port}`, host)
    }
    const before = new Map(
      await Promise.all(FEEDS.map(async (path) => [path, await read(path, ports)] as const)),
    )
    for (const [name, makeChange] of Object.entries(changes)) {
      await makeChange()
      // Nothing is kept of a feed with addresses that nobody has asked for.
      ports += 1
      for (const path of FEEDS) {
        const text = await read(path, 10_000)
        expect(text, `${name} in ${path}`).toBe(await read(path, ports))
        expect(text === before.get(path), `${name} in ${path}`).toBe(unseen[path].includes(name))
        before.set(path, text)
      }
    }
  })

  test('use the same queries for 0, 1, and 12 talks', async () => {
    const site = await createSite(server)
    const ofTalks = ['schedule.talks_by_ids', 'schedule.speakers']
    await site.open('/')
    let filled = 0
    for (const count of [0, 1, 12]) {
      for (; filled < count; filled += 1)
        await site.talk(`Talk ${filled}`, {
          speakers: [personNamed('Ada', 'Sample'), personNamed(`P${filled}`, 'Sample')],
        })
      const ofFeed = ['events.after', 'schedule.outline', ...(count === 0 ? [] : ofTalks)]
      for (const path of FEEDS)
        expect([path, count, await readsOf(site, path)]).toEqual([path, count, ofFeed])
      // Without talks, there is no day to show.
      const ofPart = count === 0 ? 'talks.agenda_count' : 'talks.agenda_slots'
      expect(await readsOf(site, '/embed/agenda')).toEqual([
        ...[
          'events.after',
          'agenda.around',
          'agenda.days',
          ofPart,
          'talk_choices.tracks_by_age',
          'agenda.choices',
        ],
        ...['talks.agenda_within', 'programme.speakers_of', 'programme.next_boundary'],
      ])
      expect(await readsOf(site, '/embed/speakers')).toEqual([
        ...['events.after', 'users.public_people_count', 'public_people.tags', 'users.public_people_page'],
      ])
    }
  })
})

/** The statements that a page runs, without those that find the platform. */
const readsOf = async (site: Site, path: string): Promise<string[]> =>
  (await recordReads(site.tenant.api.installation.store, () => site.open(path))).filter(
    (name) => !/^platforms?\b/.test(name),
  )

describe('pushing a schedule.json', () => {
  test('creates the same talks on another platform, and changes nothing the second time', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    await site.talk('Everything', { ...full, hiddenTags: [] })
    await site.talk('Little', {
      start: '2027-05-20T01:30:00+02:00',
      speakers: [personNamed('Kasa', '·', { email: 'unseen.kasa@example.org' })],
    })
    const other = await server.createTenant()
    const summary = await push(other, (await site.open('/schedule.json')).text)
    expect(summary).toMatchObject({ created: 2, updated: 0, unchanged: 0, refused: [] })
    const { name } = site.tenant.caller.platform as unknown as { name: string }
    const talks = async (tenant: typeof other) => (await get(tenant, '/talks')).items as Json[]
    const expected = (await talks(site.tenant)).map((talk) => ({
      ...carried(talk),
      externalId: talk.id,
      timezone: 'Europe/Brussels',
      // The format has one type per talk, which a push keeps as a tag.
      tags: talk.tags.slice(0, 1),
      hiddenTags: [],
      links: [
        { label: name, url: `https://${site.host}/talks/${talk.id}` },
        ...talk.links.map((link: Json) => ({
          ...link,
          url: link.url.replace('a|b?c={d}', 'a%7Cb?c=%7Bd%7D'),
        })),
      ],
    }))
    const made = (await talks(other)).map((talk) => ({
      ...carried(talk),
      ...{ externalId: talk.externalId, timezone: talk.timezone, tags: talk.tags },
      ...{ hiddenTags: talk.hiddenTags, links: talk.links },
    }))
    const byTitle = (a: Json, b: Json) => (a.title < b.title ? -1 : 1)
    expect(made.sort(byTitle)).toEqual(expected.sort(byTitle))
    const again = await push(other, (await site.open('/schedule.json')).text)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: [] })
  })
})

/** The attributes that a feed transfers unchanged. */
const carried = ({ title, description, details, start, duration, track, image, speakers }: Json) => ({
  ...{ title, description, details, start, duration, track, image },
  speakers: speakers.map(({ firstName, lastName, description, avatar }: Json) => ({
    ...{ firstName, lastName, description, avatar },
  })),
})

/** Runs `lectern push` with this file and returns its summary. */
async function push({ api, standard }: Site['tenant'], content: string): Promise<Json> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-feed-'))
  try {
    const file = join(folder, 'schedule.json')
    writeFileSync(file, content)
    const command = join(import.meta.dirname, '../../../../test/support/push/command.ts')
    const flags = ['--url', api.url, '--key', standard, '--ca', join(api.dataDir, 'tls/cert.pem'), '--json']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'push', file, ...flags, '--credentials', join(folder, 'credentials.csv')],
      { cwd: folder },
    )
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('embeds', () => {
  test.each(EMBEDS)('%s can be framed by every site, and no other page can', async (path) => {
    const site = await createSite(server)
    expect(cspDirective(await site.open(path), 'frame-ancestors')).toBe('*')
    for (const other of ['/', '/agenda', '/speakers', '/sign-in', '/schedule.xml'])
      expect([other, cspDirective(await site.open(other), 'frame-ancestors')]).toEqual([other, "'none'"])
    expect(cspDirective(await site.visitor.get(`${path}/nothing`), 'frame-ancestors')).toBe("'none'")
  })

  test.each(EMBEDS)('%s opens its links in new tabs, and has no site navigation', async (path) => {
    const site = await createSite(server)
    await site.talk('One', { start: '2027-03-01T13:00:00Z' })
    await site.talk('Two', { start: '2027-03-02T13:00:00Z' })
    const { text } = await site.open(path)
    const links = [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)]
    const leaving = links.filter(([, href = '']) => !/^(\/embed\/|#)/.test(href))
    expect(leaving.length).toBeGreaterThan(1)
    for (const [tag] of leaving) expect(tag).toMatch(/ target="_blank" rel="noopener"/)
    expect(text).not.toMatch(/site-header|site-footer|href="\/(sign-in|backoffice)|<form/)
  })

  test.each(EMBEDS)('%s has the color scheme that the embedding page requests', async (path) => {
    const site = await createSite(server)
    await site.change({ scheme: 'light' })
    const schemeOf = async (query: string) =>
      /data-scheme="([^"]*)"/.exec((await site.open(`${path}${query}`)).text)?.[1]
    expect(await Promise.all(['', '?scheme=dark', '?scheme=auto', '?scheme=%22%3E'].map(schemeOf))).toEqual([
      ...['light', 'dark', 'auto', 'light'],
    ])
  })

  test.each(EMBEDS)('%s is the same for signed-in users', async (path) => {
    const { api } = await server.createTenant()
    const visitor = await signInAs(api, 'attendee', { timezone: 'Asia/Tokyo' })
    const [stranger, own] = [
      await new Visitor(api).get(`${path}?zone=own`),
      await visitor.get(`${path}?zone=own`),
    ]
    expect([own.status, own.text]).toEqual([200, stranger.text])
  })

  test('can show a single track', async () => {
    const site = await createSite(server)
    await site.talk('In A', { track: 'A', speakers: [personNamed('Ada', 'Aa')] })
    await site.talk('In B', {
      track: 'B',
      speakers: [personNamed('Bo', 'Bb')],
      moderators: [personNamed('Ada', 'Aa')],
    })
    const agenda = visibleText((await site.open('/embed/agenda?track=B')).text)
    const people = visibleText((await site.open('/embed/speakers?track=B')).text)
    expect([agenda.includes('In B'), agenda.includes('In A')]).toEqual([true, false])
    expect([people.includes('Bo Bb'), people.includes('Ada Aa')]).toEqual([true, false])
  })

  test('show the time zone of the event, or the requested one', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    await site.talk('One')
    const event = visibleText((await site.open('/embed/agenda')).text)
    const tokyo = visibleText((await site.open('/embed/agenda?zone=Asia/Tokyo')).text)
    expect([/13:00–14:00/.test(event), /Europe\/Brussels/.test(event)]).toEqual([true, true])
    expect([/21:00–22:00/.test(tokyo), /Asia\/Tokyo/.test(tokyo)]).toEqual([true, true])
  })
})
