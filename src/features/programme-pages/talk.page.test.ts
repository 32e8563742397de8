// The page of a talk: what opens when, what can be framed, who is named, and what is never shown.
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import {
  createSite,
  cspDirective,
  findSection,
  listTitles,
  personNamed,
  signInAtSite,
  visibleText,
} from '../../../test/support/sites.ts'
import type { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const at = (hours: number) => new Date(Date.parse('2027-03-01T12:00:00Z') + hours * 3_600_000).toISOString()

const ROOM = 'https://meet.example.org/lectern-{id}#config.prejoinPageEnabled=false'
const YOUTUBE = 'https://youtu.be/DemoTalk-01'
const starts = { upcoming: at(1), live: at(-0.5), ended: at(-3) }

type Row = {
  type: string
  video?: string
  when: keyof typeof starts
  available?: boolean
  /** A part of the player, or of the page if nothing is open. `{id}` stands for the id of the talk. */
  shows: string
  /** Whether there is a player. */
  isOpen?: true
  /** What only the player contains: the address. */
  lacks?: string
  frame?: string
  media?: string
}

const HLS = 'https://live.example.org/main.m3u8'
const FILE = 'https://video.example.org/talk.mp4'
const OUTSIDE = 'https://rooms.example.com/talk'

test.each<Row>([
  {
    type: 'embedded',
    when: 'upcoming',
    shows: 'Starts <span class="countdown-left">in 60 minutes<',
    lacks: 'meet.example.org',
  },
  {
    type: 'embedded',
    when: 'live',
    isOpen: true,
    shows: '<iframe class="screen" src="https://meet.example.org/lectern-{id}#',
    lacks: 'meet.example.org',
    frame: 'https://meet.example.org',
  },
  { type: 'embedded', when: 'ended', shows: 'it will appear here.', lacks: 'meet.example.org' },
  { type: 'rtmp', video: HLS, when: 'upcoming', shows: '>in 60 minutes<', lacks: HLS },
  {
    type: 'rtmp',
    video: HLS,
    when: 'live',
    isOpen: true,
    shows: `<video class="screen" src="${HLS}"`,
    lacks: HLS,
    media: 'https: blob:',
  },
  {
    type: 'rtmp',
    video: 'rtmps://live.example.org/main',
    when: 'live',
    isOpen: true,
    shows: 'Waiting for the stream',
    lacks: 'rtmps:',
    media: "'self' blob:",
  },
  { type: 'rtmp', video: HLS, when: 'ended', shows: 'it will appear here.', lacks: HLS },
  { type: 'youtube', video: YOUTUBE, when: 'upcoming', shows: '>in 60 minutes<', lacks: 'youtube-nocookie' },
  {
    type: 'youtube',
    video: YOUTUBE,
    when: 'live',
    isOpen: true,
    shows: 'src="https://www.youtube-nocookie.com/embed/DemoTalk-01"',
    lacks: 'youtube-nocookie',
    frame: 'https://www.youtube-nocookie.com',
  },
  {
    type: 'youtube',
    video: YOUTUBE,
    when: 'ended',
    isOpen: true,
    shows: '&amp;play=0',
    lacks: 'youtube-nocookie',
  },
  { type: 'external', video: OUTSIDE, when: 'upcoming', shows: '>in 60 minutes<', lacks: OUTSIDE },
  {
    type: 'external',
    video: OUTSIDE,
    when: 'live',
    isOpen: true,
    shows: `<a class="button primary" href="${OUTSIDE}" target="_blank" rel="noopener">Join on rooms.example.com<`,
    lacks: OUTSIDE,
  },
  { type: 'external', video: OUTSIDE, when: 'ended', shows: 'it will appear here.', lacks: OUTSIDE },
  { type: 'replay', video: FILE, when: 'upcoming', shows: 'The replay opens <span', lacks: FILE },
  {
    type: 'replay',
    video: FILE,
    when: 'upcoming',
    available: true,
    isOpen: true,
    shows: `<video class="screen" src="${FILE}"`,
    lacks: FILE,
    media: 'https://video.example.org',
  },
  {
    type: 'replay',
    video: FILE,
    when: 'live',
    isOpen: true,
    shows: `<video class="screen" src="${FILE}"`,
    lacks: FILE,
    media: 'https://video.example.org',
  },
  {
    type: 'replay',
    video: FILE,
    when: 'ended',
    isOpen: true,
    shows: `<video class="screen" src="${FILE}"`,
    lacks: FILE,
    media: 'https://video.example.org',
  },
  { type: 'replay', when: 'ended', shows: 'The replay is not available yet.' },
  { type: 'youtube', when: 'live', shows: 'The video appears here by itself' },
])(
  'a talk of type $type, $when (available: $available), shows what is open, and only its player has the address',
  async ({ type, video, when, available = false, shows, isOpen = false, lacks, frame, media }) => {
    const site = await createSite(server)
    await site.change({ roomAddress: ROOM })
    const id = await site.talk('Talk', { type, start: starts[when], available, ...(video ? { video } : {}) })
    const page = await site.open(`/talks/${id}`)
    expect([cspDirective(page, 'frame-src'), cspDirective(page, 'media-src')]).toEqual(["'self'", "'none'"])
    expect(page.headers['permissions-policy']).toContain('usb=(), camera=(self)')
    expect(page.text.includes(`src="/talks/${id}/player?key=`)).toBe(isOpen)
    if (lacks) expect(page.text).not.toContain(lacks)
    const player = await site.visitor.get(`/talks/${id}/player`)
    expect(player.status).toBe(isOpen ? 200 : 404)
    expect((isOpen ? player : page).text).toContain(shows.replace('{id}', id))
    if (!isOpen) return
    expect(player.headers['permissions-policy']).toContain(
      `geolocation=(), gyroscope=(), magnetometer=(), midi=(), payment=(), serial=(), usb=(), camera=(${frame ? `self "${frame}"` : ''})`,
    )
    expect(player.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(
      ['frame-src', 'media-src', 'connect-src', 'frame-ancestors'].map((name) => cspDirective(player, name)),
    ).toEqual([
      frame ?? "'none'",
      media ?? "'none'",
      media?.startsWith('https: ') ? "'self' https:" : "'self'",
      "'self'",
    ])
  },
)

test('after a YouTube talk, nothing loads from YouTube before somebody plays the video', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', video: YOUTUBE, start: starts.ended })
  const offer = await site.visitor.get(`/talks/${id}/player`)
  expect([offer.text.includes('youtube-nocookie'), cspDirective(offer, 'frame-src')]).toEqual([
    false,
    "'none'",
  ])
  const played = await site.visitor.get(`/talks/${id}/player?play=90`)
  expect(played.text).toContain('/embed/DemoTalk-01?start=90&amp;autoplay=1"')
  expect(cspDirective(played, 'frame-src')).toBe('https://www.youtube-nocookie.com')
  expect((await site.visitor.get(`/talks/${id}/player?play=x`)).text).not.toContain('youtube-nocookie')
})

test('a player that cannot be opened says so in its frame, without links to other pages', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', video: YOUTUBE, start: starts.upcoming })
  const player = await site.visitor.get(`/talks/${id}/player`)
  expect([player.status, cspDirective(player, 'frame-ancestors')]).toEqual([404, "'self'"])
  expect(player.text).not.toContain('<a href="/')
  await site.change({ watching: 'signed_in' })
  const refused = await site.visitor.get(`/talks/${id}/player`)
  expect([refused.status, cspDirective(refused, 'frame-ancestors')]).toEqual([403, "'self'"])
})

