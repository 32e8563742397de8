// What the home page and others offer to watch: the button “Watch now”, and the badge “Replay”.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, listTitles } from '../../../test/support/sites.ts'

const server = useApi()

// The clock is set to 2027-03-01T12:00:00Z.
const LIVE = '2027-03-01T11:45:00Z'
const ENDED = '2027-03-01T09:00:00Z'
const YOUTUBE = 'https://youtu.be/DemoTalk-01'

test('a live talk has the button “Watch now” if there is something to watch', async () => {
  const site = await createSite(server)
  const talks = {
    'On site': {},
    'Without a video': { type: 'youtube' },
    'Nowhere yet': { type: 'external' },
    'With a video': { type: 'youtube', video: YOUTUBE },
    'In a room': { type: 'embedded' },
    'Pushed by an encoder': { type: 'rtmp' },
    'At another site': { type: 'external', video: 'https://rooms.example.com/talk' },
    'A break with a video': { type: 'youtube', video: YOUTUBE, kind: 'break' },
  }
  for (const [title, more] of Object.entries(talks)) await site.talk(title, { ...more, start: LIVE })
  await site.talk('Over', { type: 'youtube', video: YOUTUBE, start: ENDED })
  const cards = (await site.open('/')).text.split('<li class="talk ').slice(1)
  const offered = cards.filter((card) => card.includes('Watch now')).flatMap(listTitles)
  expect(offered.toSorted()).toEqual([
    'A break with a video',
    'At another site',
    'In a room',
    'Pushed by an encoder',
    'With a video',
  ])
})

test('a recording that opens before its start is not called a replay until then', async () => {
  const site = await createSite(server)
  const recording = { type: 'replay', video: 'https://video.example.org/talk.mp4' }
  const id = await site.talk('Early', { ...recording, available: true, start: '2027-03-02T09:00:00Z' })
  const badge = async (path: string) =>
    /<span class="badge phase-replay">.*?<\/svg>([^<]+)/.exec((await site.open(path)).text)?.[1]
  for (const path of ['/agenda?day=all', `/talks/${id}`])
    expect([path, await badge(path)]).toEqual([path, 'Watch early'])
  await site.talk('Early', { ...recording, available: true, start: ENDED })
  for (const path of ['/agenda?day=all', `/talks/${id}`])
    expect([path, await badge(path)]).toEqual([path, 'Replay'])
})

test('a live talk that is the only one is where the first button of the home page leads', async () => {
  const site = await createSite(server)
  const first = async () =>
    /<a class="button primary large" href="([^"]+)">.*?<\/svg>([^<]+)/
      .exec((await site.open('/')).text)
      ?.slice(1)
  await site.change({ hasSignUp: false })
  const id = await site.talk('On site', { start: LIVE })
  expect(await first()).toEqual([`/talks/${id}`, 'See what’s live'])
  await site.talk('On site', { start: LIVE, type: 'youtube', video: YOUTUBE })
  expect(await first()).toEqual([`/talks/${id}`, 'Watch now'])
  await site.talk('Other', { start: LIVE })
  expect(await first()).toEqual(['/agenda#now', 'See what’s live'])
})

test('cards of the home page name the day only if it is not today', async () => {
  const site = await createSite(server)
  await site.talk('Later', { start: '2027-03-01T14:00:00Z' })
  await site.talk('Tomorrow', { start: '2027-03-02T14:00:00Z' })
  const cards = (await site.open('/')).text.split('<li class="talk ').slice(1)
  expect(cards.map((card) => [listTitles(card)[0], card.includes('talk-day')])).toEqual([
    ['Later', false],
    ['Tomorrow', true],
  ])
})

test('a talk has the badge “Replay” if its recording can be watched', async () => {
  const site = await createSite(server)
  const talks = {
    'With a video': { type: 'youtube', video: YOUTUBE },
    'Without a video': { type: 'youtube' },
    'With a recording': { type: 'replay', video: 'https://video.example.org/talk.mp4' },
    'Without a recording': { type: 'replay' },
    'Over in a room': { type: 'embedded' },
  }
  const badgeIn = (html = '') => /<span class="badge phase-(\w+)">/.exec(html)?.[1]
  const seen = new Map<string, (string | undefined)[]>()
  for (const [title, more] of Object.entries(talks)) {
    const id = await site.talk(title, { ...more, start: ENDED })
    const { text } = await site.open(`/talks/${id}`)
    const cards = (await site.open('/agenda')).text.split('<li class="talk ')
    seen.set(title, [
      badgeIn(cards.find((card) => listTitles(card)[0] === title)),
      badgeIn(/id="talk-marks".*?<h1/s.exec(text)?.[0]),
    ])
  }
  // On the agenda, and on the page of the talk.
  expect(Object.fromEntries(seen)).toEqual({
    'With a video': ['replay', 'replay'],
    'Without a video': [undefined, 'ended'],
    'With a recording': ['replay', 'replay'],
    'Without a recording': [undefined, undefined],
    'Over in a room': [undefined, 'ended'],
  })
})
