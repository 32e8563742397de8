// Publishing moves: all of them or none, and never over a place that the person has not seen.

import { executeAll, requireAllDone } from '../../kernel/changes/commands.ts'
import { refusalCodec } from '../../kernel/changes/errors.ts'
import type { Caller, PageServices, Services } from '../../kernel/changes/services.ts'
import { parseInstant } from '../../kernel/lib/time/instants.ts'
import type { Outcome } from '../../kernel/store/changes/transaction.ts'
import { countTold } from '../talks/announcements.ts'
import { saveTalkCommand } from '../talks/talks.ts'
import type { Move, Place } from './schema.ts'
import { type PlacedTalk, placesOfTalks } from './store.ts'

/** What the person decided about a talk that somebody else has moved. */
export type Choice = 'mine' | 'theirs'
export type Choices = (id: string) => Choice | undefined

/** A move as it would be made now. */
export type PlannedMove = { move: Move; talk: PlacedTalk; to: Place }

export type Review = {
  /** Moves that can be made, including those of talks that the person has decided about. */
  planned: PlannedMove[]
  /** Moves of talks that somebody else has moved elsewhere. */
  disputed: PlannedMove[]
  /** The number of moves of talks that no longer exist. */
  gone: number
}

/** How often publishing starts again because somebody was faster. */
const ATTEMPTS = 3

/** Compares moves with the talks as they are now. A talk that already is in its new place is left out. */
export async function reviewMoves(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  moves: readonly Move[],
  choices: Choices = () => undefined,
): Promise<Review> {
  const talks = await store.read(placesOfTalks({ platformId: platform.id, ids: moves.map(({ id }) => id) }))
  const review: Review = { planned: [], disputed: [], gone: 0 }
  for (const move of moves) {
    const talk = talks.get(move.id)
    if (!talk) {
      review.gone += 1
      continue
    }
    const to = placeAfter(talk, move)
    if (isSamePlace(to, talk)) continue
    const isSeen = isSamePlace(move.from, talk)
    const choice = isSeen && move.isDisputed ? choices(move.id) : undefined
    if (choice === 'theirs') continue
    const isOpen = !isSeen || (move.isDisputed && choice === undefined)
    if (isOpen) review.disputed.push({ move, talk, to })
    else review.planned.push({ move, talk, to })
  }
  return review
}

/** The number of people who are told by e-mail when the moves are made. */
export const countToldOfMoves = (
  services: PageServices,
  caller: Caller,
  { planned, disputed }: Review,
): Promise<number> =>
  countTold(
    services,
    caller,
    [...planned, ...disputed].map(({ talk, to }) => ({
      ...{ id: talk.id, before: talk },
      after: { state: talk.state, ...to },
    })),
  )

export type Published = { status: 'published'; count: number } | { status: 'open'; review: Review }

/** Makes all moves in one transaction, or none if a talk was moved by somebody else or no longer exists. */
export async function publishMoves(
  services: Services,
  caller: Caller,
  moves: readonly Move[],
  { choices, isUnannounced }: { choices: Choices; isUnannounced: boolean },
): Promise<Published> {
  for (let attempt = 1; ; attempt += 1) {
    const review = await reviewMoves(services, caller, moves, choices)
    if (review.disputed.length > 0 || review.gone > 0) return { status: 'open', review }
    const { planned } = review
    if (planned.length === 0) return { status: 'published', count: 0 }
    // Talks are locked in one order, so that two people do not wait for each other.
    const commands = planned
      .toSorted((a, b) => (a.talk.id < b.talk.id ? -1 : 1))
      .map((move) => commandOf(move, isUnannounced))
    const { outcomes } = await executeAll(services, caller, commands, { isAtomic: true })
    if (attempt < ATTEMPTS && outcomes.some(isOutrun)) continue
    requireAllDone(outcomes)
    return { status: 'published', count: planned.length }
  }
}

/** The version is that of the place that was compared. */
function commandOf({ move, talk }: PlannedMove, isUnannounced: boolean) {
  const { id, start, room, duration } = move
  const body = {
    ...(start === undefined ? {} : { start }),
    ...(room === undefined ? {} : { room }),
    ...(duration === undefined ? {} : { duration }),
  }
  const precondition = { versions: [{ version: talk.version }] }
  return saveTalkCommand({ reference: id, body, precondition, isUnannounced })
}

/** Whether a talk was changed or deleted between its comparison and the transaction. */
function isOutrun(outcome: Outcome): boolean {
  if (outcome.status !== 'refused') return false
  const { code } = refusalCodec.fromData(outcome.refusal)
  return code === 'precondition_failed' || code === 'talk_not_found'
}

const placeAfter = (talk: PlacedTalk, { start, room, duration }: Move): Place => ({
  startAt: (start === undefined ? undefined : parseInstant(start)) ?? talk.startAt,
  room: room === undefined ? talk.room : room,
  duration: duration ?? talk.duration,
})

const isSamePlace = (one: Place, other: Place): boolean =>
  one.startAt === other.startAt && one.room === other.room && one.duration === other.duration