test('only staff read what they have to do before there is something to watch', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', start: starts.live })
  const stream = await site.talk('Stream', { type: 'rtmp', start: starts.live })
  const admin = await signInAtSite(site, 'admin')
  const speaker = await signInAtSite(site, 'speaker')
  for (const [who, isTold] of [
    [admin, true],
    [speaker, false],
    [site.visitor, false],
  ] as const) {
    expect((await who.get(`/talks/${id}`)).text.includes('Add its address')).toBe(isTold)
    expect((await who.get(`/talks/${stream}`)).text.includes('Set up the stream')).toBe(isTold)
  }
})

test('after a YouTube talk, its page says that the video is still there', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', video: YOUTUBE, start: starts.ended })
  expect((await site.open(`/talks/${id}`)).text).toContain('You can still watch the video.')
})

test('after a talk, its page links to the next one until that is over as well', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', start: starts.ended })
  const next = await site.talk('Later', { type: 'youtube', start: starts.upcoming })
  expect(visibleText((await site.open(`/talks/${id}`)).text)).toMatch(
    /will appear here. Next at 13:00 : Later/,
  )
  expect((await site.open(`/talks/${id}`)).text).toContain(`: <a dir="auto" href="/talks/${next}">Later</a>`)
  const first = await site.talk('First', { type: 'youtube', start: '2027-03-01T08:00:00Z' })
  expect((await site.open(`/talks/${first}`)).text).not.toContain('Next at')
})

