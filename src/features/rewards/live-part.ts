// Credits as a part of live talks: a talk can have a price, which people pay before they watch it.
import { Refusal } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { DecideContext } from '../../kernel/store/changes/operation.ts'
import type { LiveContext } from '../live/items.ts'
import type { LivePart } from '../live/parts.ts'
import type { OpenTalk } from '../live/state.ts'
import { hasStage } from '../talks/talk-states.ts'
import { requireCredits } from './credits.ts'
import { readUnpaidAmong, readUnpaidTalks, requireOpenModes } from './watching.ts'

export const rewardsLivePart: LivePart = {
  settings: {
    requireRight(open, ctx, { credits }) {
      if (credits !== undefined) requirePricing(open, ctx)
    },
  },
  lock: {
    openedBy: 'credit.consumed',
    termsOf,
    readLocked: readUnpaidTalks,
    readLockedAmong: readUnpaidAmong,
    requireOpen: requireOpenModes,
  },
}

/** Moderators of a talk who are not admins or owners cannot change its price. */
function requirePricing({ platform, actor }: OpenTalk, ctx: DecideContext): void {
  requireCredits(platform)
  if (ctx.actor.kind === 'user' && !(actor && isProtectedRole(actor.role)))
    throw new Refusal('insufficient_permissions')
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
