// Points: earned during talks, granted by organizers, and shown on the leaderboard.

import { ledgerEvent } from '../../kernel/changes/change-events.ts'
import { execute, type SaveRequest } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { requireUserReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import type { UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import type { Activity } from '../live/activities.ts'
import { mayWatch } from '../live/rights.ts'
import { isOn } from '../live/state.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import { QUESTION_INTERVAL_MS } from './limits.ts'
import type { Leader, LedgerQuery, PointEntry, PointGrant, PointsSaved } from './points-schema.ts'
import {
  addPoints,
  grantedPoints,
  leadersAfter,
  pointsOf,
  pointTotalForChange,
  type Standing,
  setListed,
  standingOf,
} from './points-store.ts'
import type { PointRow, PointTotalRow } from './tables.ts'

type Settings = Pick<PlatformRow, 'settings'>

/** The points for what people did: none if points are off or they already have them. */
export const pointsFor = (ctx: DecideContext, activities: readonly Activity[]): Write[] =>
  addPoints(activities.flatMap((activity) => earned(ctx, activity)))

function earned(ctx: DecideContext, activity: Activity): PointRow[] {
  const { platform, talk, userId, kind } = activity
  const { features, points } = platform.settings
  const canEarn = talk ? isOn('rewardsEarning', platform, talk) : features.rewardsEarning
  if (!canEarn || points[kind] === 0) return []
  const key = keyOf(activity, ctx.now)
  return [newEntry(ctx, platform, { userId, kind, ...key, talkId: talk?.id ?? null, points: points[kind] })]
}

/** A person gets points for each kind, object, and reason only once. */
function keyOf(activity: Activity, now: number): Pick<PointRow, 'objectId' | 'reason'> {
  if (activity.kind === 'watched') return { objectId: activity.talk.id, reason: String(activity.step) }
  const { kind, talk, objectId } = activity
  // One question counts per five minutes, so that the length of the talk limits the points for questions, too.
  return kind === 'question' && talk
    ? { objectId: talk.id, reason: String(fiveMinutesOf(talk, now)) }
    : { objectId, reason: '' }
}

/**
 * The five-minute interval of a talk that a time is in. Times before and after the talk count for the first and the
 * last.
 */
const fiveMinutesOf = ({ startAt, endAt }: TalkRow, now: number): number =>
  Math.floor(Math.max(0, Math.min(now, endAt - 1) - startAt) / QUESTION_INTERVAL_MS) + 1

const newEntry = (
  ctx: DecideContext,
  platform: { id: string },
  entry: Omit<PointRow, 'id' | 'platformId' | 'createdAt'>,
): PointRow => ({ id: ctx.newId(), platformId: platform.id, createdAt: ctx.now, ...entry })

/** Whether anyone earns points on the platform. */
const hasPoints = ({ settings }: Settings): boolean => settings.features.rewardsEarning

/** Throws `feature_off` if nobody earns points on the platform. */
function requirePoints(platform: Settings | undefined): void {
  if (!platform || !hasPoints(platform))
    throw new Refusal('feature_off', { message: 'Points are off on this platform.', feature: 'points' })
}

type GrantState = {
  platform: PlatformRow | undefined
  user: UserRow | undefined
  total: PointTotalRow | undefined
  earlier?: PointRow | undefined
}
type GrantInput = { user: UserReference; grant: PointGrant; precondition?: Precondition | undefined }

/** Gives points to a person or takes them away. A grant for an object counts once per person and reason. */
export const grantPointsOperation: Operation<GrantState, GrantInput, Saved<PointsSaved>> = {
  name: 'grantPoints',
  load: ({ platformId }, { user, grant: { reason, object } }) => ({
    platform: platformById({ id: platformId }),
    user: userObjects.find({ platformId, ...user }),
    total: pointTotalForChange({ platformId, ...user }),
    ...(object === undefined
      ? {}
      : { earlier: grantedPoints({ platformId, ...user, objectId: object, reason }) }),
  }),
  decide({ platform, user, total, earlier }, ctx, { grant: { points, reason, object }, precondition }) {
    if (!platform || !user) throw new Refusal('user_not_found')
    requirePoints(platform)
    requirePrecondition(user, precondition)
    const before = total?.points ?? 0
    const after = earlier ? before : before + points
    if (after < 0) throw new Refusal('insufficient_points')
    const message = earlier ? 'Nothing to change: the points were granted before.' : 'Points changed.'
    const answer = {
      isCreated: false,
      isChanged: !earlier,
      response: { code: 'ok' as const, message, id: user.id, total: after },
    }
    if (earlier) return { writes: [], events: [], answer }
    const grant = { points, reason, objectId: object ?? ctx.newId() }
    return {
      writes: addPoints([newEntry(ctx, platform, grantOf(user, grant))]),
      events: [ledgerEvent('points.granted', user, { points, reason, object: object ?? null, total: after })],
      answer,
    }
  },
}

const grantOf = (user: UserRow, grant: Pick<PointRow, 'points' | 'reason' | 'objectId'>) => ({
  userId: user.id,
  kind: 'granted' as const,
  talkId: null,
  ...grant,
})

export const grantPointsCommand = ({
  reference,
  body,
  precondition,
}: SaveRequest<PointGrant>): Command<Saved<PointsSaved>> =>
  command(grantPointsOperation, { user: requireUserReference(reference ?? ''), grant: body, precondition })

/** Sets whether the leaderboard may show the acting account. */
export const setListedOperation: Operation<
  { platform: PlatformRow | undefined },
  { isListed: boolean },
  null
> = {
  name: 'setListed',
  load: ({ platformId }) => ({ platform: platformById({ id: platformId }) }),
  decide({ platform }, { platformId, actor }, { isListed }) {
    if (!platform || actor.kind !== 'user' || actor.id === null) throw new Refusal('user_not_found')
    requirePoints(platform)
    return { writes: [setListed({ platformId, userId: actor.id, isListed })], events: [], answer: null }
  },
}

export const saveListed = (services: Services, caller: Caller, isListed: boolean) =>
  execute(services, caller, setListedOperation, { isListed })

const NO_POINTS: Standing = { points: 0, rank: 1, isListed: true }

/** The points and rank of a person; null while points are off. */
export async function readStanding({ store }: Pick<Services, 'store'>, platform: Settings, userId: string) {
  if (!hasPoints(platform)) return null
  return (await store.read(standingOf({ userId }))) ?? NO_POINTS
}

/** Whether an account, or a visitor without one (null), sees the leaderboard and the points on profiles. */
export const maySeePoints = (platform: PlatformRow, user: UserRow | null): boolean =>
  user !== null && user.registrationStatus !== 'rejected' && mayWatch(platform, user)

/** The points that a person's profile shows to a viewer; 0 if it shows none. */
export async function readShownPoints(
  services: Pick<Services, 'store'>,
  { platform, user }: { platform: PlatformRow; user: UserRow | null },
  personId: string,
): Promise<number> {
  if (!maySeePoints(platform, user)) return 0
  const standing = await readStanding(services, platform, personId)
  return standing?.isListed ? standing.points : 0
}

/** All entries of a person, newest first, read page by page as they are consumed. */
export const allPointsOf = (
  { store }: Pick<Services, 'store'>,
  userId: string,
): AsyncIterable<PointEntry[]> =>
  allPages((last, limit) => store.read(pointsOf({ userId, before: last?.id ?? null, limit })), presentEntry)

/** The points of a person and one page of the entries, newest first. */
export async function listPoints(
  services: Services,
  { platform }: Caller,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor }: LedgerQuery,
) {
  const { store } = services
  const [current, user] = await Promise.all([
    store.read(platformById({ id: platform.id })),
    store.read(userObjects.find({ platformId: platform.id, ...requireUserReference(reference) })),
  ])
  requirePoints(current)
  if (!user) throw new Refusal('user_not_found')
  const [before] = readCursor(cursor, ['string']) ?? []
  const [standing, read] = await Promise.all([
    store.read(standingOf({ userId: user.id })),
    store.read(
      pointsOf({ userId: user.id, before: before === undefined ? null : String(before), limit: limit + 1 }),
    ),
  ])
  const { rows, next } = pageOf(read, limit, ({ id }) => [id])
  return { code: 'ok' as const, total: standing?.points ?? 0, items: rows.map(presentEntry), next }
}

const presentEntry = (row: PointRow): PointEntry => ({
  id: row.id,
  kind: row.kind,
  points: row.points,
  reason: row.kind === 'granted' ? row.reason : null,
  object: row.objectId,
  talk: row.talkId,
  createdAt: formatInstant(row.createdAt),
})

/** One page of the people with the most points who are willing to be listed. */
export async function readLeaderboard(
  { store }: Pick<Services, 'store'>,
  platform: { id: string },
  { limit = DEFAULT_LIMIT, cursor }: LedgerQuery,
) {
  requirePoints(await store.read(platformById({ id: platform.id })))
  const [points, userId, count, lastRank] = readCursor(cursor, ['number', 'string', 'number', 'number']) ?? [
    Number.MAX_SAFE_INTEGER,
    '',
    0,
    0,
  ]
  const from = { points: Number(points), userId: String(userId) }
  const read = await store.read(
    leadersAfter({ platformId: platform.id, points: from.points, after: from.userId, limit: limit + 1 }),
  )
  let before = { points: from.points, rank: Number(lastRank) }
  const items: Leader[] = read.map(({ points: earned, user }, index) => {
    const rank = earned === before.points ? before.rank : Number(count) + index + 1
    before = { points: earned, rank }
    return { rank, points: earned, user }
  })
  const page = pageOf(items, limit, (last) => [last.points, last.user.id, Number(count) + limit, last.rank])
  return { code: 'ok' as const, items: page.rows, next: page.next }
}