test('only those who may watch get the player, and the page says what the others need', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'replay', video: FILE, start: starts.ended })
  const attendee = await signInAtSite(site)
  const inReview = await signInAtSite(site, 'attendee', { options: {} })
  const admin = await signInAtSite(site, 'admin')
  const seen = async (who: Visitor) => [
    (await who.get(`/talks/${id}/player`)).status,
    /(Sign in<\/a> to watch|when your registration has been accepted)/.exec(
      (await who.get(`/talks/${id}`)).text,
    )?.[0],
    (await who.get(`/talks/${id}`)).text.includes('/player?key='),
  ]
  const open = [200, undefined, true]
  const people = [site.visitor, inReview, attendee, admin]
  expect(await Promise.all(people.map(seen))).toEqual([open, open, open, open])
  await site.change({ watching: 'signed_in' })
  const needsAccount = [403, 'Sign in</a> to watch', false]
  expect(await Promise.all(people.map(seen))).toEqual([needsAccount, open, open, open])
  await site.change({ watching: 'accepted' })
  const needsAcceptance = [403, 'when your registration has been accepted', false]
  expect(await Promise.all(people.map(seen))).toEqual([needsAccount, needsAcceptance, open, open])
})

test('a room of another provider is shown only if its URL is https and valid in a policy, and otherwise the built-in one', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'embedded' })
  for (const roomAddress of [
    null,
    'http://meet.example.org/{id}',
    'javascript:alert(1)',
    "https://a;b'.example.org/{id}",
  ]) {
    await site.change({ roomAddress })
    expect((await site.open(`/talks/${id}`)).text).toContain('<iframe class="stage-screen own-room"')
    const player = await site.open(`/talks/${id}/player`)
    expect(player.text).toContain(`data-room="/talks/${id}/room"`)
    expect([cspDirective(player, 'frame-src'), cspDirective(player, 'connect-src')]).toEqual([
      "'none'",
      "'self'",
    ])
  }
})

describe('the people of a talk', () => {
  test('are its speakers in order, without moderators and e-mails', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', {
      featured: true,
      speakers: [
        personNamed('Grace', 'Alpha', { job: 'Engineer', company: 'Example Ltd' }),
        personNamed('Ada', 'Beta'),
      ],
      moderators: [personNamed('Hidden', 'Moderator')],
    })
    const page = await site.open(`/talks/${id}`)
    expect(visibleText(page.text)).toMatch(/Speakers GA Grace Alpha Engineer, Example Ltd AB Ada Beta/)
    const [moderator] = (await site.tenant.send('GET', `/talks/${id}`)).body.moderators.map(
      ({ id }: { id: string }) => id,
    )
    for (const path of [
      '/',
      '/agenda',
      `/talks/${id}`,
      `/talks/${id}.ics`,
      '/speakers',
      '/speakers?q=hidden',
    ]) {
      const { text } = await site.open(path)
      expect(text).not.toContain('Moderator')
      expect(text).not.toContain('unseen.')
      expect(text).not.toContain(moderator)
    }
  })
})

test('a duration with a fraction of a minute is shown in minutes and seconds', async () => {
  const site = await createSite(server)
  const id = await site.talk('Talk', { start: at(1), duration: 29.5 })
  expect(visibleText((await site.open(`/talks/${id}`)).text)).toContain('29 min, 30 sec')
  expect((await site.open(`/talks/${id}.ics`)).text).toContain('DTEND:20270301T132930Z')
  const { schedule } = (await site.open('/schedule.json')).body
  const [event] = Object.values<{ duration: string }[]>(schedule.conference.days[0].rooms).flat()
  expect(event?.duration).toBe('00:30')
})

