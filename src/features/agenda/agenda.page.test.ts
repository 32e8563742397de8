// The home page and the agenda: current talks, days, time zones, and filters.
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import {
  createSite,
  findSection,
  listTitles,
  personNamed,
  type Site,
  visibleText,
} from '../../../test/support/sites.ts'
import { addAccount, PASSWORD, Visitor } from '../../../test/support/visitors.ts'
import { MAX_TALKS_AT_ONCE } from './limits.ts'

const server = useApi()
const HOUR = 3_600_000

// The clock is set to 2027-03-01T12:00:00Z, a Monday.
const at = (hours: number) => new Date(Date.parse('2027-03-01T12:00:00Z') + hours * HOUR).toISOString()

describe('the home page', () => {
  test('shows live, next, and featured talks, with ended talks last', async () => {
    const site = await createSite(server)
    await site.talk('Over', { start: at(-3), featured: true })
    await site.talk('Live', { start: at(-0.5) })
    await site.talk('Later', { start: at(2), featured: true })
    await site.talk('Soon', { start: at(1) })
    const shown = async () => {
      const { text } = await site.open('/')
      return ['live', 'next', 'featured'].map((id) => listTitles(findSection(text, id)))
    }
    expect(await shown()).toEqual([['Live'], ['Soon', 'Later'], ['Later', 'Over']])
    site.tenant.api.clock.pass(2 * HOUR)
    expect(await shown()).toEqual([['Later'], [], ['Later', 'Over']])
    site.tenant.api.clock.pass(2 * HOUR)
    expect(await shown()).toEqual([[], [], ['Over', 'Later']])
  })

  test('shows highlighted sponsors and those in the lobby, but no others', async () => {
    const site = await createSite(server)
    await site.sponsor('Bright', { level: 2, options: { highlight: true } })
    await site.sponsor('Foyer', { level: 3, options: { displayInLobby: true } })
    await site.sponsor('Elsewhere')
    const { text } = await site.open('/')
    expect(visibleText(findSection(text, 'sponsors'))).toBe(
      ' Sponsors All sponsors Gold Bright Bright Silver Foyer Foyer ',
    )
    expect(text).not.toContain('Elsewhere')
  })

  test('shows the banner, the days, the venue, and the time zone', async () => {
    const site = await createSite(server)
    await site.change({
      banner: 'https://static.example.org/banner.jpg',
      venue: 'Town hall',
      timezone: 'Europe/Brussels',
    })
    await site.talk('First', { start: at(1) })
    await site.talk('Last', { start: at(25) })
    const { text } = await site.open('/')
    expect(text).toContain('src="https://static.example.org/banner.jpg"')
    expect(visibleText(text)).toContain('Mon, Mar 1 – Tue, Mar 2, 2027 Town hall')
    expect(text).toContain('<meta name="description" content="Mon, Mar 1 – Tue, Mar 2, 2027 · Town hall"')
    expect(visibleText(text)).toContain('All times in Europe/Brussels (GMT+1)')
  })
})

