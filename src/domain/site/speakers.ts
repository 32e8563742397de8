// Speakers on the public site: the list, and the page of one speaker.

import { isId } from '../../lib/data/ids.ts'
import { alphabetically } from '../../lib/text/collation.ts'
import { foldText, searchWords } from '../../lib/text/search-keys.ts'
import { correctQuery } from '../../lib/text/spelling.ts'
import { hasUserTag } from '../../store/people/users.ts'
import { talksOfSpeaker } from '../../store/site/public-talks.ts'
import {
  countPublicPeople,
  type FoundPerson,
  type PersonCard,
  type Profile,
  peopleByIds,
  publicPeople,
  publicPerson,
  type SponsorName,
  somePublicPeople,
  speaksInTrack,
  sponsorsOfPerson,
  tagsOfPeople,
} from '../../store/site/speakers.ts'
import { equals, type Filter } from '../../store/sql/filters.ts'
import { type PlatformRow, users } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import type { Services } from '../services.ts'
import { type TalkCard, withSpeakers } from './talk-cards.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type PeopleQuery = { words: string; tag: string; track?: string; isHighlighted: boolean; page: number }
export type PeoplePage = {
  people: PersonCard[]
  count: number
  page: number
  pages: number
  tags: string[]
  /** What was searched for instead of misspelled words; '' if there were none. */
  corrected: string
}

const PAGE_SIZE = 60
const MAX_TAGS = 60
/** People whose tags are among the choices. */
const MAX_TAGGED = 2_000

/** One page of people, sorted by last name. Three queries, whatever their number. */
export async function readPeople(
  { store }: Reading,
  { id }: Pick<PlatformRow, 'id'>,
  { words, tag, track = '', isHighlighted, page }: PeopleQuery,
): Promise<PeoplePage> {
  const filters: Filter<'users'>[] = []
  if (tag !== '') filters.push(hasUserTag(tag))
  if (track !== '') filters.push(speaksInTrack(track))
  if (isHighlighted) filters.push(equals(users, 'highlighted', true))
  const [part, tags] = await Promise.all([
    searchWords(words).length === 0
      ? readFiltered(store, id, { filters, page })
      : findByWords(store, id, { filters, page, words }),
    store.read(tagsOfPeople(id, { most: MAX_TAGGED, limit: MAX_TAGS })),
  ])
  return { ...part, tags: tags.sort(alphabetically) }
}

type FoundPeople = Omit<PeoplePage, 'tags'>
type FilteredQuery = { filters: readonly Filter<'users'>[]; page: number }

/** Reads the people of the page only. */
async function readFiltered(
  store: Services['store'],
  platformId: string,
  query: FilteredQuery,
): Promise<FoundPeople> {
  const count = (await store.read(countPublicPeople(platformId, query.filters))) ?? 0
  const { offset, ...place } = placeOf(count, query.page)
  const slice = { limit: PAGE_SIZE, offset }
  const people = await store.read(somePublicPeople(platformId, slice, query.filters))
  return { people, count, ...place, corrected: '' }
}

async function findByWords(
  store: Services['store'],
  platformId: string,
  { filters, page, words }: FilteredQuery & { words: string },
): Promise<FoundPeople> {
  const { found, corrected } = search(await store.read(publicPeople(platformId, filters)), words)
  const { offset, ...place } = placeOf(found.length, page)
  const ids = found.slice(offset, offset + PAGE_SIZE).map((one) => one.id)
  return { people: await store.read(peopleByIds(platformId, ids)), count: found.length, ...place, corrected }
}

function placeOf(count: number, requested: number) {
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const page = Math.min(Math.max(1, requested), pages)
  return { page, pages, offset: (page - 1) * PAGE_SIZE }
}

/** The people who match, or else those who match with corrected words. */
function search(all: FoundPerson[], query: string): { found: FoundPerson[]; corrected: string } {
  const searched = all.map((one) => foldText(textOf(one)))
  const matching = (wanted: string) => {
    const words = searchWords(wanted)
    return all.filter((_, index) => words.every((word) => searched[index]?.includes(word)))
  }
  const found = matching(query)
  if (found.length > 0) return { found, corrected: '' }
  const corrected = correctQuery(query, { searched, shown: all.map(textOf) }) ?? ''
  const similar = corrected === '' ? [] : matching(corrected)
  return { found: similar, corrected: similar.length > 0 ? corrected : '' }
}

const textOf = ({ firstName, lastName, job, company, tags }: FoundPerson): string =>
  [firstName, lastName, job, company, ...tags].join('\n')

export type PersonPage = { person: Profile; talks: TalkCard[]; sponsors: SponsorName[] }

/** The page of a person, by ID. */
export async function readPersonPage(
  services: Reading,
  platform: PlatformRow,
  id: string,
): Promise<PersonPage> {
  const { store } = services
  const person = isId(id) ? await store.read(publicPerson(platform.id, id.toLowerCase())) : undefined
  if (!person) throw new Refusal('not_found')
  const [talks, sponsors] = await Promise.all([
    store.read(talksOfSpeaker(platform.id, person.id)),
    store.read(sponsorsOfPerson(platform.id, person.id)),
  ])
  return { person, talks: await withSpeakers(services, platform, talks), sponsors }
}
