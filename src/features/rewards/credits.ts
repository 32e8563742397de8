// Credits: the price of watching a talk, payments, and the ledger of each person.

import { ledgerEvent } from '../../kernel/changes/change-events.ts'
import type { SaveRequest } from '../../kernel/changes/commands.ts'
import { invalidData, type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { NO_REFERENCE, requireReference, requireUserReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, LoadContext, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { mayWatch } from '../live/rights.ts'
import { type WatchMode, watchModes } from '../live/schema.ts'
import { liveTalk } from '../live/store.ts'
import type { LiveTalkRow } from '../live/tables.ts'
import type { WatchedTalk } from '../live/watch-lock.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talkForShare } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { hasStage, isVisibleTo, type TalkPhase, talkPhase } from '../talks/talk-states.ts'
import type { CreditChange, CreditEntry, CreditsSaved } from './credits-schema.ts'
import { addCredits, creditsOf, creditsOnTalks, lastCredit, lockLedger } from './credits-store.ts'
import type { LedgerQuery } from './points-schema.ts'
import type { CreditRow } from './tables.ts'

type Settings = Pick<PlatformRow, 'settings'>

/** The way a talk is watched in a phase. A video that stays available after the talk is a replay. */
export const modeOf = ({ type }: Pick<TalkRow, 'type'>, phase: TalkPhase): WatchMode =>
  type === 'replay' || phase === 'ended' || phase === 'replay' ? 'replay' : 'live'

/** The price of a talk for people who do not belong to it; 0 if it is free or there is nothing to watch. */
export function priceOf(
  { settings }: Settings,
  talk: Pick<TalkRow, 'features' | 'kind' | 'type' | 'video'>,
  live: Pick<LiveTalkRow, 'credits'> | undefined,
  mode: WatchMode,
): number {
  const isFree = mode === 'live' ? talk.features.freeLive : talk.features.freeReplay
  return settings.credits.isOn && hasStage(talk) && !isFree ? basePrice(settings, live) : 0
}

const basePrice = (
  { credits }: PlatformRow['settings'],
  live: Pick<LiveTalkRow, 'credits'> | undefined,
): number => live?.credits ?? credits.price

/** Staff and the people of a talk never pay. */
const isExempt = (user: UserRow, attached: readonly AttachedId[]): boolean =>
  isProtectedRole(user.role) || attached.some(({ userId }) => userId === user.id)

/** The modes in which an account or visitor (null) may watch a talk without paying more: free ones and paid ones. */
export function openModes(
  { platform, talk, live, attached }: WatchedTalk,
  user: UserRow | null,
  paid: readonly (WatchMode | null)[],
): readonly WatchMode[] {
  if (user && isExempt(user, attached)) return watchModes
  return watchModes.filter((mode) => priceOf(platform, talk, live, mode) === 0 || paid.includes(mode))
}

/**
 * Whether these modes are enough in a phase of a talk. Nothing has to be paid before the start, and people who may watch
 * live may stay after the end.
 */
export function isOpenIn(
  modes: readonly WatchMode[],
  talk: Pick<TalkRow, 'type'>,
  phase: TalkPhase,
): boolean {
  if (phase === 'upcoming' || phase === 'cancelled') return true
  return modes.includes(modeOf(talk, phase)) || (phase === 'ended' && modes.includes('live'))
}

/** The refusal for a talk that has to be paid for first. */
export const unpaid = () =>
  new Refusal('watching_restricted', {
    message: 'Watching this talk costs credits, and so does taking part in it.',
  })

/** Throws `feature_off` if the platform has no credits. */
export function requireCredits(platform: Settings | undefined): void {
  if (!platform?.settings.credits.isOn)
    throw new Refusal('feature_off', { message: 'Credits are off on this platform.', feature: 'credits' })
}

/** `ledger` only locks. */
type LedgerState = { ledger: null; last: CreditRow | undefined }
type NewCredit = Pick<CreditRow, 'kind' | 'amount'> & Partial<Pick<CreditRow, 'talkId' | 'mode' | 'note'>>

/** The entry of a ledger after its last one. Throws `insufficient_credits`. */
function nextEntry(user: UserRow, { last }: LedgerState, ctx: DecideContext, entry: NewCredit): CreditRow {
  const balance = (last?.balance ?? 0) + entry.amount
  if (balance < 0) throw new Refusal('insufficient_credits')
  return {
    id: ctx.newId(),
    platformId: ctx.platformId,
    userId: user.id,
    seq: (last?.seq ?? 0) + 1,
    talkId: null,
    mode: null,
    note: null,
    ...entry,
    balance,
    createdAt: ctx.now,
  }
}

const eventTypes = { grant: 'credit.granted', debit: 'credit.consumed', refund: 'credit.refunded' } as const

const eventOf = (user: UserRow, { kind, amount, balance, talkId, mode, note }: CreditRow) => ({
  ...ledgerEvent(eventTypes[kind], user, { credits: amount, balance, talk: talkId, mode, note }),
  talkId,
})

const isFor = (talk: TalkRow, mode: WatchMode, kind: CreditRow['kind']) => (entry: CreditRow) =>
  entry.talkId === talk.id && entry.mode === mode && entry.kind === kind

type OpenInput = { talk: Reference; mode: WatchMode }
type OpenState = LedgerState & {
  talk: TalkRow | undefined
  platform: PlatformRow | undefined
  live: LiveTalkRow | undefined
  user: UserRow | undefined
  attached: AttachedId[]
  earlier: CreditRow[]
}

const actorReference = ({ actor }: LoadContext): UserReference =>
  actor.kind === 'user' && actor.id !== null ? { by: 'id', value: actor.id } : NO_REFERENCE

/** Opens a talk for the acting account, which costs credits the first time. The answer says whether it did. */
export const openTalkOperation: Operation<OpenState, OpenInput, { isCharged: boolean }> = {
  name: 'openTalk',
  load: (ctx, { talk }) => ({
    // Read before the ledger: either a deletion of the talk sees the debit, or this operation sees no talk.
    talk: talkForShare({ platformId: ctx.platformId, ...talk }),
    platform: platformById({ id: ctx.platformId }),
    live: liveTalk({ platformId: ctx.platformId, ...talk }),
    user: userObjects.find({ platformId: ctx.platformId, ...actorReference(ctx) }),
    ledger: lockLedger({ platformId: ctx.platformId, ...actorReference(ctx) }),
    attached: attachedToTalk({ platformId: ctx.platformId, ...talk }),
    earlier: creditsOnTalks({ platformId: ctx.platformId, ...actorReference(ctx) }),
    last: lastCredit({ platformId: ctx.platformId, ...actorReference(ctx) }),
  }),
  decide(loaded, ctx, { mode }) {
    const { platform, talk, user, live, attached, earlier } = loaded
    if (!platform || !talk) throw new Refusal('talk_not_found')
    if (!user) throw new Refusal('user_not_found')
    if (user.registrationStatus === 'rejected' || !mayWatch(platform, user))
      throw new Refusal('watching_restricted')
    requireCredits(platform)
    if (talk.state === 'cancelled') throw new Refusal('talk_cancelled')
    if (!isVisibleTo(talk, user)) throw new Refusal('talk_not_found')
    const phase = talkPhase(talk, ctx.now)
    if (phase === 'upcoming' || modeOf(talk, phase) !== mode) throw new Refusal('talk_not_open')
    const price = isExempt(user, attached) ? 0 : priceOf(platform, talk, live, mode)
    if (price === 0 || earlier.some(isFor(talk, mode, 'debit')))
      return { writes: [], events: [], answer: { isCharged: false } }
    const entry = nextEntry(user, loaded, ctx, { kind: 'debit', amount: -price, talkId: talk.id, mode })
    return { writes: [addCredits(entry)], events: [eventOf(user, entry)], answer: { isCharged: true } }
  },
}

type ChangeState = Omit<OpenState, 'attached'>
type ChangeInput = {
  user: UserReference
  talk: Reference | null
  change: CreditChange
  precondition?: Precondition | undefined
}

/** Adds an entry to the ledger of a person, for an API caller or a member of the team. */
export const changeCreditsOperation: Operation<ChangeState, ChangeInput, Saved<CreditsSaved>> = {
  name: 'changeCredits',
  load: ({ platformId }, { user, talk }) => ({
    talk: talkForShare({ platformId, ...(talk ?? NO_REFERENCE) }),
    platform: platformById({ id: platformId }),
    live: liveTalk({ platformId, ...(talk ?? NO_REFERENCE) }),
    user: userObjects.find({ platformId, ...user }),
    ledger: lockLedger({ platformId, ...user }),
    earlier: creditsOnTalks({ platformId, ...user }),
    last: lastCredit({ platformId, ...user }),
  }),
  decide(state, ctx, { talk: reference, change, precondition }) {
    const { platform, user, talk } = state
    if (!platform || !user) throw new Refusal('user_not_found')
    requireCredits(platform)
    requirePrecondition(user, precondition)
    if (reference && !talk) throw new Refusal('talk_not_found')
    const problems = problemsOf(change)
    if (problems.length > 0) throw invalidData(problems)
    const { entry, isDone } = newCredit(state, platform, change)
    if (isDone) return { writes: [], events: [], answer: changed(user, state.last?.balance ?? 0, false) }
    const added = nextEntry(user, state, ctx, { ...entry, note: change.note ?? null })
    return {
      writes: [addCredits(added)],
      events: [eventOf(user, added)],
      answer: changed(user, added.balance, true),
    }
  },
}

function newCredit(
  { talk, live, earlier }: ChangeState,
  platform: PlatformRow,
  { kind, amount = 0, mode }: CreditChange,
): { entry: NewCredit; isDone: boolean } {
  if (!talk || !mode) return { entry: { kind, amount: kind === 'grant' ? amount : -amount }, isDone: false }
  const isDone = earlier.some(isFor(talk, mode, kind))
  const on = { talkId: talk.id, mode }
  if (kind === 'debit') {
    const price = amount || basePrice(platform.settings, live)
    return { entry: { kind, amount: -price, ...on }, isDone: isDone || price === 0 }
  }
  const debit = earlier.find(isFor(talk, mode, 'debit'))
  if (!debit) throw invalidData([problem('/talk', 'not_paid', 'has not been paid for by this person')])
  return { entry: { kind, amount: -debit.amount, ...on }, isDone }
}

const problem = (pointer: string, code: string, message: string): Problem => ({ pointer, code, message })

function problemsOf({ kind, amount, talk, mode }: CreditChange): Problem[] {
  const isOnTalk = talk !== undefined
  return [
    ...(kind === 'grant' && isOnTalk ? [problem('/talk', 'unexpected', 'is not for grants')] : []),
    ...(kind === 'refund' && !isOnTalk ? [problem('/talk', 'required', 'is required for a refund')] : []),
    ...(kind === 'refund' && amount !== undefined
      ? [problem('/amount', 'unexpected', 'is not for refunds, which return what the talk has cost')]
      : []),
    ...(isOnTalk && mode === undefined ? [problem('/mode', 'required', 'is required with a talk')] : []),
    ...(!isOnTalk && mode !== undefined ? [problem('/mode', 'unexpected', 'is only for talks')] : []),
    ...(!isOnTalk && kind !== 'refund' && amount === undefined
      ? [problem('/amount', 'required', 'is required without a talk')]
      : []),
  ]
}

const changed = ({ id }: UserRow, balance: number, isChanged: boolean): Saved<CreditsSaved> => ({
  isCreated: false,
  isChanged,
  response: {
    code: 'ok',
    message: isChanged
      ? 'Credits changed.'
      : 'Nothing to change: this has been done before, or the talk is free.',
    id,
    balance,
  },
})

export const changeCreditsCommand = ({
  reference,
  body,
  precondition,
}: SaveRequest<CreditChange>): Command<Saved<CreditsSaved>> =>
  command(changeCreditsOperation, {
    user: requireUserReference(reference ?? ''),
    talk: body.talk === undefined ? null : requireReference(body.talk, 'talk_not_found'),
    change: body,
    precondition,
  })

/** The balance of a person; null if the platform has no credits. */
export async function readBalance(
  { store }: Pick<Services, 'store'>,
  platform: Settings & { id: string },
  userId: string,
): Promise<number | null> {
  if (!platform.settings.credits.isOn) return null
  const last = await store.read(lastCredit({ platformId: platform.id, by: 'id', value: userId }))
  return last?.balance ?? 0
}

/** All entries of a person, newest first, read page by page as they are consumed. */
export const allCreditsOf = (
  { store }: Pick<Services, 'store'>,
  userId: string,
): AsyncIterable<CreditEntry[]> =>
  allPages(
    (last, limit) => store.read(creditsOf({ userId, before: last?.seq ?? Number.MAX_SAFE_INTEGER, limit })),
    presentEntry,
  )

/** The balance of a person and one page of the entries, newest first. */
export async function listCredits(
  { store }: Services,
  { platform }: Caller,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor }: LedgerQuery,
) {
  const [current, user] = await Promise.all([
    store.read(platformById({ id: platform.id })),
    store.read(userObjects.find({ platformId: platform.id, ...requireUserReference(reference) })),
  ])
  requireCredits(current)
  if (!user) throw new Refusal('user_not_found')
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(cursor, ['number']) ?? []
  const [last, read] = await Promise.all([
    store.read(lastCredit({ platformId: platform.id, by: 'id', value: user.id })),
    store.read(creditsOf({ userId: user.id, before: Number(before), limit: limit + 1 })),
  ])
  const { rows, next } = pageOf(read, limit, ({ seq }) => [seq])
  return { code: 'ok' as const, balance: last?.balance ?? 0, items: rows.map(presentEntry), next }
}

const presentEntry = (row: CreditRow): CreditEntry => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  balance: row.balance,
  talk: row.talkId,
  mode: row.mode,
  note: row.note,
  createdAt: formatInstant(row.createdAt),
})
