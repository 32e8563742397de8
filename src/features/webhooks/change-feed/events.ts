// The change feed (`GET /events`): every change of a platform exactly once, in order, starting after a cursor.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidData, type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import {
  askedTypes,
  type ChangeEvent,
  type EventListQuery,
  type EventType,
  eventTypes,
} from '../../../kernel/changes/events-schema.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { decodeCursor, encodeCursor } from '../../../kernel/lib/data/cursors.ts'
import { closestName } from '../../../kernel/lib/text/text.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../../kernel/limits.ts'
import { eventsBetween, lastTakenNumber, type NumberedEvent } from '../../../kernel/store/changes/events.ts'

/** Each attempt takes about a second. */
const MAX_TRIES = 5
const RETRY_SECONDS = 5

/**
 * A page of changes and the cursor after it. Throws `invalid_data` for an unknown type, and for a cursor that is
 * malformed or points past the last event, as after a backup was restored.
 */
export async function listEvents(services: Services, { platform }: Caller, query: EventListQuery) {
  const { store } = services
  const { limit = DEFAULT_LIMIT } = query
  const types = readEventTypes(query.types)
  if (query.after === 'now') return pageOf([], await endOfEvents(services))
  const sent = readPosition(query.after)
  // No earlier event can still appear, so a reader that continues from here misses none.
  const upTo = await store.highWaterMark()
  // Another node may have a higher mark. A number that no event has taken was never in a response.
  if (sent > upTo && sent > (await store.read(lastTakenNumber({})))) throw cursorPastEnd()
  const rows: NumberedEvent[] = []
  let next = sent
  while (next < upTo && rows.length < limit) {
    const span = { after: next, upTo, types, limit: limit - rows.length }
    const found = await store.read(eventsBetween(platform.id, span))
    rows.push(...found.rows)
    next = found.lookedUpTo
    // Finding rare types in a long history takes many queries; let other requests run in between.
    if (rows.length < limit) await nextTurn()
  }
  return pageOf(rows, next)
}

const pageOf = (rows: readonly NumberedEvent[], next: number) => ({
  code: 'ok' as const,
  items: rows.map(presentEvent),
  next: encodeCursor([next]),
})

/**
 * The event number from which a new reader starts. Waits for changes that are being committed, so that none of them
 * appears before it; throws `unavailable` if that takes many seconds.
 */
export async function endOfEvents({ store }: Pick<Services, 'store'>): Promise<number> {
  const taken = await store.read(lastTakenNumber({}))
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const mark = await store.highWaterMark()
    if (mark >= taken) return mark
  }
  throw new Refusal('unavailable', {
    message: 'A long-running change has to finish first. Try again in a few seconds.',
    retryAfterSeconds: RETRY_SECONDS,
  })
}

/** An event as the API returns it: with the names of changed attributes, but without their values. */
const presentEvent = (row: NumberedEvent): ChangeEvent => ({
  id: row.id,
  at: formatInstant(row.at),
  // The query selects only these types, and each type belongs to one kind.
  type: row.type as EventType,
  actor: { kind: row.actorKind, id: row.actorId },
  object: {
    kind: row.objectKind as ChangeEvent['object']['kind'],
    id: row.objectId,
    externalId: row.externalId,
  },
  talkId: row.talkId,
  version: row.version,
  requestId: row.requestId,
  changed: row.changes.map(({ pointer }) => pointer),
})

/** The types that match a list such as `talk.created,user.*`; all types if there is no list. */
function readEventTypes(list: string | undefined): readonly EventType[] {
  if (list === undefined) return eventTypes
  const problems: Problem[] = []
  const named = list.split(',').flatMap((text) => {
    const name = text.trim()
    const types = eventTypes.filter((type) => matchesType(type, name))
    if (types.length === 0) problems.push(unknownType(name))
    return types
  })
  if (problems.length > 0) throw invalidData(problems)
  return [...new Set(named)]
}

/** Whether an event type matches a pattern: its name, all types of its kind (`talk.*`), or `*`. */
export const matchesType = (type: string, pattern: string): boolean =>
  pattern === '*' || pattern === type || pattern === `${type.split('.')[0]}.*`

function unknownType(name: string): Problem {
  const closest = closestName(name, askedTypes)
  const message = 'is not an event type'
  return {
    parameter: 'types',
    code: 'unknown',
    message: closest === undefined ? message : `${message}; did you mean "${closest}"?`,
  }
}

/** The event number after which the page starts. */
function readPosition(after: string | undefined): number {
  if (after === undefined) return 0
  const position = decodeCursor(after, ['number'])
  if (position) return Number(position[0])
  throw wrongCursor('must be `now`, or `next` from an earlier response of this list')
}

const wrongCursor = (message: string) => invalidData([{ parameter: 'after', code: 'cursor', message }])

const cursorPastEnd = () =>
  wrongCursor(
    'points past the last event, which happens after a backup was restored: start again without `after`',
  )
