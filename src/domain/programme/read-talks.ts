// Reading one talk, a page of them, or upcoming ones, with two queries however many rows the page has.
import { canonicalEmail } from '../../lib/text/email.ts'
import { canonicalLanguage } from '../../lib/text/language-tags.ts'
import type { TalkListQuery, UpcomingQuery } from '../../schema/programme/talks.ts'
import { peopleOfTalks } from '../../store/people/attached-people.ts'
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
} from '../../store/programme/talks.ts'
import { equals } from '../../store/sql/filters.ts'
import { type TalkRow, talks } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import { requireReference } from '../changes/references.ts'
import { filtersOf, hasExternalId, ifSent, pageOf, readCursor, readPage } from '../pagination.ts'
import type { Caller, Services } from '../services.ts'
import { presentTalk, presentUpcomingTalk } from './present-talk.ts'

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
