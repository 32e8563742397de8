// The agenda: the talks of some hours of a day, or all that match a search, page by page.

import { numberedPage } from '../../kernel/changes/numbered-pages.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { parseInstant, zonedTime } from '../../kernel/lib/time/instants.ts'
import { equals, type Filter } from '../../kernel/store/sql/filters.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { ListedTalk } from '../talks/programme/public-talks-store.ts'
import {
  readAbstracts,
  readTrackColors,
  type TalkCard,
  type TrackColors,
  withSpeakers,
} from '../talks/programme/talk-cards.ts'
import { spokenBy } from '../talks/store.ts'
import { talks } from '../talks/tables.ts'
import { searchTalks } from './agenda-search.ts'
import { type AgendaDay, agendaDayOf, calendarDay, readDays, readShownDay } from './days.ts'
import { MAX_CHOICES, MAX_DETAILED, MAX_RUNNING, MAX_TALKS_AT_ONCE, MIN_ABSTRACT_MINUTES } from './limits.ts'
import {
  type AgendaChoices,
  choicesWithin,
  countTalks,
  isInLanguages,
  isInRooms,
  isOfTracks,
  type StartSlot,
  showsTags,
  startSlots,
  talksBeyond,
  talksWithin,
} from './store.ts'
import { type AgendaWindow, windowAt, windowsOf } from './windows.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type Filters = readonly Filter<'talks'>[]

export type AgendaQuery = {
  /** A calendar day, `all`, or '' for today or the next day with talks. */
  day: string
  /** A time of day, such as `13:00`, whose talks are shown; '' for now, or the first ones. */
  from: string
  /** The IANA time zone of the days and times. */
  zone: string
  /** Any of these; all if empty. */
  rooms: readonly string[]
  tracks: readonly string[]
  /** Language tags in their canonical form. */
  languages: readonly string[]
  tags: readonly string[]
  /** An id, or words of a name. */
  speaker: string
  isRecommended: boolean
  /** All words must match. */
  words: string
  /** Counted from 1. A page beyond the last one becomes the last one. */
  page: number
}

type Hours = {
  /** In order of time. */
  talks: ListedTalk[]
  /** The number of talks of the day, or of all days, that match. */
  count: number
  /** Whether more talks match than were counted. */
  isMore: boolean
  page: number
  pages: number
  /** The start times of matching talks of the day, and the windows of the day; empty for all days. */
  slots: StartSlot[]
  windows: AgendaWindow[]
  /** The index of the shown window. */
  window: number
}

export type Agenda = Omit<Hours, 'talks'> & {
  /** The days to choose from. */
  days: AgendaDay[]
  /** The shown day, or `all`. */
  day: string
  /** The shown talks, by day. */
  sections: (AgendaDay & { talks: TalkCard[] })[]
  /** What the talks of the shown day or of all days have, whether or not they match. */
  choices: AgendaChoices
  /** The color of each track (`track-colors.ts`). */
  colors: TrackColors
  /** Whether this is a day with few enough talks to show faces and abstracts. */
  isDetailed: boolean
  isFiltered: boolean
  /** The words searched for instead of misspelled ones; '' if nothing was misspelled. */
  corrected: string
}

/** Number of talks whose rooms, tracks, languages, and tags are offered as choices. */
const MAX_CHOICE_TALKS = 2_000
const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
const NOTHING: Hours = {
  ...{ talks: [], count: 0, isMore: false, page: 1, pages: 1 },
  ...{ slots: [], windows: [], window: 0 },
}

export async function readAgenda(
  services: Reading,
  platform: PlatformRow,
  query: AgendaQuery,
): Promise<Agenda> {
  const { store, clock } = services
  const { zone } = query
  const found = await searchTalks(services, platform.id, query)
  const filters = [...filtersOf(query), ...(found?.filters ?? [])]
  const isFiltered = filters.length > 0
  const isOfAll = query.day === 'all' || (isFiltered && !calendarDay(query.day, zone))
  const now = clock.now()
  const shown = isOfAll ? undefined : await readShownDay(services, platform.id, { day: query.day, zone, now })
  const offered = { ...(shown ?? ALWAYS), most: MAX_CHOICE_TALKS, limit: MAX_CHOICES }
  const [days, { talks, ...part }, colors, choices] = await Promise.all([
    readDays(services, platform.id, { around: shown ?? agendaDayOf(now, zone), zone }),
    shown
      ? readDay(services, platform.id, { shown, query, filters })
      : readAllDays(services, platform.id, { query, filters }),
    readTrackColors(services, platform),
    store.read(choicesWithin({ platformId: platform.id, ...offered })),
  ])
  const cards = await withSpeakers(services, platform, talks, colors)
  return {
    ...part,
    days,
    day: shown?.day ?? 'all',
    sections: shown && cards.length > 0 ? [{ ...shown, talks: cards }] : byDay(cards, zone),
    choices,
    colors,
    isDetailed: shown !== undefined && talks.length <= MAX_DETAILED,
    isFiltered,
    corrected: found?.corrected ?? '',
  }
}

