// Operations: the rules behind changes, as two pure functions that both stores run inside a transaction.
import { randomInt } from 'node:crypto'
import { newId } from '../../lib/data/ids.ts'
import { generatePassword, hashGeneratedPassword, type PasswordRule } from '../../lib/security/passwords.ts'
import type { Query, Write } from '../sql/statements.ts'
import type { ActorKind, EventRow } from '../tables.ts'
import { insertEvent } from './events.ts'

export type Actor = { kind: ActorKind; id: string | null; level: 'standard' | 'privileged' }

/** The origin of a change: its actor, platform, and time. Plain data, because it crosses to the writer thread. */
export type WriteContext = {
  platformId: string
  actor: Actor
  requestId: string | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now: number
  /** The platform's rule for generated passwords. */
  passwordRule: PasswordRule
  /** The number of attendees that the platform accepts; null if it is not limited. */
  capacity: number | null
}

/** The context of `load`. It says whether a unique constraint refused an earlier attempt. */
export type LoadContext = WriteContext & { isAfterConflict: boolean }

/** A generated password and its hash. */
export type Credentials = { password: string; passwordHash: string }
/** Stands for credentials in a dry run, which generates none. */
export const NO_CREDENTIALS: Credentials = { password: '', passwordHash: '' }

/** The context of `decide`, with the sources of new ids, credentials, and random numbers. */
export type DecideContext = LoadContext & {
  newId(): string
  newCredentials(rule: PasswordRule): Credentials
  /** A random integer from 0 up to, but not including, `end`. */
  newNumber(end: number): number
}

export type NewEvent = Pick<EventRow, 'type' | 'objectKind' | 'objectId' | 'version' | 'changes'> & {
  /** Set if the answer contains the id of the event; otherwise a new one is generated. */
  id?: string
  talkId?: string | null
  externalId?: string | null
  /** Null hides the actor of the change. If it is absent, the event names the actor. */
  actorId?: null
}

/** The writes of a change, its events, and its answer. */
export type Decision<Answer> = {
  writes: readonly Write[]
  events: readonly NewEvent[]
  answer: Answer
}

/** The queries of a state. Queries of optional members can be left out. */
type Loads<State> = { [K in keyof State]: Query<State[K]> }

/**
 * A rule in two pure parts: `load` names the queries that the decision needs; `decide` returns the writes and the
 * answer, or throws a refusal. Both run again if another transaction was faster. The answer of the committed run is
 * returned.
 */
export type Operation<State, Input, Answer> = {
  name: string
  /**
   * Names the one object that `load` locks, or null if the input names none. On PostgreSQL, changes of different
   * objects that wait at the same time share a transaction. Without this function, each change has a transaction of its
   * own.
   */
  lockedObject?(input: Input): string | null
  load(ctx: LoadContext, input: Input): Loads<State>
  decide(state: State, ctx: DecideContext, input: Input): Decision<Answer>
}

/** An operation of any state and input, as the writer thread finds it by name. */
export type AnyOperation<Answer = unknown> = {
  name: string
  lockedObject?(input: never): string | null
  load(ctx: LoadContext, input: never): object
  decide(state: never, ctx: DecideContext, input: never): Decision<Answer>
}

export const decideContext = (ctx: LoadContext, { isDryRun = false } = {}): DecideContext => ({
  ...ctx,
  newId: () => newId(ctx.now),
  newCredentials: isDryRun ? () => NO_CREDENTIALS : newCredentials,
  newNumber: (end) => randomInt(end),
})

function newCredentials(rule: PasswordRule): Credentials {
  const password = generatePassword(rule)
  return { password, passwordHash: hashGeneratedPassword(password) }
}

/** All writes of a decision: its rows, then one event row per change for the audit log, the feed, and webhooks. */
export function writesOf(decision: Decision<unknown>, ctx: DecideContext): Write[] {
  return [...decision.writes, ...decision.events.map((event) => insertEvent(eventRow(event, ctx)))]
}

const eventRow = (event: NewEvent, ctx: DecideContext): EventRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  at: ctx.now,
  actorKind: ctx.actor.kind,
  actorId: ctx.actor.id,
  requestId: ctx.requestId,
  talkId: null,
  externalId: null,
  ...event,
})
