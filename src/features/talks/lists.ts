// Lists of the Back Office: searched, filtered, and sorted. The number of queries does not depend on the number of rows.

import { filtersOf, followCursors, ifSent } from '../../kernel/changes/pagination.ts'
import { readWords } from '../../kernel/changes/searched-words.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { decodeCursor, encodeCursor } from '../../kernel/lib/data/cursors.ts'
import type { ObjectName } from '../../kernel/store/changes/objects.ts'
import { equals, type Filter, isAmongIds } from '../../kernel/store/sql/filters.ts'
import type { SearchedTexts } from '../../kernel/store/sql/search-texts.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import {
  doubleBookedAmong,
  isIncomplete,
  needsWork,
  type TalkCheck,
} from '../dashboard/programme-checks-store.ts'
import { countFavorites } from '../favorites/store.ts'
import { peopleOfSponsors, peopleOfTalks, talkCountsOf } from '../people/attached-people-store.ts'
import type { RegistrationStatus, Role } from '../people/schema.ts'
import { isSpeaker } from '../people/store.ts'
import { type UserRow, users } from '../people/tables.ts'
import { presentSponsor } from '../sponsors/present-sponsor.ts'
import type { Sponsor } from '../sponsors/schema.ts'
import { type SponsorRow, sponsors } from '../sponsors/tables.ts'
import type { SurveyState } from '../surveys/schema.ts'
import { presentSurvey } from '../surveys/state.ts'
import { titlesOfTalks } from '../surveys/store.ts'
import { type SurveyRow, surveys } from '../surveys/tables.ts'
import { type TalkChoices, talkChoices } from './choices-store.ts'
import { type Sort, type SortedPage, sortedLists } from './lists-store.ts'
import { presentTalk } from './present-talk.ts'
import type { NO_TYPE, Talk, TalkKind, TalkState, TalkType } from './schema.ts'
import { endsAfter, endsBy, inLanguage, inRoom, inState, isMarked, isOfKind, isOfType } from './store.ts'
import { type TalkRow, talks } from './tables.ts'

/** The parameters of a list; unknown sorts and positions are ignored. */
export type OfficeQuery = {
  q?: string | undefined
  /** The name of a sort, with a leading `-` for descending order. */
  sort?: string | undefined
  after?: string | undefined
  before?: string | undefined
  /** The number of rows on a page. */
  limit?: number
}

export type OfficeList<Item> = {
  items: Item[]
  /** The sort in use, as in the URL. */
  sort: string
  /** Whether this sort was requested and is not the default. */
  isSortChosen: boolean
  /** Positions for `after` and `before`; null if there is no such page. */
  next: string | null
  previous: string | null
}

const PAGE = 50
const EXPORT_PAGE = 200

/** Everything that a list finds, in order. Each page is read after the previous one has been consumed. */
export const allFound = <Query extends OfficeQuery, Item>(
  list: (query: Query) => Promise<OfficeList<Item>>,
  query: Query,
): AsyncIterable<Item[]> =>
  followCursors((after) => list({ ...query, before: undefined, after, limit: EXPORT_PAGE }))

/** The target of a bulk change: chosen rows, or all rows that a list finds. */
export type Chosen<Query> = { ids: readonly string[] } | { query: Query }

/** The rows in the default order of the list, `limit` at most. */
async function readChosen<Name extends ObjectName, Row>(
  services: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  { q, filters, limit }: { q: string | undefined; filters: readonly Filter<Name>[]; limit: number },
): Promise<Row[]> {
  const sort = sortOf(list.sorts, list.sorts.default, undefined)
  const words = await readWords(services, platform.id, q ?? '', list.searchedIn)
  return services.store.read(list.rows(platform.id, { words, filters, sort, from: null, limit }))
}

type Sorts<Name extends ObjectName, Row> = {
  default: string
  /** The default sort of search results: the order of the searched index. */
  ofSearch: string
  byName: Record<string, Sort<Name, Row>>
}
type ListDefinition<Name extends ObjectName, Row> = {
  rows: (platformId: string, page: SortedPage<Name, Row>) => Query<Row[]>
  sorts: Sorts<Name, Row>
  /** The texts with an index that is searched for words. */
  searchedIn: SearchedTexts | null
}