test('the poster is the picture of the talk, or else the faces of its speakers', async () => {
  const site = await createSite(server)
  const picture = (name: string) => `https://static.example.org/${name}.jpg`
  const first = personNamed('Ada', 'First', { avatar: picture('first') })
  const second = personNamed('Ada', 'Second', { avatar: picture('second') })
  const bare = personNamed('Ada', 'Bare')
  const shown = async (title: string, more: object) => {
    const { text } = await site.open(`/talks/${await site.talk(title, { start: at(1), ...more })}`)
    const [poster = ''] = /<div class="stage-poster.*?<\/div>/s.exec(text) ?? []
    return [...poster.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)
  }
  expect(await shown('a', { image: picture('own'), speakers: [first] })).toEqual([picture('own')])
  expect(await shown('b', { speakers: [first, second] })).toEqual([picture('first'), picture('second')])
  expect(await shown('c', { speakers: [bare, second] })).toEqual([picture('second')])
})

test('related talks are those of the same speakers, then the next ones of the track', async () => {
  const site = await createSite(server)
  const ada = personNamed('Ada', 'First')
  const id = await site.talk('This', { start: at(1), track: 'A', speakers: [ada] })
  await site.talk('Earlier in the track', { start: at(0), track: 'A' })
  await site.talk('Next in the track', { start: at(2), track: 'A' })
  await site.talk('Draft of the track', { start: at(3), track: 'A', state: 'draft' })
  await site.talk('Other track', { start: at(3), track: 'B' })
  await site.talk('Same speaker', { start: at(5), track: 'B', speakers: [ada] })
  const { text } = await site.open(`/talks/${id}`)
  expect(listTitles(findSection(text, 'related'))).toEqual(['Same speaker', 'Next in the track'])
})

test('title, links, tags, and the social card are shown as sent, and HTML of the description as elements', async () => {
  const site = await createSite(server)
  const id = await site.talk('<script>alert(1)</script> & co', {
    description: 'One.\n\nTwo <b>bold</b>\nthree',
    links: [{ label: 'Slides <i>', url: 'https://slides.example.org/1?a=1&b=2' }],
    tags: ['C & <c>'],
  })
  const { text } = await site.open(`/talks/${id}`)
  expect(text).toContain('<h1 dir="auto">&lt;script>alert(1)&lt;/script> &amp; co</h1>')
  expect(text).toContain('<p dir="auto">One.</p>\n<p dir="auto">Two <strong>bold</strong><br />\nthree</p>')
  expect(text).toContain(
    '<a dir="auto" href="https://slides.example.org/1?a=1&amp;b=2" rel="nofollow noopener">Slides &lt;i></a>',
  )
  expect(text).toContain('<a dir="auto" class="chip" href="/agenda?tag=C+%26+%3Cc%3E">C &amp; &lt;c></a>')
  expect(text).toContain('<meta property="og:description" content="One. Two bold three"/>')
  expect(text).toContain(`<meta property="og:url" content="https://${site.host}/talks/${id}"/>`)
})

test('details follow the description, or take its place', async () => {
  const site = await createSite(server)
  const about = async (title: string, texts: object) => {
    const { text } = await site.open(`/talks/${await site.talk(title, texts)}`)
    return /<h2 id="about">About this talk<\/h2>(.*?)<\/section>/s.exec(text)?.[1]
  }
  const prose = (text: string) => `<div class="prose"><p dir="auto">${text}</p></div>`
  expect(await about('Both', { description: 'Short.', details: 'Long <b>one</b>.\n\nIt ends.' })).toBe(
    `${prose('Short.')}${prose('Long <strong>one</strong>.</p>\n<p dir="auto">It ends.')}`,
  )
  expect(await about('Only', { description: '', details: 'Long.' })).toBe(prose('Long.'))
  expect(await about('None', { description: '' })).toBeUndefined()
})

test.each([
  [{ freeLive: true }, at(1), 'Free to watch live. No credits needed.'],
  [{ freeReplay: true }, at(1), 'Watching this talk costs 1 credit.'],
  [{ freeReplay: true }, at(-0.5), 'Free to watch as a replay. No credits needed.'],
  [{ freeLive: true, freeReplay: true }, at(-0.5), 'Free to watch live and as a replay. No credits needed.'],
  [{ freeLive: true }, at(-3), undefined],
  [{ freeReplay: true }, at(-3), undefined],
  [{}, at(1), 'Watching this talk costs 1 credit.'],
  [{}, at(-0.5), undefined],
])('with %j, starting at %s, the note on credits is: %s', async (features, start, note) => {
  const site = await createSite(server)
  await site.change({ credits: { isOn: true, price: 1 } })
  const { text } = await site.open(`/talks/${await site.talk('Talk', { type: 'embedded', start, features })}`)
  expect(/<p class="access-note">([^<]*)/.exec(text)?.[1]).toBe(note)
})

