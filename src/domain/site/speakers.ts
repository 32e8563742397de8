// Speakers on the public site: the list, and the page of one speaker.

import { isId } from '../../lib/data/ids.ts'
import { alphabetically } from '../../lib/text/collation.ts'
import { foldText, searchWords } from '../../lib/text/search-keys.ts'
import { correctQuery } from '../../lib/text/spelling.ts'
import { hasUserTag } from '../../store/people/users.ts'
import { talksOfSpeaker } from '../../store/site/public-talks.ts'
import {
  type FoundPerson,
  type PersonCard,
  type Profile,
  peopleByIds,
  publicPeople,
  publicPerson,
  type SponsorName,
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

/** One page of people, sorted by last name. Three queries, whatever their number. */
export async function readPeople(
  { store }: Reading,
  platform: PlatformRow,
  { words, tag, track = '', isHighlighted, page: requestedPage }: PeopleQuery,
): Promise<PeoplePage> {
  const filters: Filter<'users'>[] = []
  if (tag !== '') filters.push(hasUserTag(tag))
  if (track !== '') filters.push(speaksInTrack(track))
  if (isHighlighted) filters.push(equals(users, 'highlighted', true))
  const [all, tags] = await Promise.all([
    store.read(publicPeople(platform.id, filters)),
    store.read(tagsOfPeople(platform.id, MAX_TAGS)),
  ])
  const { found, corrected } = search(all, words)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(Math.max(1, requestedPage), pages)
  const ids = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => one.id)
  return {
    people: await store.read(peopleByIds(platform.id, ids)),
    count: found.length,
    page,
    pages,
    tags: tags.sort(alphabetically),
    corrected,
  }
}

/** The people who match, or else those who match with corrected words. */
function search(all: FoundPerson[], query: string): { found: FoundPerson[]; corrected: string } {
  if (searchWords(query).length === 0) return { found: all, corrected: '' }
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
