// Credits as a part of live talks: a talk can have a price, which people pay before they watch it.
import { Refusal } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { DecideContext } from '../../kernel/store/changes/operation.ts'
import type { LiveContext } from '../live/items.ts'
import type { LivePart } from '../live/parts.ts'
import type { OpenTalk } from '../live/state.ts'
import type { WatchedTalk } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import { hasStage, talkPhase } from '../talks/talk-states.ts'
import { isOpenIn, openModes, requireCredits, unpaid } from './credits.ts'
import { creditsOnTalks, debitsOnTalk } from './credits-store.ts'
import type { CreditRow } from './tables.ts'
import { readCreditLock, readPrice, readUnpaidAmong, readUnpaidTalks, requireOpenModes } from './watching.ts'

declare module '../live/watch-lock.ts' {
  interface LoadedForWatching {
    /** The payments of one or more people. */
    credits: CreditRow[]
  }
}

export const rewardsLivePart: LivePart = {
  features: ['rewardsEarning'],
  settings: {
    requireRight(open, ctx, { credits }) {
      if (credits !== undefined) requirePricing(open, ctx)
    },
  },
  lock: {
    openedBy: 'credit.consumed',
    termsOf,
    load: ({ platformId }, who) => ({
      credits:
        'userIds' in who ? debitsOnTalk({ platformId, ...who }) : creditsOnTalks({ platformId, ...who }),
    }),
    requireOpenFor,
    requireOpen: requireOpenModes,
    readLocked: readUnpaidTalks,
    readLockedAmong: readUnpaidAmong,
    readPrice,
    readCreditLock,
  },
}

/** Moderators of a talk who are not admins or owners cannot change its price. */
function requirePricing({ platform, actor }: OpenTalk, ctx: DecideContext): void {
  requireCredits(platform)
  if (ctx.actor.kind === 'user' && !(actor && isProtectedRole(actor.role)))
    throw new Refusal('insufficient_permissions')
}

function requireOpenFor(
  watched: WatchedTalk,
  person: UserRow,
  { credits }: { credits: readonly CreditRow[] },
  { now }: DecideContext,
): void {
  const { talk } = watched
  const paid = credits.filter(
    ({ kind, userId, talkId }) => kind === 'debit' && userId === person.id && talkId === talk.id,
  )
  const modes = openModes(
    watched,
    person,
    paid.map(({ mode }) => mode),
  )
  if (!isOpenIn(modes, talk, talkPhase(talk, now))) throw unpaid()
}

/** Who has to pay, how much, and when. */
function termsOf({ platform, talk, live, attached }: LiveContext): string | null {
  const { credits } = platform.settings
  if (!credits.isOn || !hasStage(talk)) return null
  const { type, startAt, duration, features } = talk
  return JSON.stringify([
    ...[credits, live.credits, attached, type, startAt, duration],
    ...[features.freeLive, features.freeReplay],
  ])
}