test('the previous and next links follow the programme', async () => {
  const site = await createSite(server)
  const ids = []
  for (const [hours, title] of [
    [2, 'Third'],
    [0, 'First'],
    [1, 'Second'],
  ] as const)
    ids.push(await site.talk(title, { start: at(hours) }))
  const beside = async (id: string | undefined) =>
    [
      ...(await site.open(`/talks/${id}`)).text.matchAll(/rel="(prev|next)".*?<strong dir="auto">([^<]*)/gs),
    ].map((one) => one.slice(1))
  expect(await beside(ids[1])).toEqual([['next', 'Second']])
  expect(await beside(ids[2])).toEqual([
    ['prev', 'First'],
    ['next', 'Third'],
  ])
  expect(await beside(ids[0])).toEqual([['prev', 'Second']])
})

test('the calendar file of a talk has one event, identified by the id of the talk', async () => {
  const site = await createSite(server)
  await site.change({ venue: 'Town hall' })
  const id = await site.talk('Talk', {
    description: 'About; commas, and more',
    track: 'Arts',
    tags: ['one'],
    start: '2027-03-01T13:00:00+01:00',
    duration: 45,
  })
  const file = await site.open(`/talks/${id}.ics`)
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="talk-${id}.ics"`)
  const lines = file.text.replaceAll('\r\n ', '').split('\r\n')
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT')).filter((line) => line !== '')
  expect(event.sort()).toEqual(
    [
      'BEGIN:VEVENT',
      `UID:${id}`,
      'SEQUENCE:1',
      'DTSTAMP:20270301T120000Z',
      'DTSTART:20270301T120000Z',
      'DTEND:20270301T124500Z',
      'SUMMARY:Talk',
      'LOCATION:Arts\\, Town hall',
      `DESCRIPTION:Ada Sample\\n\\nAbout\\; commas\\, and more\\n\\nhttps://${site.host}/talks/${id}`,
      'CATEGORIES:one',
      `URL:https://${site.host}/talks/${id}`,
      'LAST-MODIFIED:20270301T120000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].sort(),
  )
})

test('only the ids of the platform’s own talks lead to a page', async () => {
  const [site, other] = [await createSite(server), await createSite(server)]
  const id = await site.talk('Talk')
  const foreign = await other.talk('Foreign')
  expect((await site.open(`/talks/${id.toUpperCase()}`)).text).toContain('<h1 dir="auto">Talk</h1>')
  for (const wrong of ['ext:Talk', foreign, 'nonsense', `${id}x`, '%00', id.replace(/^./, 'f')]) {
    for (const path of [`/talks/${wrong}`, `/talks/${wrong}.ics`]) {
      const page = await site.visitor.get(path)
      expect([path, page.status, page.headers['content-type']]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ])
      expect(page.text).not.toContain('Foreign')
    }
  }
})

test('the page of a talk that has ended has only a star that can be removed', async () => {
  const site = await createSite(server)
  const id = await site.talk('Over', { start: '2027-03-01T09:00:00Z' })
  const reader = await signInAtSite(site)
  const stars = async () => (await reader.get(`/talks/${id}`)).text.split('star labeled').length - 1
  expect(await stars()).toBe(0)
  await reader.post('/favorites', { add: id })
  expect(await stars()).toBe(1)
})

test('a replay that has started is not live, neither at home nor in the agenda', async () => {
  const site = await createSite(server)
  const video = 'https://media.example.org/talk.mp4'
  await site.talk('Recorded', { type: 'replay', video, duration: 60 })
  expect(findSection((await site.open('/')).text, 'live')).toBe('')
  const rtmp = { type: 'rtmp', video: 'https://media.example.org/live.m3u8', duration: 60 }
  for (const title of ['Broadcast', 'Other']) await site.talk(title, rtmp)
  const { text } = await site.open('/')
  expect(listTitles(findSection(text, 'live')).toSorted()).toEqual(['Broadcast', 'Other'])
  expect(text).toContain('href="/agenda#now"')
})
