// Speakers on the public site: the list, and the page of one speaker.

import { Refusal } from '../../kernel/changes/errors.ts'
import { type NumberedPage, numberedPage } from '../../kernel/changes/numbered-pages.ts'
import { readWords } from '../../kernel/changes/searched-words.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { alphabetically } from '../../kernel/lib/text/collation.ts'
import { correctWords, isCorrectable } from '../../kernel/lib/text/spelling.ts'
import { equals, type Filter } from '../../kernel/store/sql/filters.ts'
import type { SearchedWord } from '../../kernel/store/sql/search-texts.ts'
import { hasUserTag } from '../people/store.ts'
import { users } from '../people/tables.ts'
import { searchedPeople } from '../people/user-texts-store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talksOfSpeaker } from '../talks/programme/public-talks-store.ts'
import { readAbstracts, type TalkCard, withSpeakers } from '../talks/programme/talk-cards.ts'
import { FEWEST_INDEXED, MAX_ABSTRACTS, MAX_TAG_CHOICES, PEOPLE_PER_PAGE } from './limits.ts'
import {
  countPublicPeople,
  type FoundPerson,
  hasPublicWord,
  type LetterCount,
  type PersonCard,
  type Profile,
  publicPeople,
  publicPerson,
  type SponsorName,
  somePublicPeople,
  speaksInTrack,
  sponsorsOfPerson,
  tagsOfPeople,
} from './public-people-store.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type PeopleQuery = { words: string; tag: string; track?: string; isHighlighted: boolean; page: number }
export type PeoplePage = NumberedPage & {
  people: PersonCard[]
  /** The first letters of the last names of all people; none if they are few. */
  letters: Letter[]
  tags: string[]
  /** The words searched for instead of misspelled ones; '' if nothing was misspelled. */
  corrected: string
}

/** `at` is the number of people before the first one with this letter. */
export type Letter = { letter: string; at: number; page: number }

/** Number of people whose tags are offered as choices. */
const MAX_TAGGED = 2_000
/** Number of people whose texts are read to correct words. Others are searched, but suggest no words. */
const MAX_READ = 5_000

/** One page of people, sorted by last name. Takes three queries, whatever the number of people. */
export async function readPeople(
  services: Reading,
  { id }: Pick<PlatformRow, 'id'>,
  { words, tag, track = '', isHighlighted, page }: PeopleQuery,
): Promise<PeoplePage> {
  const { store } = services
  const filters: Filter<'users'>[] = []
  if (tag !== '') filters.push(hasUserTag(tag))
  if (track !== '') filters.push(speaksInTrack(track))
  if (isHighlighted) filters.push(equals(users, 'highlighted', true))
  const found = await findByWords(services, id, words, filters)
  const [part, tags] = await Promise.all([
    readFiltered(services, id, { filters: found.filters, page }),
    store.read(tagsOfPeople({ platformId: id, most: MAX_TAGGED, limit: MAX_TAG_CHOICES })),
  ])
  return { ...part, corrected: found.corrected, tags: tags.sort(alphabetically) }
}

type Filters = readonly Filter<'users'>[]

/** Reads only the people of the page. */
async function readFiltered(
  { store }: Reading,
  platformId: string,
  { filters, page }: { filters: Filters; page: number },
): Promise<Omit<PeoplePage, 'tags' | 'corrected'>> {
  let counts: LetterCount[] = []
  const place = await numberedPage(page, PEOPLE_PER_PAGE, async (most) => {
    counts = await store.read(countPublicPeople({ platformId, most }, filters))
    return sumOf(counts)
  })
  const slice = { limit: PEOPLE_PER_PAGE, offset: place.offset }
  const people = await store.read(somePublicPeople({ platformId, ...slice }, filters))
  return { ...place, people, letters: place.count < FEWEST_INDEXED ? [] : lettersOf(counts) }
}

const sumOf = (counts: readonly LetterCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** Names that begin with a digit or sign have no letter. */
function lettersOf(counts: readonly LetterCount[]): Letter[] {
  let before = 0
  const letters = counts.map(({ letter, count }) => {
    const at = before
    before += count
    return { letter: letter.toLocaleUpperCase('en'), at, page: Math.floor(at / PEOPLE_PER_PAGE) + 1 }
  })
  return letters.filter(({ letter }) => /\p{L}/u.test(letter))
}

/** The filters with those for the words, or for corrected words if nobody matches. */
async function findByWords(
  services: Reading,
  platformId: string,
  query: string,
  filters: Filters,
): Promise<{ filters: Filters; corrected: string }> {
  const { store } = services
  const words = await readWords(services, platformId, query, searchedPeople)
  const matching = (wanted: readonly SearchedWord[]) => [...filters, ...wanted.map(hasPublicWord)]
  const hasMatch = async (wanted: readonly SearchedWord[]) =>
    sumOf(await store.read(countPublicPeople({ platformId, most: 1 }, matching(wanted)))) > 0
  const asSent = { filters: matching(words), corrected: '' }
  if (!words.some(isCorrectable) || (await hasMatch(words))) return asSent
  const known = await store.read(publicPeople({ platformId, limit: MAX_READ }, filters))
  const corrected = await correctWords(words, (word) => hasMatch([word]), known.map(textOf))
  const similar = await readWords(services, platformId, corrected ?? '', searchedPeople)
  if (corrected === undefined || !(await hasMatch(similar))) return asSent
  return { filters: matching(similar), corrected }
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
  const person = isId(id)
    ? await store.read(publicPerson({ platformId: platform.id, id: id.toLowerCase() }))
    : undefined
  if (!person) throw new Refusal('not_found')
  const [talks, sponsors] = await Promise.all([
    store.read(talksOfSpeaker({ platformId: platform.id, userId: person.id })),
    store.read(sponsorsOfPerson({ platformId: platform.id, userId: person.id })),
  ])
  const [cards, abstracts] = await Promise.all([
    withSpeakers(services, platform, talks),
    readAbstracts(services, talks.slice(0, MAX_ABSTRACTS)),
  ])
  const rows = cards.map((talk) => ({
    ...talk,
    // The page is about the person, so rows name only the others.
    speakers: talk.speakers.filter(({ id }) => id !== person.id),
    abstract: abstracts.get(talk.id) ?? '',
  }))
  return { person, talks: rows, sponsors }
}
