// The change feed: every change of a platform in its order, each once, from wherever a reader has come to.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeCursor, encodeCursor } from '../../lib/data/cursors.ts'
import { closestName } from '../../lib/text/text.ts'
import { formatInstant } from '../../lib/time/instants.ts'
import {
  askedTypes,
  type ChangeEvent,
  type EventListQuery,
  type EventType,
  eventTypes,
} from '../../schema/webhooks/events.ts'
import { eventsBetween, lastTakenNumber, type NumberedEvent } from '../../store/webhooks/events.ts'
import { invalidData, type Problem, Refusal } from '../changes/errors.ts'
import type { Caller, Services } from '../services.ts'

const DEFAULT_LIMIT = 50
/** Each takes about a second. */
const MOST_TRIES = 5
const RETRY_SECONDS = 5

/**
 * A page of changes and the cursor behind it; 422 for an unknown type, and for a cursor that is not ours or of a store
 * that was since put back to an earlier state.
 */
export async function listEvents(services: Services, { platform }: Caller, query: EventListQuery) {
  const { store } = services
  const { limit = DEFAULT_LIMIT } = query
  const types = readEventTypes(query.types)
  if (query.after === 'now') return pageOf([], await endOfEvents(services))
  const sent = readPosition(query.after)
  // No earlier event can still appear, so a reader that continues from here misses none.
  const upTo = await store.highWaterMark()
  // Another node may have a higher mark. A number that no event has taken was never in an answer.
  if (sent > upTo && sent > (await store.read(lastTakenNumber()))) throw takenBack()
  const rows: NumberedEvent[] = []
  let next = sent
  while (next < upTo && rows.length < limit) {
    const span = { after: next, upTo, types, limit: limit - rows.length }
    const found = await store.read(eventsBetween(platform.id, span))
    rows.push(...found.rows)
    next = found.lookedUpTo
    // Types that are rare in a long history take many questions; other requests come between them.
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
 * The number behind which to follow events, for one who begins: that of no change that could still appear. Waits for
 * changes that are being committed; refuses (`unavailable`) where one takes many seconds.
 */
export async function endOfEvents({ store }: Pick<Services, 'store'>): Promise<number> {
  const taken = await store.read(lastTakenNumber())
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const mark = await store.highWaterMark()
    if (mark >= taken) return mark
  }
  throw new Refusal('unavailable', {
    message: 'A change that takes long has to end first.',
    retryAfterSeconds: RETRY_SECONDS,
  })
}

/** An event as outside systems see it: without values. */
const presentEvent = (row: NumberedEvent): ChangeEvent => ({
  id: row.id,
  at: formatInstant(row.at),
  // Only these types are asked for, and each is of its kind.
  type: row.type as EventType,
  actor: { kind: row.actorKind, id: row.actorId },
  object: { kind: row.objectKind as ChangeEvent['object']['kind'], id: row.objectId },
  version: row.version,
  requestId: row.requestId,
  changed: row.changes.map(({ pointer }) => pointer),
})

/** All types that a list such as `talk.created,user.*` names; all there are where nothing was sent. */
function readEventTypes(list: string | undefined): readonly EventType[] {
  if (list === undefined) return eventTypes
  const problems: Problem[] = []
  const named = list.split(',').flatMap((text) => {
    const name = text.trim()
    const types = eventTypes.filter((type) => isOfType(type, name))
    if (types.length === 0) problems.push(unknownType(name))
    return types
  })
  if (problems.length > 0) throw invalidData(problems)
  return [...new Set(named)]
}

/** Whether a type of event is asked for: by its name, by its kind as `talk.*`, or by `*`. */
export const isOfType = (type: string, asked: string): boolean =>
  asked === '*' || asked === type || asked === `${type.split('.')[0]}.*`

function unknownType(name: string): Problem {
  const closest = closestName(name, askedTypes)
  const message = 'names a type of event that there is not'
  return {
    parameter: 'types',
    code: 'unknown',
    message: closest === undefined ? message : `${message}; did you mean "${closest}"?`,
  }
}

/** The number behind which to go on. */
function readPosition(after: string | undefined): number {
  if (after === undefined) return 0
  const position = decodeCursor(after, ['number'])
  if (position) return Number(position[0])
  throw wrongCursor('must be `now`, or the `next` of an earlier answer of this list')
}

const wrongCursor = (message: string) => invalidData([{ parameter: 'after', code: 'cursor', message }])

const takenBack = () =>
  wrongCursor(
    'is of events that are no longer there, as after a backup was restored: begin anew, without `after`',
  )