/** Adds abstracts to long talks if there are few. */
export async function withDetails(services: Reading, agenda: Agenda): Promise<Agenda> {
  const long = agenda.sections
    .flatMap(({ talks }) => talks)
    .filter(({ duration }) => agenda.isDetailed && duration >= MIN_ABSTRACT_MINUTES)
  const abstracts = await readAbstracts(services, long)
  const withAbstract = (talk: TalkCard) => ({ ...talk, abstract: abstracts.get(talk.id) ?? '' })
  const sections = agenda.sections.map((day) => ({ ...day, talks: day.talks.map(withAbstract) }))
  return { ...agenda, sections }
}

type DayRequest = { shown: AgendaDay; query: AgendaQuery; filters: Filters }

/** One window of a day, including earlier talks that have not ended when it begins. */
async function readDay(
  { store, clock }: Reading,
  platformId: string,
  { shown, query, filters }: DayRequest,
): Promise<Hours> {
  const slots = await store.read(startSlots({ platformId, ...shown }, filters))
  const windows = windowsOf(slots, shown.to)
  const window = windowAt(windows, shownTime(query, shown, clock.now()))
  const current = windows[window]
  if (!current) return NOTHING
  const { page, pages, offset } = await numberedPage(query.page, MAX_TALKS_AT_ONCE, async () => current.count)
  const { from, to } = current
  const [running, starting] = await Promise.all([
    window === 0
      ? []
      : store.read(talksBeyond({ platformId, from: shown.from, to: from, limit: MAX_RUNNING }, filters)),
    store.read(talksWithin({ platformId, from, to, limit: MAX_TALKS_AT_ONCE, offset }, filters)),
  ])
  const count = slots.reduce((sum, slot) => sum + slot.count, 0)
  return { ...NOTHING, talks: [...running, ...starting], count, page, pages, slots, windows, window }
}

/** The requested time of day. Otherwise now, or the start of the day if it is another day. */
const shownTime = ({ from, zone }: AgendaQuery, shown: AgendaDay, now: number): number =>
  parseInstant(zonedTime(`${shown.day}T${from}`, zone)) ??
  (now >= shown.from && now < shown.to ? now : shown.from)

async function readAllDays(
  { store }: Reading,
  platformId: string,
  { query, filters }: Omit<DayRequest, 'shown'>,
): Promise<Hours> {
  const countUpTo = (most: number) => store.read(countTalks({ platformId, most }, filters))
  const { offset, ...place } = await numberedPage(query.page, MAX_TALKS_AT_ONCE, countUpTo)
  const part = { ...ALWAYS, limit: MAX_TALKS_AT_ONCE, offset }
  return { ...NOTHING, talks: await store.read(talksWithin({ platformId, ...part }, filters)), ...place }
}

function filtersOf({
  rooms,
  tracks,
  languages,
  tags,
  speaker,
  isRecommended,
}: AgendaQuery): Filter<'talks'>[] {
  const filters: Filter<'talks'>[] = []
  if (rooms.length > 0) filters.push(isInRooms(rooms))
  if (tracks.length > 0) filters.push(isOfTracks(tracks))
  if (languages.length > 0) filters.push(isInLanguages(languages))
  if (tags.length > 0) filters.push(showsTags(tags))
  if (isId(speaker)) filters.push(spokenBy(speaker.toLowerCase()))
  if (isRecommended) filters.push(equals(talks, 'recommended', true))
  return filters
}

function byDay(cards: readonly TalkCard[], zone: string): Agenda['sections'] {
  const sections: Agenda['sections'] = []
  for (const card of cards) {
    const last = sections.at(-1)
    if (last && card.startAt < last.to) last.talks.push(card)
    else sections.push({ ...agendaDayOf(card.startAt, zone), talks: [card] })
  }
  return sections
}
