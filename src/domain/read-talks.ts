// Reading talks: one, many, and those to come. Two queries for a page, however many rows it has.
import { canonicalEmail } from '../lib/email.ts'
import { parseInstant } from '../lib/times.ts'
import type { TalkListQuery, UpcomingQuery } from '../schema/talk.ts'
import { changedSince, equals, type Filter, hasTag } from '../store/objects.ts'
import { peopleOfTalks } from '../store/people.ts'
import type { TalkRow } from '../store/tables.ts'
import { spokenBy, talkObjects, upcomingTalks } from '../store/talks.ts'
import { Refusal } from './errors.ts'
import { pageOf, readCursor } from './lists.ts'
import { presentTalk, presentUpcomingTalk } from './present-talk.ts'
import { requireReference } from './references.ts'
import type { Caller, Services } from './services.ts'

export async function readTalk({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'object', 'talk_not_found')
  const talk = await store.read(talkObjects.find(platform.id, found))
  if (!talk) throw new Refusal('talk_not_found')
  return presentTalk(talk, await store.read(peopleOfTalks([talk.id])))
}

export async function listTalks({ store }: Services, { platform }: Caller, query: TalkListQuery) {
  const { limit = 50, cursor } = query
  const [after = null] = readCursor(cursor, ['string']) ?? []
  const page = { after: after as string | null, limit: limit + 1 }
  const rows = await store.read(talkObjects.list(platform.id, filtersOf(query), page))
  const { page: talks, next } = pageOf(rows, limit, (talk) => [talk.id])
  const people = await store.read(peopleOfTalks(talks.map((talk) => talk.id)))
  return { code: 'ok' as const, items: talks.map((talk) => presentTalk(talk, people)), next }
}

function filtersOf(query: TalkListQuery): Filter[] {
  const filters: Filter[] = []
  if (query.externalId !== undefined) filters.push(equals('externalId', 'external_id', query.externalId))
  if (query.track !== undefined) filters.push(equals('track', 'track', query.track))
  if (query.type !== undefined) filters.push(equals('type', 'type', query.type))
  for (const mark of ['featured', 'recommended', 'keynote'] as const) {
    if (query[mark] !== undefined) filters.push(equals(mark, mark, query[mark] ? 1 : 0))
  }
  if (query.tag !== undefined) filters.push(hasTag(query.tag))
  if (query.speaker !== undefined) filters.push(spokenBy(canonicalEmail(query.speaker)))
  if (query.updatedSince !== undefined) filters.push(changedSince(parseInstant(query.updatedSince) ?? 0))
  return filters
}

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
  const { page: talks, next } = pageOf<TalkRow>(rows, limit, (talk) => [talk.startAt, talk.id])
  const people = await store.read(peopleOfTalks(talks.map((talk) => talk.id)))
  return { code: 'ok' as const, items: talks.map((talk) => presentUpcomingTalk(talk, people)), next }
}
