// Where every attribute of the programme is visible. One row is one effect.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Pushed } from './programme.ts'

export type Sight = { path: string; what: string; find(page: Page): Promise<unknown>; shows: unknown }

/** The texts of all matching elements, with collapsed whitespace and without word joiners. */
const texts = (selector: string) => async (page: Page) =>
  (await page.locator(selector).allTextContents()).map((text) =>
    text.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim(),
  )
const attributes = (selector: string, name: string) => (page: Page) =>
  page.locator(selector).evaluateAll((found, of) => found.map((one) => one.getAttribute(of)), name)
const count = (selector: string) => (page: Page) => page.locator(selector).count()
const isVisible = (selector: string) => (page: Page) => page.locator(selector).first().isVisible()
const value = (label: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, select, textarea')).inputValue()

const titles = (section = 'main') => texts(`${section} .talk h3`)
const section = (id: string) => `section[aria-labelledby="${id}"]`

/** The page inside the stage of a talk. */
const playerOf = (id: string | undefined) => `/talks/${id}/player`

/** What no page for visitors contains: moderators, hidden tags, e-mails, and people outside the programme. */
export const unseen = ['Unseen', 'unseen']

const LIVE = ['Elsewhere', 'Filmed', 'Lighthouses of paper', 'Relayed', 'Streamed', 'Without an address']
const PICTURES = 'https://static.example.org'
const ZONE = 'Europe/Brussels (GMT+1)'

export const seen = (pushed: Pushed): Sight[] => [
  ...onPage('/', [
    ['name of the platform', texts('h1'), ['Paper Days']],
    [
      'venue and time zone',
      texts('.hero-facts li'),
      ['Mon, Mar 1, 2027', 'Town hall, Ghent', `All times in ${ZONE}`],
    ],
    ['banner', attributes('.hero-banner', 'src'), [`${PICTURES}/banner.jpg`]],
    ['accent', attributes('link[href^="/theme/"]', 'href'), [expect.stringMatching(/\/0a7d55\/site\.css$/)]],
    ['start and duration: live', async (page) => (await titles(section('live'))(page)).toSorted(), LIVE],
    [
      'start: next',
      async (page) => (await titles(section('next'))(page)).toSorted(),
      ['Recorded, closed', 'Recorded, open'],
    ],
    ['featured', titles(section('featured')), ['Lighthouses of paper']],
    ['image', attributes(`${section('featured')} .talk-picture img`, 'src'), [`${PICTURES}/folded.jpg`]],
    ['image is visible', isVisible('.talk-picture img'), true],
    [
      'sponsor highlight and displayInLobby',
      texts(`${section('sponsors')} .sponsor-name`),
      ['Crease Ltd', 'Doorkeepers'],
    ],
  ]),
  ...onPage('/agenda', [
    ['keynote', texts('.talk.keynote h3'), ['Lighthouses of paper']],
    ['keynote badge', texts('.talk.keynote .badge.accent'), ['Keynote']],
    ['recommended', texts('.talk:has(.badge:has-text("Recommended")) h3'), ['Lighthouses of paper']],
    ['speakers', texts('.talk.keynote .talk-speakers'), ['Ada Sample, Grace Example']],
    ['times', texts('.talk.keynote .talk-time'), ['12:50–13:35']],
    ['own time zone of a talk', texts('.talk.keynote .talk-zone'), ['20:50 Asia/Tokyo (GMT+9)']],
    ['track', texts('.timetable-head'), ['Coast', 'Other']],
    ['tag filter', texts('#filter-tag label'), ['Lighthouses']],
  ]),
  ...onPage('/agenda?q=cellar', [['hidden tag is searched', titles(), ['Lighthouses of paper']]]),
  ...onPage('/agenda?recommended=1', [['recommended', titles(), ['Lighthouses of paper']]]),
  ...onPage('/agenda?track=Coast', [['track', titles(), ['Lighthouses of paper']]]),
  ...onPage('/agenda?tag=Lighthouses', [['tag', titles(), ['Lighthouses of paper']]]),
  ...onPage('/agenda?speaker=ada', [['speakers', titles(), ['Over', 'Lighthouses of paper']]]),
  ...onPage(`/talks/${pushed.talks.folded}`, [
    ['title', texts('h1'), ['Lighthouses of paper']],
    ['description', texts(`${section('about')} p`), ['How they are folded.', 'And who keeps them.']],
    ['speakers', texts('.talk-people .person-lines a'), ['Ada Sample', 'Grace Example']],
    ['job and company', texts('.talk-people .person-lines .quiet'), ['Folder, Crease Ltd', '']],
    ['avatar', attributes('.talk-people img.avatar', 'src'), [`${PICTURES}/ada.jpg`]],
    [
      'start, time zone, and duration',
      texts('.talk-facts li'),
      ['Monday, March 1, 2027 20:50–21:35 · 45 min · Asia/Tokyo (GMT+9)', `12:50–13:35 · ${ZONE}`],
    ],
    ['links', attributes(`${section('links')} a`, 'href'), [`${PICTURES}/slides.pdf`]],
    ['labels of links', texts(`${section('links')} a`), ['Slides']],
    ['track', texts('.talk-head .track'), ['Coast']],
    ['tags', texts('.tags a'), ['Lighthouses']],
    ['badges', texts('.talk-head .badge:not(.track)'), ['Live now', 'Keynote', 'Recommended']],
    ['features: no chat', count('#chat'), 0],
    // Nothing costs credits until the platform turns them on (src/features/programme-pages/talk.page.test.ts).
    ['freeLive and freeReplay', count('.access-note'), 0],
  ]),
  ...onPage(playerOf(pushed.talks.folded), [
    ['embedded: the room', attributes('iframe', 'src'), [`https://meet.example.org/${pushed.talks.folded}`]],
  ]),
  ...onPage(playerOf(pushed.talks.relayed), [
    ['rtmp: plays on the page', texts('[data-waiting] strong'), ['Waiting for the stream']],
  ]),
  ...onPage(`/talks/${pushed.talks.relayed}`, [
    ['no access note', count('.access-note'), 0],
    ['features: chat', count('#chat'), 1],
  ]),
  ...onPage(playerOf(pushed.talks.streamed), [
    [
      'rtmp over https: plays on the page',
      attributes('.player-way-out a', 'href'),
      ['https://relay.example.org/live.m3u8'],
    ],
    ['image: the banner', attributes('video', 'poster'), [`${PICTURES}/banner.jpg`]],
  ]),
  ...onPage(playerOf(pushed.talks.filmed), [
    [
      'youtube: the host without cookies',
      attributes('iframe', 'src'),
      ['https://www.youtube-nocookie.com/embed/abcdefghijk'],
    ],
  ]),
  ...onPage(playerOf(pushed.talks.elsewhere), [
    ['external: a link', attributes('a.primary', 'href'), ['https://talks.example.org/1']],
    ['external: the host of the link', texts('a.primary'), ['Join on talks.example.org']],
  ]),
  ...onPage(`/talks/${pushed.talks.unaddressed}`, [
    [
      'without a video',
      texts('.countdown'),
      ['This talk is live. The video appears here by itself as soon as it is available.'],
    ],
  ]),
  ...onPage(playerOf(pushed.talks.open), [
    ['replay, available', attributes('video', 'src'), ['https://video.example.org/a.mp4']],
  ]),
  ...onPage(`/talks/${pushed.talks.open}`, [['freeReplay', count('.access-note'), 0]]),
  ...onPage(`/talks/${pushed.talks.closed}`, [
    ['replay, not available yet', count('video, iframe'), 0],
    ['opens at its start', attributes('.countdown', 'data-at'), ['2027-03-01T15:00:00.000Z']],
  ]),
  ...onPage(`/talks/${pushed.talks.over}`, [
    ['start and duration: over', texts('.talk-head .phase-ended'), ['Ended']],
    ['image: the avatar of the first speaker', attributes('.stage img', 'src'), [`${PICTURES}/ada.jpg`]],
  ]),
  ...onPage('/speakers', [
    ['names', texts('.person h2'), ['Grace Example', 'Hedy Model', 'Ada Sample']],
    ['highlighted', texts('.person.highlighted h2'), ['Hedy Model', 'Ada Sample']],
    ['tag filter', texts('#filter-tag option'), ['All tags', 'Folding', 'Radio']],
    [
      'job and company',
      texts('.person.highlighted :is(.person-job, .person-company)'),
      ['Inventor', 'Frequency & Co', 'Folder', 'Crease Ltd'],
    ],
  ]),
  ...onPage('/speakers?highlighted=1', [['highlighted', texts('.person h2'), ['Hedy Model', 'Ada Sample']]]),
  ...onPage('/speakers?tag=Folding', [['tags', texts('.person h2'), ['Ada Sample']]]),
  ...onPage(`/speakers/${pushed.ada}`, [
    ['talks', titles(), ['Over', 'Lighthouses of paper']],
    ['sponsor', texts('.profile a[href^="/sponsors/"]'), ['Crease Ltd']],
    ['description', texts('.profile .prose p'), ['Folds paper since she was four.']],
    [
      'time zone',
      async (page) => /Ada Sample’s time zone is (.*)\./.exec(await page.locator('main').innerText())?.[1],
      'Asia/Tokyo (GMT+9)',
    ],
  ]),
  ...onPage(`/speakers/${pushed.users.hedy}`, [
    ['name', texts('h1'), ['Hedy Model']],
    ['avatar', attributes('.profile-head img', 'src'), [`${PICTURES}/hedy.jpg`]],
    ['job and company', texts('.profile-job, .profile-company'), ['Inventor', 'Frequency & Co']],
    ['city and country', texts('.profile-head .quiet'), ['Vienna, Austria']],
    ['highlight', texts('.profile-head .badge'), ['Featured']],
    ['tags', texts('.tags a'), ['Radio']],
    [
      'website and socials',
      texts('.elsewhere a'),
      ['hedy.example.org', 'LinkedIn', 'Twitter', 'Facebook', 'YouTube'],
    ],
    [
      'URLs of website and socials',
      attributes('.elsewhere a', 'href'),
      ['hedy', 'linkedin', 'twitter', 'facebook', 'youtube'].map(
        (host) => `https://${host}.example.org/${host === 'hedy' ? '' : 'hedy'}`,
      ),
    ],
  ]),
  ...onPage(`/backoffice/users/${pushed.users.hedy}`, [
    ['status', value('Status'), 'Freelancer'],
    ['username', value('Username'), 'hedy'],
    ['time zone', value('Time zone'), 'America/New York'],
  ]),
  ...onPage('/backoffice/registrations', [
    ['registration in the review queue', texts('tbody th a'), ['Quin Unseen-Queue']],
  ]),
  ...onPage(`/backoffice/talks/${pushed.talks.folded}`, [
    ['moderators', texts('#moderators .row-person a'), ['Mo Unseen-Moderator']],
    ['hidden tags', (page) => page.locator('[name="hiddenTags"]').inputValue(), 'unseen-cellar'],
  ]),
  ...onPage('/sponsors', [
    ['levels', texts('h2'), ['Platinum', 'Silver', 'Partner']],
    ['names', texts('.sponsor-name'), ['Crease Ltd', 'Doorkeepers', 'Plain']],
    [
      'logo',
      attributes('.plate-logo img', 'src'),
      ['crease', 'door', 'plain'].map((name) => `${PICTURES}/${name}.svg`),
    ],
    ['color', attributes('.level-1 rect', 'fill'), ['#0a7d55']],
    [
      'hasPage links to the page, or else to the website',
      attributes('.sponsor-name a', 'href'),
      [`/sponsors/${pushed.sponsors.whole}`, 'https://door.example.org/'],
    ],
  ]),
  ...onPage(`/sponsors/${pushed.sponsors.whole}`, [
    ['name', texts('h1'), ['Crease Ltd']],
    ['icon', attributes('.sponsor-icon', 'src'), [`${PICTURES}/crease.ico`]],
    [
      'pageContent',
      (page) => page.locator('.prose').innerHTML(),
      '<h2>Paper</h2><p>We <strong>fold</strong>.</p>',
    ],
    ['website', attributes('.sponsor-side a.button', 'href'), ['https://crease.example.org/']],
    ['speakers', texts('.person-lines a'), ['Ada Sample']],
  ]),
]

/** The same effects after `undoEffects`. */
export const gone = (pushed: Pushed): Sight[] => [
  ...onPage('/', [
    ['featured', count(section('featured')), 0],
    ['highlight and displayInLobby', count(`${section('sponsors')}, ${section('lobby')}`), 0],
  ]),
  ...onPage('/agenda', [
    ['keynote and recommended', count('.talk.keynote, .talk .badge:has-text("Recommended")'), 0],
    ['track', count('.timetable'), 0],
    ['tag filter', count('#filter-tag'), 0],
    ['own time zone of a talk', count('.talk-zone'), 0],
  ]),
  ...onPage('/agenda?q=cellar', [['hidden tag', titles(), []]]),
  ...onPage(`/talks/${pushed.talks.folded}`, [
    ['title', texts('h1'), ['Lighthouses of stone']],
    [
      'description, links, tags, track, access note',
      count(`${section('about')}, ${section('links')}, .tags, .talk-head .track, .access-note`),
      0,
    ],
    ['badges', texts('.talk-head .badge'), ['Live now']],
    [
      'time zone and duration',
      texts('.talk-facts li'),
      [`Monday, March 1, 2027 12:50–14:20 · 1 hr, 30 min · ${ZONE}`],
    ],
    ['speakers', texts('.talk-people .person-lines a'), ['Grace Example']],
    ['features: chat', count('#chat'), 1],
  ]),
  ...onPage('/sponsors', [
    ['level', texts('h2'), ['Gold', 'Silver', 'Partner']],
    ['name', texts('.level-2 .sponsor-name'), ['Crease and sons']],
    ['hasPage and website', attributes('.level-2 a', 'href'), []],
  ]),
  ...onPage('/speakers?highlighted=1', [['highlight', texts('.person h2'), ['Ada Sample']]]),
  ...onPage(`/speakers/${pushed.users.hedy}`, [
    ['name', texts('h1'), ['Hedy Lamp']],
    [
      'all cleared attributes',
      count('.profile-head img, .profile-job, .profile-company, .profile .quiet, .elsewhere, .tags, .prose'),
      0,
    ],
  ]),
]

type Row = [what: string, find: Sight['find'], shows: unknown]
const onPage = (path: string, rows: readonly Row[]): Sight[] =>
  rows.map(([what, find, shows]) => ({ path, what, find, shows }))