describe('the home page of an event', () => {
  /** The countdown, what the main link says, and the titles of sections with talks. */
  const shownAt = async (site: Site) => {
    const { text } = await site.open('/')
    const hero = /<header class="hero.*?<\/header>/s.exec(text)?.[0] ?? ''
    const countdown = /<div class="hero-countdown".*?<\/div>/s.exec(hero)?.[0] ?? ''
    return {
      countdown: visibleText(countdown).trim(),
      link: /<a class="button primary[^>]*href="([^"]*)"/.exec(hero)?.[1],
      sections: [...text.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id),
    }
  }

  test('counts down to the first talk, then shows what is live, and ends with recordings', async () => {
    const site = await createSite(server)
    const { clock } = site.tenant.api
    const id = await site.talk('Talk', {
      start: at(50),
      type: 'youtube',
      video: 'https://www.youtube.com/watch?v=ElevenChars',
    })
    const before = { countdown: '2 days 2 hours 0 minutes', link: '/agenda', sections: ['next', 'speakers'] }
    expect(await shownAt(site)).toEqual(before)
    clock.pass(50 * HOUR)
    const during = { countdown: '', link: `/talks/${id}`, sections: ['live', 'speakers'] }
    expect(await shownAt(site)).toEqual(during)
    clock.pass(HOUR)
    const after = { countdown: '', link: '#recorded', sections: ['recorded', 'speakers'] }
    expect(await shownAt(site)).toEqual(after)
  })

  test('takes place on the days of the settings, also without a programme', async () => {
    const site = await createSite(server)
    expect(visibleText((await site.open('/')).text)).toContain('The programme will be announced soon.')
    await site.change({ tagline: 'Slow things, well made', firstDay: '2027-03-03', lastDay: '2027-03-04' })
    const { text } = await site.open('/')
    expect(visibleText(text)).toContain('Slow things, well made Wed, Mar 3 – Thu, Mar 4, 2027')
    expect((await shownAt(site)).countdown).toBe('1 day 12 hours 0 minutes')
    site.tenant.api.clock.pass(3.6 * 24 * HOUR)
    expect((await site.open('/')).text).toContain('The event is over')
  })
})

describe('the agenda', () => {
  const days = ({ text }: { text: string }) =>
    [...(/<nav class="days".*?<\/nav>/s.exec(text)?.[0] ?? '').matchAll(/<a [^>]*>([^<]*)/g)].map(
      (match) => match[1],
    )
  /** The names of the columns, and the first strip of each talk. */
  const columns = ({ text }: { text: string }) => ({
    heads: [...text.matchAll(/<span class="timetable-head c(\d+)[^>]*>([^<]*)/g)].map(
      ([, strip, name]) => `${strip} ${name}`,
    ),
    talks: Object.fromEntries(
      [...text.matchAll(/<li class="talk [^"]* c(\d+)[^"]*">.*?<h3><a[^>]*>([^<]*)/gs)].map(
        ([, strip, title]) => [title, Number(strip)],
      ),
    ),
  })
  const shownDays = ({ text }: { text: string }) =>
    [...text.matchAll(/<h2 id="day-[^>]*>([^<]*)</g)].map((match) => match[1])

  test('shows all of 2,000 talks under “All days”, page by page', async () => {
    const site = await createSite(server)
    const titles = Array.from({ length: 2_000 }, (_, index) => `Talk ${String(index).padStart(4, '0')}`)
    const talks = titles.map((title, index) => ({
      ...{ externalId: title, title, description: '', start: at(Math.floor(index / 40)) },
      speakers: [personNamed('Ada', 'Sample')],
    }))
    const { status } = await site.tenant.send('PUT', '/programme', { body: { source: 'test', talks } })
    expect(status).toBe(200)
    const shown: string[] = []
    let next: string | undefined = '/agenda?day=all'
    for (let pages = 0; next !== undefined && pages < 20; pages += 1) {
      const { text } = await site.open(next)
      expect(days({ text })[0]).toBe('All days')
      shown.push(...listTitles(text))
      next = /<a class="button" href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(shown.toSorted()).toEqual(titles)
    expect(listTitles((await site.open('/agenda?day=all&page=99')).text)).toEqual(
      shown.slice(-(2_000 % MAX_TALKS_AT_ONCE)),
    )
    // Another filter or day starts at the first page.
    expect((await site.open('/agenda?day=all&page=3')).text).not.toMatch(/class="days".*?page=3.*?<\/nav>/s)
  })

  test('opens on the current day, or else on the next one, or else on the last one', async () => {
    const site = await createSite(server)
    await site.talk('Yesterday', { start: at(-24) })
    await site.talk('Today', { start: at(-1) })
    await site.talk('In three days', { start: at(72) })
    expect(days(await site.open('/agenda'))).toEqual(['All days', 'Sun, Feb 28', 'Mon, Mar 1', 'Thu, Mar 4'])
    expect(shownDays(await site.open('/agenda'))).toEqual(['Monday, March 1, 2027'])
    expect(shownDays(await site.open('/agenda?day=2027-02-28'))).toEqual(['Sunday, February 28, 2027'])
    expect(shownDays(await site.open('/agenda?day=2027-02-30'))).toEqual(['Monday, March 1, 2027'])
    expect(listTitles((await site.open('/agenda?day=all')).text)).toEqual([
      'Yesterday',
      'Today',
      'In three days',
    ])
    site.tenant.api.clock.pass(24 * HOUR)
    expect(shownDays(await site.open('/agenda'))).toEqual(['Thursday, March 4, 2027'])
    site.tenant.api.clock.pass(240 * HOUR)
    expect(shownDays(await site.open('/agenda'))).toEqual(['Thursday, March 4, 2027'])
  })

  test('lists every day with talks, however far apart they are', async () => {
    const site = await createSite(server)
    const starts = [
      '2024-05-07',
      '2024-05-08',
      '2026-01-15',
      '2027-02-01',
      '2027-03-01',
      '2027-09-20',
      '2030-01-03',
    ]
    for (const day of starts) await site.talk(`On ${day}`, { start: `${day}T13:00:00Z` })
    const all = [
      'All days',
      'Tue, May 7',
      'Wed, May 8',
      'Thu, Jan 15',
      'Mon, Feb 1',
      'Mon, Mar 1',
      'Mon, Sep 20',
      'Thu, Jan 3',
    ]
    expect(days(await site.open('/agenda?day=all'))).toEqual(all)
    expect(days(await site.open('/agenda?day=2024-05-08'))).toEqual(all)
  })

  test('offers the tracks as a legend and the rooms as a bar, each of which filters the day', async () => {
    const site = await createSite(server)
    await site.talk('One', { track: 'Arts', room: 'Attic' })
    await site.talk('Two', { track: 'Bees', room: 'Barn' })
    const links = async (query: string, name: string) => {
      const { text } = await site.open(`/agenda${query}`)
      const bar = new RegExp(`<nav class="${name} .*?</nav>`, 's').exec(text)?.[0] ?? ''
      return [...bar.matchAll(/href="([^"]*)"( aria-current)?/g)].map(
        ([, href, isCurrent]) => `${href?.replaceAll('&amp;', '&')}${isCurrent ?? ''}`,
      )
    }
    const day = 'day=2027-03-01'
    expect(await links(`?${day}&track=Bees`, 'legend')).toEqual([
      `/agenda?track=Bees&track=Arts&${day}`,
      `/agenda?${day} aria-current`,
    ])
    expect(await links(`?${day}&room=Barn`, 'room-chips')).toEqual([
      `/agenda?${day}`,
      `/agenda?room=Attic&${day}`,
      `/agenda?room=Barn&${day} aria-current`,
    ])
    expect(listTitles((await site.open(`/agenda?room=Barn&${day}`)).text)).toEqual(['Two'])
  })

  test('marks the latest live talks as now, or the next talks if none are live, until the day is over', async () => {
    const site = await createSite(server)
    await site.talk('Early', { start: at(-4) })
    await site.talk('Running', { start: at(-0.5) })
    await site.talk('Late', { start: at(4) })
    const now = async () =>
      listTitles(
        /<li class="slot current"[^>]*>.*?<\/ul>/s.exec((await site.open('/agenda')).text)?.[0] ?? '',
      )
    expect(await now()).toEqual(['Running'])
    site.tenant.api.clock.pass(HOUR)
    expect(await now()).toEqual(['Late'])
    site.tenant.api.clock.pass(9 * HOUR)
    expect(await now()).toEqual([])
  })

  test('marks other talks as now during a talk that lasts all day', async () => {
    const site = await createSite(server)
    await site.talk('All day', { start: at(-4), duration: 720 })
    const now = async () =>
      listTitles(
        /<li class="slot current"[^>]*>.*?<\/ul>/s.exec((await site.open('/agenda')).text)?.[0] ?? '',
      )
    expect(await now()).toEqual(['All day'])
    await site.talk('Over', { start: at(-2) })
    await site.talk('Running', { start: at(-0.5) })
    await site.talk('Next', { start: at(2) })
    expect(await now()).toEqual(['Running'])
    site.tenant.api.clock.pass(HOUR)
    expect(await now()).toEqual(['Next'])
    site.tenant.api.clock.pass(5 * HOUR)
    expect(await now()).toEqual(['Next'])
    site.tenant.api.clock.pass(3 * HOUR)
    expect(await now()).toEqual([])
  })

  test('shows talks in columns by track, those without a track last, or as a list', async () => {
    const site = await createSite(server)
    await site.talk('Second', { track: 'Zoo' })
    await site.talk('First', { track: 'Arts' })
    await site.talk('Third')
    await site.talk('Later', { track: 'Zoo', start: at(1) })
    await site.talk('For all', { keynote: true, start: at(2) })
    expect(columns(await site.open('/agenda'))).toEqual({
      heads: ['1 Arts', '2 Zoo', '3 Other'],
      talks: { First: 1, Second: 2, Third: 3, Later: 2, 'For all': 1 },
    })
    const list = await site.open('/agenda?view=list')
    expect(columns(list)).toEqual({ heads: [], talks: {} })
    expect(listTitles(list.text)).toEqual(['First', 'Second', 'Third', 'Later', 'For all'])
  })

  test('has a column for each track, however many there are', async () => {
    const site = await createSite(server)
    const tracks = Array.from({ length: 12 }, (_, i) => `Track ${String.fromCharCode(65 + i)}`)
    for (const track of tracks) await site.talk(`In ${track}`, { track })
    const page = await site.open('/agenda')
    expect(columns(page).heads).toEqual(tracks.map((track, index) => `${index + 1} ${track}`))
    expect(columns(page).talks).toEqual(Object.fromEntries(tracks.map((track, i) => [`In ${track}`, i + 1])))
    expect(page.text).toContain('<nav class="layout-switch"')
  })

  test('marks keynotes and recommended talks', async () => {
    const site = await createSite(server)
    await site.talk('Key', { keynote: true, recommended: true })
    await site.talk('Plain')
    const { text } = await site.open('/agenda')
    const classes = [...text.matchAll(/<li class="(talk[^"]*)">/g)].map((match) => match[1])
    expect(classes).toEqual(['talk live keynote', 'talk live'])
    expect(visibleText(text).match(/Keynote|Recommended(?! only)/g)).toEqual(['Keynote', 'Recommended'])
  })

  async function filled(): Promise<Site & { zoe: string }> {
    const site = await createSite(server)
    const zoe = personNamed('Zoé', 'Brontë', { company: 'Moor House' })
    await site.talk('Weaving', { track: 'Crafts', tags: ['wool'], hiddenTags: ['needlecraft'] })
    await site.talk('Wuthering', {
      track: 'Letters',
      tags: ['wool', 'wind'],
      speakers: [zoe],
      recommended: true,
    })
    await site.talk('Walking', { description: 'Over the moor.', start: at(26) })
    const found = await site.tenant.send('GET', '/talks?track=Letters')
    return { ...site, zoe: found.body.items[0].speakers[0].id }
  }

  test.each([
    ['track=Crafts', ['Weaving']],
    ['tag=wool', ['Weaving', 'Wuthering']],
    ['tag=wool&track=Letters', ['Wuthering']],
    ['track=Letters&track=Crafts', ['Weaving', 'Wuthering']],
    ['tag=wind&tag=unseen', ['Wuthering']],
    ['recommended=1', ['Wuthering']],
    ['speaker=ZOE', ['Wuthering']],
    ['speaker=<zoe>', ['Wuthering']],
    ['speaker=Moor', []],
    ['q=bronte', ['Wuthering']],
    ['q=moor', ['Wuthering', 'Walking']],
    ['q=MOOR+over', ['Walking']],
    ['q=needlecraft', ['Weaving']],
    ['q=letters', ['Wuthering']],
    ['q=wool&day=2027-03-01', ['Weaving', 'Wuthering']],
    ['q=moor&day=2027-03-01', ['Wuthering']],
    ['q=unseen', []],
    ['q=example.org', []],
    ['tag=needlecraft', []],
    ['track=%00', ['Weaving', 'Wuthering']],
    ['q=%00', ['Weaving', 'Wuthering']],
    ['q=a&q=wind', ['Wuthering']],
  ])('?%s finds the matching talks', async (query, titles) => {
    const site = await filled()
    const page = await site.open(`/agenda?${query.replace('<zoe>', site.zoe)}`)
    expect(listTitles(page.text)).toEqual(titles)
  })

  test('offers each track, room, and language as a checkbox, and each active one as a link that removes it', async () => {
    const site = await createSite(server)
    await site.talk('One', { track: 'Arts', room: 'Attic', language: 'de' })
    await site.talk('Two', { track: 'Bees', room: 'Barn', language: 'en' })
    const { text } = await site.open('/agenda?track=Bees&track=Gone&language=de')
    const boxes = [...text.matchAll(/<input type="checkbox" name="(\w+)" value="(\w+)"( checked)?/g)]
    expect(boxes.map(([, name, value, checked]) => `${name}=${value}${checked ?? ''}`)).toEqual([
      ...['track=Gone checked', 'track=Arts', 'track=Bees checked', 'room=Attic', 'room=Barn'],
      ...['language=en', 'language=de checked'],
    ])
    expect(visibleText(text)).toContain('Filters 3 ')
    const active = /<p class="active-filters">.*?<\/p>/s.exec(text)?.[0] ?? ''
    const chips = [...active.matchAll(/<a class="chip" href="([^"]*)"/g)].map(([, href]) => href)
    expect(chips).toEqual([
      '/agenda?track=Gone&amp;language=de',
      '/agenda?track=Bees&amp;language=de',
      '/agenda?track=Bees&amp;track=Gone',
    ])
  })

  test('offers what the shown days have, and what is chosen', async () => {
    const site = await createSite(server)
    await site.talk('One', { track: 'Arts', room: 'Attic', tags: ['ants'] })
    await site.talk('Two', { track: 'Bees', room: 'Barn', tags: ['bugs'] })
    await site.talk('Three', { track: 'Cars', room: 'Cellar', tags: ['cabs'], start: at(26) })
    const offered = async (query: string) => {
      const { text } = await site.open(`/agenda${query}`)
      const boxes = [...text.matchAll(/<input type="checkbox" name="\w+" value="(\w{2,})"/g)]
      const chips = [...text.matchAll(/<nav class="(?:room-chips|legend) chips".*?<\/nav>/gs)]
      return [boxes.map(([, value]) => value), chips.map(([chip]) => visibleText(chip).trim())]
    }
    const first = ['Arts', 'Bees', 'Attic', 'Barn', 'ants', 'bugs']
    expect(await offered('?day=2027-03-01')).toEqual([first, ['All rooms Attic Barn', 'Arts Bees']])
    expect(await offered('?day=2027-03-02')).toEqual([['Cars', 'Cellar', 'cabs'], []])
    expect(await offered('?day=2027-03-01&room=Attic&room=Cellar&track=Arts&track=Cars')).toEqual([
      ['Cars', 'Arts', 'Bees', 'Cellar', 'Attic', 'Barn', 'ants', 'bugs'],
      ['All rooms Cellar Attic Barn', 'Cars Arts Bees'],
    ])
    expect((await offered('?day=all'))[0]).toEqual([
      ...['Arts', 'Bees', 'Cars', 'Attic', 'Barn', 'Cellar', 'ants', 'bugs', 'cabs'],
    ])
  })

  test.each([
    ['q=wuthring', ['Wuthering'], 'Wuthering'],
    ['q=Bronet', ['Wuthering'], 'Brontë'],
    ['q=zo%C3%A9+bromte', ['Wuthering'], 'zoe Brontë'],
    ['q=Moos', ['Wuthering', 'Walking'], 'Moor'],
    ['q=walknig+moor', ['Walking'], 'Walking moor'],
    ['speaker=Bronti', ['Wuthering'], 'Brontë'],
    ['q=needlecrafd', [], undefined],
    ['q=wuthring+needlecraft', [], undefined],
    ['q=wethrong+unseen', [], undefined],
    ['q=xy', [], undefined],
  ])('?%s finds what was probably meant, and says so', async (query, titles, corrected) => {
    const site = await filled()
    const { text } = await site.open(`/agenda?${query}`)
    expect(listTitles(text)).toEqual(titles)
    expect(/Showing results for “<strong>([^<]*)<\/strong>”\./.exec(text)?.[1]).toBe(corrected)
  })

  test('shows only exact matches if there are any', async () => {
    const site = await createSite(server)
    await site.talk('Housing')
    await site.talk('Mousing')
    await site.talk('Über die Straße')
    const shown = async (words: string) => {
      const { text } = await site.open(`/agenda?q=${encodeURIComponent(words)}`)
      return { titles: listTitles(text), isCorrected: text.includes('Showing results for') }
    }
    expect(await shown('mousing')).toEqual({ titles: ['Mousing'], isCorrected: false })
    expect(await shown('uber strasse')).toEqual({ titles: ['Über die Straße'], isCorrected: false })
    expect(await shown('strase')).toEqual({ titles: ['Über die Straße'], isCorrected: true })
  })

  test('never shows hidden tags', async () => {
    const site = await filled()
    const id = (await site.tenant.send('GET', '/talks/ext:Weaving')).body.id
    for (const path of ['/', '/agenda', '/agenda?day=all', `/talks/${id}`, `/talks/${id}.ics`]) {
      expect((await site.open(path)).text).not.toContain('needlecraft')
    }
  })
})

describe('times', () => {
  test('and days are in the time zone of the event, or in the chosen one', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    await site.talk('Late show', { start: '2027-03-01T22:30:00Z' })
    const shown = async (query: string) => {
      const { text } = await site.open(`/agenda${query}`)
      const [, time] = /<p class="slot-time[^>]*><time[^>]*>([^<]*)/.exec(text) ?? []
      const [, day] = /<h2 id="day-[^>]*>([^<]*)/.exec(text) ?? []
      return [day, time, /All times in ([^<]*)\./.exec(text)?.[1]]
    }
    const ofEvent = ['Monday, March 1, 2027', '23:30', 'Europe/Brussels (GMT+1)']
    expect(await shown('')).toEqual(ofEvent)
    expect(await shown('?zone=Asia/Tokyo')).toEqual(['Tuesday, March 2, 2027', '07:30', 'Asia/Tokyo (GMT+9)'])
    expect(await shown('?zone=America/New+York')).toEqual([
      'Monday, March 1, 2027',
      '17:30',
      'America/New York (EST)',
    ])
    expect(await shown('?zone=Middle/Earth')).toEqual(ofEvent)
    expect((await site.open('/agenda?zone=Middle/Earth')).text).toContain('Unknown time zone.')
    expect((await site.open('/agenda?zone=own')).text).toContain('We don’t know your time zone.')
  })

  test('can be shown in the time zone of the user’s account', async () => {
    const site = await createSite(server)
    await site.talk('Talk', { start: '2027-03-01T13:00:00Z' })
    const api = { ...site.tenant.api, platform: site.tenant }
    const { email } = await addAccount(api, 'attendee', { timezone: 'Asia/Tokyo' })
    const visitor = new Visitor(site.tenant.api, { host: site.host })
    await visitor.signIn(email, PASSWORD)
    const { text } = await visitor.get('/agenda?zone=own')
    expect(visibleText(text)).toContain('Times in Asia/Tokyo (GMT+9) · your time')
    expect(text).toMatch(/<p class="slot-time[^>]*><time[^>]*>22:00</)
  })

  test('of a talk with its own time zone are also shown in that zone', async () => {
    const site = await createSite(server)
    const id = await site.talk('Far away', { start: '2027-03-01T13:00:00Z', timezone: 'Asia/Tokyo' })
    expect(visibleText((await site.open('/agenda')).text)).toContain('22:00 Asia/Tokyo (GMT+9)')
    const text = visibleText((await site.open(`/talks/${id}`)).text)
    expect(text).toContain(
      'Monday, March 1, 2027 22:00 – 23:00 · 1 hr · Asia/Tokyo (GMT+9) 13:00 – 14:00 · UTC',
    )
    // The day is there again only where it differs.
    const late = await site.talk('Later', { start: '2027-03-01T20:00:00Z', timezone: 'Asia/Tokyo' })
    expect(visibleText((await site.open(`/talks/${late}`)).text)).toContain(
      'Tuesday, March 2, 2027 05:00 – 06:00 · 1 hr · Asia/Tokyo (GMT+9) Monday, March 1, 2027, 20:00 – 21:00 · UTC',
    )
  })

  test('of a talk without a time zone are in the time zone of the event', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    const id = await site.talk('Here', { start: '2027-03-01T13:00:00Z' })
    const { text } = await site.open(`/talks/${id}`)
    expect(visibleText(text).match(/\d\d:\d\d – \d\d:\d\d ·/g)).toHaveLength(1)
    expect(visibleText(text)).toContain('14:00 – 15:00 · 1 hr · Europe/Brussels (GMT+1)')
    expect(visibleText((await site.open('/agenda')).text)).not.toContain('UTC')
  })

  test('are shown once if two time zones have the same local time', async () => {
    const site = await createSite(server)
    await site.change({ timezone: 'Europe/Brussels' })
    const id = await site.talk('Near', { start: '2027-03-01T13:30:00Z', timezone: 'Europe/Vienna' })
    expect((await site.open('/agenda')).text).not.toContain('Vienna')
    const talk = await site.open(`/talks/${id}`)
    expect(visibleText(talk.text).match(/\d\d:\d\d – \d\d:\d\d ·/g)).toHaveLength(1)
    expect(visibleText(talk.text)).toContain('14:30 – 15:30 · 1 hr · Europe/Vienna (GMT+1)')
    expect((await site.open('/agenda?zone=Asia/Tokyo')).text).toContain('14:30 Europe/Vienna (GMT+1)')
  })

  test('of which only the first in five minutes stands beside the timetable', async () => {
    const site = await createSite(server)
    for (const [minute, room] of [
      ['01', 'Barn'],
      ['03', 'Hall'],
      ['05', 'Hall'],
    ])
      await site.talk(`At ${minute}`, { start: `2027-03-02T10:${minute}:00Z`, room, duration: 1 })
    const { text } = await site.open('/agenda?day=2027-03-02')
    const times = [...text.matchAll(/<p class="slot-time r\d+( unnamed)?"[^>]*><time[^>]*>([^<]*)/g)]
    expect(times.map(([, isUnnamed, time]) => [time, isUnnamed === undefined])).toEqual([
      ['10:01', true],
      ['10:03', false],
      ['10:05', true],
    ])
  })

  test('include the day on which a talk ends if it is a different one', async () => {
    const site = await createSite(server)
    const id = await site.talk('Round the clock', { start: '2027-03-01T11:07:00Z', duration: 1440 })
    const meta = ({ text }: { text: string }) =>
      visibleText(/<p class="talk-meta">.*?<\/p>/s.exec(text)?.[0] ?? '')
    expect(meta(await site.open('/agenda'))).toContain('11:07–Tue, Mar 2, 11:07')
    expect(visibleText((await site.open(`/talks/${id}`)).text)).toContain(
      'Monday, March 1, 2027 11:07 –Tue, Mar 2, 11:07 · 24 hr · UTC',
    )
  })
})