export async function readSorted<Name extends ObjectName, Row>(
  services: Services,
  { platform }: Caller,
  list: ListDefinition<Name, Row>,
  query: OfficeQuery,
  filters: readonly Filter<Name>[],
): Promise<OfficeList<Row>> {
  const words = await readWords(services, platform.id, query.q ?? '', list.searchedIn)
  const sort = sortOf(list.sorts, words.length > 0 ? list.sorts.ofSearch : list.sorts.default, query.sort)
  const from = positionOf(sort.by, query)
  const { limit = PAGE } = query
  const page = { words, filters, sort, from, limit: limit + 1 }
  const read = await services.store.read(list.rows(platform.id, page))
  const hasMore = read.length > limit
  const isBackward = from?.isBackward ?? false
  const items = isBackward ? read.slice(-limit) : read.slice(0, limit)
  const [first, last] = [items[0], items.at(-1)]
  const cursor = (row: Row) => encodeCursor([...sort.by.positionOf(row)])
  return {
    items,
    sort: sort.inUse,
    isSortChosen: sort.inUse === query.sort,
    next: last !== undefined && (isBackward || hasMore) ? cursor(last) : null,
    previous: first !== undefined && from !== null && (!isBackward || hasMore) ? cursor(first) : null,
  }
}

function sortOf<Name extends ObjectName, Row>(
  { byName }: Sorts<Name, Row>,
  byDefault: string,
  requested: string | undefined,
) {
  const isKnown = requested !== undefined && Object.hasOwn(byName, requested.replace(/^-/, ''))
  const inUse = isKnown ? requested : byDefault
  const name = inUse.replace(/^-/, '')
  const by = byName[name]
  if (!by) throw new Error(`There is no sort ${name}.`)
  return { name, inUse, by, isDescending: inUse.startsWith('-') }
}

function positionOf({ shape }: Pick<Sort<ObjectName, never>, 'shape'>, { after, before }: OfficeQuery) {
  const cursor = after ?? before
  const position = cursor === undefined ? undefined : decodeCursor(cursor, shape)
  return position ? { position, isBackward: after === undefined } : null
}

const created: Sort<ObjectName, { id: string }> = {
  columns: [],
  shape: ['string'],
  positionOf: ({ id }) => [id],
}
const updated: Sort<ObjectName, { id: string; updatedAt: number }> = {
  columns: ['updated_at'],
  shape: ['number', 'string'],
  positionOf: ({ updatedAt, id }) => [updatedAt, id],
}
const named = <Row extends { id: string }>(searchKey: (row: Row) => string): Sort<ObjectName, Row> => ({
  columns: ['search_key'],
  shape: ['string', 'string'],
  positionOf: (row) => [searchKey(row), row.id],
})

export const talkList = {
  rows: sortedLists(talks),
  searchedIn: 'talks' as const,
  sorts: {
    default: 'start',
    ofSearch: 'title',
    byName: {
      start: {
        columns: ['start_at'],
        shape: ['number', 'string'],
        positionOf: ({ startAt, id }) => [startAt, id],
      },
      title: named(talks.derived.search_key),
      updated,
    },
  } satisfies Sorts<'talks', TalkRow>,
}

const timesOf = ({ createdAt, updatedAt }: Times): Times => ({ createdAt, updatedAt })

export type OfficeTalkQuery = OfficeQuery & {
  state?: TalkState | undefined
  kind?: TalkKind | undefined
  type?: TalkType | typeof NO_TYPE | undefined
  room?: string | undefined
  track?: string | undefined
  /** A tag in its canonical form. */
  language?: string | undefined
  when?: 'upcoming' | 'past' | undefined
  mark?: 'featured' | 'recommended' | 'keynote' | undefined
  needs?: TalkCheck | undefined
}

type Times = { createdAt: number; updatedAt: number }

/** A talk with its instants as numbers, and the number of people who have starred it. */
export type StarredTalk = Omit<Talk, keyof Times> & Times & { startAt: number; favorites: number }
export type OfficeTalk = StarredTalk & { isDoubleBooked: boolean }

