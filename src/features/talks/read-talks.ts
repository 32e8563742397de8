// Reading one talk, a page of them, or upcoming ones, with two queries however many rows the page has.

import { Refusal } from '../../kernel/changes/errors.ts'
import {
  filtersOf,
  hasExternalId,
  ifSent,
  pageOf,
  readCursor,
  readPage,
} from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { canonicalLanguage } from '../../kernel/lib/text/language-tags.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import type { UserRow } from '../people/tables.ts'
import { type OwnTalk, talksWith } from './own-talks-store.ts'
import { presentTalk, presentUpcomingTalk } from './present-talk.ts'
import type { TalkListQuery, UpcomingQuery } from './schema.ts'
import {
  hasTalkTag,
  inLanguage,
  inRoom,
  inState,
  isOfKind,
  isOfType,
  spokenBy,
  talkObjects,
  upcomingTalks,
} from './store.ts'
import { type TalkRow, talks } from './tables.ts'
import { peopleOfTalks } from './talk-people-store.ts'
import { isVisibleTo } from './talk-states.ts'

export async function readTalk({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'talk_not_found')
  const talk = await store.read(talkObjects.find({ platformId: platform.id, ...found }))
  if (!talk) throw new Refusal('talk_not_found')
  return presentTalk(talk, await store.read(peopleOfTalks({ talkIds: [talk.id] })))
}

export async function listTalks(services: Services, caller: Caller, query: TalkListQuery) {
  const { rows, next } = await readPage(services, caller, talkObjects, query, talkFilters(query))
  const people = await services.store.read(peopleOfTalks({ talkIds: rows.map((talk) => talk.id) }))
  return { code: 'ok' as const, items: rows.map((talk) => presentTalk(talk, people)), next }
}

const talkFilters = (query: TalkListQuery) =>
  filtersOf([
    hasExternalId(talks, query),
    ifSent(query.kind, isOfKind),
    ifSent(query.state, inState),
    ifSent(query.room, inRoom),
    ifSent(query.track, (track) => equals(talks, 'track', track)),
    ifSent(query.language, (tag) => inLanguage(canonicalLanguage(tag) ?? tag)),
    ifSent(query.type, isOfType),
    ifSent(query.featured, (is) => equals(talks, 'featured', is)),
    ifSent(query.recommended, (is) => equals(talks, 'recommended', is)),
    ifSent(query.keynote, (is) => equals(talks, 'keynote', is)),
    ifSent(query.tag, hasTalkTag),
    ifSent(query.speaker, (speaker) => spokenBy(canonicalEmail(speaker))),
  ])

export async function listUpcomingTalks(
  { store, clock }: Services,
  { platform }: Caller,
  query: UpcomingQuery,
) {
  const { limit = 50, cursor } = query
  const position = readCursor(cursor, ['number', 'string'])
  const after = position && { startAt: Number(position[0]), id: String(position[1]) }
  const page = { now: clock.now(), after: after ?? null, limit: limit + 1 }
  const rows = await store.read(upcomingTalks(platform.id, page))
  const { rows: talks, next } = pageOf<TalkRow>(rows, limit, (talk) => [talk.startAt, talk.id])
  const people = await store.read(peopleOfTalks({ talkIds: talks.map((talk) => talk.id) }))
  return { code: 'ok' as const, items: talks.map((talk) => presentUpcomingTalk(talk, people)), next }
}

/** The talks that a person speaks at or moderates, without drafts that the person must not see. */
export const readOwnTalks = async ({ store }: Services, user: UserRow): Promise<OwnTalk[]> =>
  (await store.read(talksWith({ userId: user.id }))).filter(({ talk }) => isVisibleTo(talk, user))
