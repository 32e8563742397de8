// The agenda: talks by day, filtered and searched. Six queries at most, for any number of talks.

import { isId } from '../../lib/data/ids.ts'
import { alphabetically } from '../../lib/text/collation.ts'
import { foldText, searchWords } from '../../lib/text/search-keys.ts'
import { dayOf, startOfDay } from '../../lib/time/calendar-days.ts'
import { showsTag, spokenBy } from '../../store/programme/talks.ts'
import {
  programmeTags,
  programmeTracks,
  type SearchedTalk,
  searchedTalks,
  speakerNames,
  type TalkStart,
  talkStarts,
} from '../../store/site/agenda.ts'
import { talksByIds } from '../../store/site/public-talks.ts'
import { equals, type Filter } from '../../store/sql/filters.ts'
import { type PlatformRow, talks } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'
import { type TalkCard, withSpeakers } from './talk-cards.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type AgendaQuery = {
  /** A calendar day, `all`, or '' for today or the next day with talks. */
  day: string
  /** The IANA time zone of the days and times. */
  zone: string
  track: string
  tag: string
  /** An id, or words of a name. */
  speaker: string
  isRecommended: boolean
  /** All words must match: in title, description, track, tags (also hidden ones), or speakers. */
  words: string
  /** From 1. A page beyond the last one is the last one. */
  page: number
}

export type AgendaDay = {
  /** Such as `2027-05-20`. */
  day: string
  /** When the day begins (epoch milliseconds). */
  from: number
  /** How many talks match. */
  count: number
  /** The talks to show, in order of time; none on days that are not shown. */
  talks: TalkCard[]
}

export type Agenda = {
  /** Every day with a matching talk. */
  days: AgendaDay[]
  /** The day that is shown; `all` for all of them. */
  day: string
  page: number
  pages: number
  /** How many talks of the shown days are on other pages. */
  hiddenCount: number
  tracks: string[]
  tags: string[]
  isFiltered: boolean
}

// A day of that size is 40 kB with its styles, compressed.
const TALKS_PER_PAGE = 500
const TALKS_PER_PAGE_OF_ALL = 200
const MAX_CHOICES = 60

export async function readAgenda(
  services: Reading,
  platform: PlatformRow,
  query: AgendaQuery,
): Promise<Agenda> {
  const { store, clock } = services
  const [found, tracks, tags] = await Promise.all([
    findTalks(services, platform.id, query),
    store.read(programmeTracks(platform.id, MAX_CHOICES)),
    store.read(programmeTags(platform.id, MAX_CHOICES)),
  ])
  const days = daysOf(found, query.zone)
  const isFiltered = hasFilters(query)
  const day = shownDay(days, query, isFiltered, dayOf(clock.now(), query.zone))
  const ofDay = day === 'all' ? found : (days.find((one) => one.day === day)?.talks ?? [])
  const perPage = day === 'all' ? TALKS_PER_PAGE_OF_ALL : TALKS_PER_PAGE
  const pages = Math.max(1, Math.ceil(ofDay.length / perPage))
  const page = Math.min(Math.max(1, query.page), pages)
  const shown = ofDay.slice((page - 1) * perPage, page * perPage)
  const ids = shown.map((talk) => talk.id)
  const talks = await withSpeakers(services, platform, await store.read(talksByIds(platform.id, ids)))
  const byId = new Map(talks.map((talk) => [talk.id, talk]))
  return {
    days: days.map(({ day, from, talks }) => ({
      day,
      from,
      count: talks.length,
      talks: talks.map(({ id }) => byId.get(id)).filter((talk) => talk !== undefined),
    })),
    day,
    page,
    pages,
    hiddenCount: ofDay.length - shown.length,
    tracks,
    tags: tags.sort(alphabetically),
    isFiltered,
  }
}

const hasFilters = ({ track, tag, speaker, isRecommended, words }: AgendaQuery): boolean =>
  track !== '' || tag !== '' || speaker !== '' || isRecommended || searchWords(words).length > 0

async function findTalks({ store }: Reading, platformId: string, query: AgendaQuery): Promise<TalkStart[]> {
  const names = isId(query.speaker) ? [] : searchWords(query.speaker)
  const words = searchWords(query.words)
  const filters = filtersOf(query)
  if (names.length === 0 && words.length === 0) return store.read(talkStarts(platformId, filters))
  const [candidates, speakers] = await Promise.all([
    store.read(searchedTalks(platformId, filters)),
    store.read(speakerNames(platformId)),
  ])
  const byTalk = Map.groupBy(speakers, (one) => one.talkId)
  return candidates.filter((talk) => {
    const people = byTalk.get(talk.id) ?? []
    const hasSpeaker = names.length === 0 || people.some((one) => hasAll(foldText(one.name), names))
    return hasSpeaker && hasAll(textOf(talk, people), words)
  })
}

function filtersOf({ track, tag, speaker, isRecommended }: AgendaQuery): Filter<'talks'>[] {
  const filters: Filter<'talks'>[] = []
  if (track !== '') filters.push(equals(talks, 'track', track))
  if (tag !== '') filters.push(showsTag(tag))
  if (isId(speaker)) filters.push(spokenBy(speaker.toLowerCase()))
  if (isRecommended) filters.push(equals(talks, 'recommended', true))
  return filters
}

const textOf = (talk: SearchedTalk, people: readonly { name: string; company: string }[]): string =>
  foldText(
    [
      ...[talk.title, talk.track, ...talk.tags, ...talk.hiddenTags],
      ...people.flatMap(({ name, company }) => [name, company]),
      talk.description,
    ].join('\n'),
  )

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

type Day = { day: string; from: number; talks: TalkStart[] }

/** The talks by the day on which they begin. Expects them in order of time. */
function daysOf(talks: readonly TalkStart[], zone: string): Day[] {
  const days: Day[] = []
  let current: (Day & { to: number }) | undefined
  for (const talk of talks) {
    if (!current || talk.startAt >= current.to) {
      const day = dayOf(talk.startAt, zone)
      const from = startOfDay(day, zone) ?? talk.startAt
      const to = startOfDay(day, zone, 1) ?? Number.POSITIVE_INFINITY
      current = { day, from, to, talks: [] }
      days.push(current)
    }
    current.talks.push(talk)
  }
  return days
}

/** The requested day; else all days if a filter is set; else today, the next day, or the last one. */
function shownDay(days: readonly Day[], query: AgendaQuery, isFiltered: boolean, today: string): string {
  if (query.day === 'all' || days.some(({ day }) => day === query.day)) return query.day
  if (isFiltered) return 'all'
  return (days.find(({ day }) => day >= today) ?? days.at(-1))?.day ?? ''
}