const filtersOfTalks = ({ clock }: Services, query: OfficeTalkQuery) => {
  const now = clock.now()
  return filtersOf([
    ifSent(query.state, inState),
    ifSent(query.kind, isOfKind),
    ifSent(query.type, isOfType),
    ifSent(query.room, inRoom),
    ifSent(query.track, (track) => equals(talks, 'track', track)),
    ifSent(query.language, inLanguage),
    ifSent(query.when, (when) => (when === 'past' ? endsBy(now) : endsAfter(now))),
    ifSent(query.mark, isMarked),
    ifSent(query.needs, (check) => needsWork(check, now)),
  ])
}

async function readStarredTalks(services: Services, caller: Caller, query: OfficeTalkQuery) {
  const filters = filtersOfTalks(services, query)
  const { items: rows, ...page } = await readSorted(services, caller, talkList, query, filters)
  const ids = rows.map((talk) => talk.id)
  const [people, favorites] = await Promise.all([
    services.store.read(peopleOfTalks({ talkIds: ids })),
    services.store.read(countFavorites({ talkIds: ids })),
  ])
  const present = (talk: TalkRow): StarredTalk => ({
    ...presentTalk(talk, people),
    ...timesOf(talk),
    startAt: talk.startAt,
    favorites: favorites.get(talk.id) ?? 0,
  })
  return { rows, page, items: rows.map(present) }
}

export async function listOfficeTalks(
  services: Services,
  caller: Caller,
  query: OfficeTalkQuery,
): Promise<OfficeList<OfficeTalk>> {
  const { rows, page, items } = await readStarredTalks(services, caller, query)
  const doubleBooked = await services.store.read(doubleBookedAmong({ ids: rows.map(({ id }) => id) }))
  return { ...page, items: items.map((talk) => ({ ...talk, isDoubleBooked: doubleBooked.has(talk.id) })) }
}

/**
 * Everything that the list of talks finds. Finding conflicts page by page would cost a full pass over the talks per
 * page.
 */
export const allOfficeTalks = (
  services: Services,
  caller: Caller,
  query: OfficeTalkQuery,
): AsyncIterable<StarredTalk[]> =>
  allFound(async (part: OfficeTalkQuery) => {
    const { page, items } = await readStarredTalks(services, caller, part)
    return { ...page, items }
  }, query)

const talkIsAmong = isAmongIds('talks')
export const chosenTalks = (
  services: Services,
  caller: Caller,
  chosen: Chosen<OfficeTalkQuery>,
  limit: number,
): Promise<TalkRow[]> =>
  readChosen(services, caller, talkList, {
    q: 'query' in chosen ? chosen.query.q : undefined,
    filters: 'query' in chosen ? filtersOfTalks(services, chosen.query) : [talkIsAmong(chosen.ids)],
    limit,
  })

const MAX_CHOICES = 200

/** The rooms, tracks, and languages of the talks, at most 200 of each. */
export const listTalkChoices = ({ store }: Services, { platform }: Caller): Promise<TalkChoices> =>
  store.read(talkChoices({ platformId: platform.id, limit: MAX_CHOICES }))

export const sponsorList = {
  rows: sortedLists(sponsors),
  searchedIn: null,
  sorts: {
    default: 'name',
    ofSearch: 'name',
    byName: {
      name: named(sponsors.derived.search_key),
      level: {
        columns: ['level'],
        shape: ['number', 'string'],
        positionOf: ({ level, id }) => [level, id],
      },
      updated,
    },
  } satisfies Sorts<'sponsors', SponsorRow>,
}

export type OfficeSponsorQuery = OfficeQuery & { level?: number | undefined }

const filtersOfSponsors = ({ level }: OfficeSponsorQuery) =>
  filtersOf([ifSent(level, (value) => equals(sponsors, 'level', value))])

export type OfficeSponsor = Omit<Sponsor, keyof Times> & Times

