// The list of talks in the Back Office.

import { type RawBuilder, sql } from 'kysely'
import { hooks } from '../../kernel/changes/features.ts'
import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import {
  allFound,
  type Chosen,
  created,
  named,
  type OfficeList,
  type OfficeQuery,
  readChosen,
  readSorted,
  type Sorts,
  type Times,
  timesOf,
  updated,
} from '../../kernel/changes/sorted-lists.ts'
import { equals, isAmongIds } from '../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../kernel/store/sql/sorted-lists.ts'
import { doubleBookedAmong, needsWork, type TalkCheck } from './checks/programme-checks-store.ts'
import { type TalkChoices, type TalkTitle, talkChoices, talkTitles, titlesOfTalks } from './choices-store.ts'
import { MAX_CHOICES, MAX_OFFERED_TALKS } from './limits.ts'
import { presentTalk } from './present-talk.ts'
import type { NO_TYPE, Talk, TalkKind, TalkState, TalkType } from './schema.ts'
import { endsAfter, endsBy, inLanguage, inRoom, inState, isMarked, isOfKind, isOfType } from './store.ts'
import { type TalkRow, talks, talkTexts } from './tables.ts'
import { peopleOfTalks } from './talk-people-store.ts'
import { searchedTalks } from './talk-texts-store.ts'

declare module '../../kernel/changes/features.ts' {
  interface Feature {
    /** SQL for the number of people who have starred the talk of a row. */
    favoritesOfTalk?(): RawBuilder<number>
  }
}

export const talkList = {
  ...sortedLists(talks, ({ ids }, tools) => ids(tools, talkTexts, ['programme', 'external_id'])),
  searchedIn: searchedTalks,
  shown: ({ title, room, track }: TalkRow) => [title, room, track],
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
      stars: { ...created, order: () => hooks.of('favoritesOfTalk')[0]?.() ?? sql<number>`0` },
      updated,
    },
  } satisfies Sorts<'talks', TalkRow>,
}

export type OfficeTalkQuery = OfficeQuery & {
  state?: TalkState | undefined
  kind?: TalkKind | undefined
  type?: TalkType | typeof NO_TYPE | undefined
  room?: string | undefined
  track?: string | undefined
  /** A tag in its canonical form. */
  language?: string | undefined
  when?: 'upcoming' | 'past' | 'all' | undefined
  mark?: 'featured' | 'recommended' | 'keynote' | undefined
  needs?: TalkCheck | undefined
}

/** A talk with its instants as numbers. */
export type OfficeTalk = Omit<Talk, keyof Times> & Times & { startAt: number }

const talkIsAmong = isAmongIds('talks')

const filtersOfTalks = ({ clock }: Services, query: OfficeTalkQuery) => {
  const now = clock.now()
  return filtersOf([
    ifSent(query.state, inState),
    ifSent(query.kind, isOfKind),
    ifSent(query.type, isOfType),
    ifSent(query.room, inRoom),
    ifSent(query.track, (track) => equals(talks, 'track', track)),
    ifSent(query.language, inLanguage),
    ifSent(query.when === 'past' ? now : undefined, endsBy),
    ifSent(query.when === 'upcoming' ? now : undefined, endsAfter),
    ifSent(query.mark, isMarked),
    ifSent(query.needs, (check) => needsWork(check, now)),
    ifSent(query.ids, talkIsAmong),
  ])
}

async function readOfficeTalks(
  services: Services,
  caller: Caller,
  query: OfficeTalkQuery,
): Promise<OfficeList<OfficeTalk>> {
  const filters = filtersOfTalks(services, query)
  const { items: rows, ...page } = await readSorted(services, caller, talkList, query, filters)
  const people = await services.store.read(peopleOfTalks({ talkIds: rows.map(({ id }) => id) }))
  const present = (talk: TalkRow): OfficeTalk => ({
    ...presentTalk(talk, people),
    ...timesOf(talk),
    startAt: talk.startAt,
  })
  return { ...page, items: rows.map(present) }
}

export async function listOfficeTalks(
  services: Services,
  caller: Caller,
  query: OfficeTalkQuery,
): Promise<OfficeList<OfficeTalk & { isDoubleBooked: boolean }>> {
  const { items, ...page } = await readOfficeTalks(services, caller, query)
  const doubleBooked = await services.store.read(doubleBookedAmong({ ids: items.map(({ id }) => id) }))
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
): AsyncIterable<OfficeTalk[]> =>
  allFound((part: OfficeTalkQuery) => readOfficeTalks(services, caller, part), query)

export const chosenTalks = (
  services: Services,
  caller: Caller,
  chosen: Chosen<OfficeTalkQuery>,
  limit: number,
): Promise<TalkRow[]> =>
  readChosen(services, caller, talkList, {
    q: 'query' in chosen ? chosen.query.q : undefined,
    filters: filtersOfTalks(services, 'query' in chosen ? chosen.query : chosen),
    limit,
  })

/** The rooms, tracks, and languages of the talks, at most 200 of each. */
export const listTalkChoices = ({ store }: Services, { platform }: Caller): Promise<TalkChoices> =>
  store.read(talkChoices({ platformId: platform.id, limit: MAX_CHOICES }))

/** The talks of the platform by start, at most 2,000. The given talk is always among them. */
export async function listTalkTitles(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  talkId: string | null,
): Promise<TalkTitle[]> {
  const choices = await store.read(talkTitles({ platformId: platform.id, limit: MAX_OFFERED_TALKS }))
  if (talkId === null || choices.some(({ id }) => id === talkId)) return choices
  const own = await store.read(titlesOfTalks({ ids: [talkId] }))
  return [...choices, ...[...own].map(([id, title]) => ({ id, title }))]
}
