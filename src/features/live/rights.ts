// Who may watch a talk, take part in it, and moderate it.
import { Refusal } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { DecideContext } from '../../kernel/store/changes/operation.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { LiveState } from './state.ts'

/** Whether an account moderates a talk. Every admin and owner does, and listed moderators whose role allows it. */
export const isModerator = (user: UserRow, attached: readonly AttachedId[]): boolean =>
  isProtectedRole(user.role) ||
  (user.role === 'speaker' && attached.some(({ kind, userId }) => kind === 'moderator' && userId === user.id))

export const speaksAt = (user: { id: string } | null | undefined, attached: readonly AttachedId[]): boolean =>
  attached.some(({ kind, userId }) => kind === 'speaker' && userId === user?.id)

/** Whether the actor of a change moderates the talk. API keys and the system do. */
export const actsAsModerator = ({ actor, attached }: LiveState, ctx: DecideContext): boolean =>
  ctx.actor.kind !== 'user' || (actor !== undefined && isModerator(actor, attached))

/** Throws `moderators_only`. */
export function requireModerator(state: LiveState, ctx: DecideContext): void {
  if (!actsAsModerator(state, ctx)) throw new Refusal('moderators_only')
}

/** Whether an account, or a visitor without one (null), may watch talks and follow their live content. */
export function mayWatch({ settings }: Pick<PlatformRow, 'settings'>, user: UserRow | null): boolean {
  if (settings.watching === 'everyone') return true
  if (user === null) return false
  return (
    settings.watching === 'signed_in' || user.role !== 'attendee' || user.registrationStatus === 'accepted'
  )
}

/** Throws `watching_restricted`. */
export function requireWatcher(platform: Pick<PlatformRow, 'settings'>, user: UserRow | null): void {
  if (!mayWatch(platform, user)) throw new Refusal('watching_restricted')
}

/**
 * Whether an account may take part in live content: it may watch, and its registration does not wait for a review,
 * unless somebody else acts for it, such as an API key.
 */
export function mayTakePart(
  platform: Pick<PlatformRow, 'settings'>,
  user: UserRow,
  isForThem = false,
): boolean {
  const { registrationStatus: status } = user
  return (status === 'accepted' || (isForThem && status === 'in_review')) && mayWatch(platform, user)
}

/** Throws `user_not_found` without an account, and `watching_restricted` if the account may not take part. */
export function requireParticipant(
  { platform }: { platform: Pick<PlatformRow, 'settings'> },
  user: UserRow | undefined,
  isForThem = false,
): UserRow {
  if (!user) throw new Refusal('user_not_found')
  if (!mayTakePart(platform, user, isForThem)) throw new Refusal('watching_restricted')
  return user
}