export async function listOfficeSponsors(
  services: Services,
  caller: Caller,
  query: OfficeSponsorQuery,
): Promise<OfficeList<OfficeSponsor>> {
  const list = await readSorted(services, caller, sponsorList, query, filtersOfSponsors(query))
  const people = await services.store.read(
    peopleOfSponsors({ sponsorIds: list.items.map((sponsor) => sponsor.id) }),
  )
  const present = (sponsor: SponsorRow) => ({ ...presentSponsor(sponsor, people), ...timesOf(sponsor) })
  return { ...list, items: list.items.map(present) }
}

const sponsorIsAmong = isAmongIds('sponsors')
export const chosenSponsors = (
  services: Services,
  caller: Caller,
  chosen: Chosen<OfficeSponsorQuery>,
  limit: number,
): Promise<SponsorRow[]> =>
  readChosen(services, caller, sponsorList, {
    q: 'query' in chosen ? chosen.query.q : undefined,
    filters: 'query' in chosen ? filtersOfSponsors(chosen.query) : [sponsorIsAmong(chosen.ids)],
    limit,
  })

export const surveyList = {
  rows: sortedLists(surveys),
  searchedIn: null,
  sorts: {
    default: '-created',
    ofSearch: 'title',
    byName: { title: named(surveys.derived.search_key), created, updated },
  } satisfies Sorts<'surveys', SurveyRow>,
}

export type OfficeSurveyQuery = OfficeQuery & { state?: SurveyState | undefined }

/** Surveys with the titles of their talks; null for the whole event. */
export async function listOfficeSurveys(services: Services, caller: Caller, query: OfficeSurveyQuery) {
  const filters = filtersOf([ifSent(query.state, (state) => equals(surveys, 'state', state))])
  const list = await readSorted(services, caller, surveyList, query, filters)
  const talkIds = list.items.flatMap(({ talkId }) => talkId ?? [])
  const titles = await services.store.read(titlesOfTalks({ ids: talkIds }))
  return {
    ...list,
    items: list.items.map((survey) => ({
      survey: {
        ...presentSurvey(survey),
        ...timesOf(survey),
        openedAt: survey.openedAt,
        closedAt: survey.closedAt,
      },
      talkTitle: titles.get(survey.talkId ?? '') ?? null,
    })),
  }
}

export const userList = {
  rows: sortedLists(users),
  searchedIn: 'people' as const,
  sorts: {
    default: 'name',
    ofSearch: 'name',
    byName: {
      name: named(users.derived.search_key),
      email: {
        columns: ['email_key'],
        shape: ['string', 'string'],
        positionOf: ({ emailKey, id }) => [emailKey, id],
      },
      created,
      updated,
    },
  } satisfies Sorts<'users', UserRow>,
}

export type OfficeUserQuery = OfficeQuery & {
  role?: Role | undefined
  status?: RegistrationStatus | undefined
}

export const listOfficeUsers = (services: Services, caller: Caller, query: OfficeUserQuery) =>
  readSorted(
    services,
    caller,
    userList,
    query,
    filtersOf([
      ifSent(query.role, (role) => equals(users, 'role', role)),
      ifSent(query.status, (status) => equals(users, 'registrationStatus', status)),
    ]),
  )

export type OfficeSpeakerQuery = OfficeQuery & {
  highlighted?: boolean | undefined
  /** Only people without a biography or picture. */
  isIncomplete?: boolean
}

/** Everyone who has the speaker role or speaks at a talk, with the number of their talks. */
export async function listOfficeSpeakers(services: Services, caller: Caller, query: OfficeSpeakerQuery) {
  const filters = filtersOf([
    isSpeaker,
    ifSent(query.highlighted, (is) => equals(users, 'highlighted', is)),
    query.isIncomplete ? isIncomplete : undefined,
  ])
  const list = await readSorted(services, caller, userList, query, filters)
  const counts = await services.store.read(talkCountsOf({ userIds: list.items.map((user) => user.id) }))
  return { ...list, items: list.items.map((user) => ({ user, talks: counts.get(user.id) ?? 0 })) }
}

/** The review queue, oldest first. */
export const listRegistrations = (services: Services, caller: Caller, query: OfficeQuery) =>
  readSorted(services, caller, { ...userList, sorts: { ...userList.sorts, default: 'created' } }, query, [
    equals(users, 'registrationStatus', 'in_review'),
  ])
