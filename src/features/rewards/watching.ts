// Credits that a viewer has to pay before opening a talk.

import type { Services } from '../../kernel/changes/services.ts'
import { type WatchMode, watchModes } from '../live/schema.ts'
import { liveTalk } from '../live/store.ts'
import type { CreditLock } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talksByIds } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { hasStage, talkPhase } from '../talks/talk-states.ts'
import { isOpenIn, modeOf, openModes, priceOf, readBalance, unpaid } from './credits.ts'
import { paidModesOf } from './credits-store.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type OfTalk = { platform: PlatformRow; talk: TalkRow }

/** The current price of a talk, before exemptions; null if credits do not apply to it. */
export async function readPrice(
  { store, clock }: Reading,
  { platform, talk }: OfTalk,
): Promise<number | null> {
  if (!platform.settings.credits.isOn || !hasStage(talk)) return null
  const live = await store.read(liveTalk({ platformId: platform.id, by: 'id', value: talk.id }))
  return priceOf(platform, talk, live, modeOf(talk, talkPhase(talk, clock.now())))
}

async function readOpenModes(
  { store }: Pick<Reading, 'store'>,
  { platform, talk }: OfTalk,
  user: UserRow | null,
): Promise<readonly WatchMode[]> {
  if (!platform.settings.credits.isOn) return watchModes
  const byId = { by: 'id', value: talk.id } as const
  const [live, attached, paid] = await Promise.all([
    store.read(liveTalk({ platformId: platform.id, ...byId })),
    store.read(attachedToTalk({ platformId: platform.id, ...byId })),
    store.read(paidModesOf({ userId: user?.id ?? '', talkId: talk.id })),
  ])
  return openModes({ platform, talk, live, attached }, user, paid)
}

/**
 * The modes in which a viewer may watch a talk, for their attendance. Throws `watching_restricted` if they would have
 * to pay now. Someone who may only watch live still counts after the end, when the last minute is recorded.
 */
export async function requireOpenModes(
  services: Reading,
  ofTalk: OfTalk,
  user: UserRow | null,
): Promise<readonly WatchMode[]> {
  const modes = await readOpenModes(services, ofTalk, user)
  if (!isOpenIn(modes, ofTalk.talk, talkPhase(ofTalk.talk, services.clock.now()))) throw unpaid()
  return modes
}

/** The talks among these that an account or visitor (null) has to pay for before following them. */
export async function readUnpaidTalks(
  services: Reading,
  platform: PlatformRow,
  talks: readonly TalkRow[],
  user: UserRow | null,
): Promise<ReadonlySet<string>> {
  const unpaidIds = await Promise.all(
    talks.map(async (talk) => {
      const modes = await readOpenModes(services, { platform, talk }, user)
      return isOpenIn(modes, talk, talkPhase(talk, services.clock.now())) ? [] : [talk.id]
    }),
  )
  return new Set(unpaidIds.flat())
}

/** The same of talks by their ids. Talks of other platforms are left out. */
export async function readUnpaidAmong(
  services: Reading,
  platform: PlatformRow,
  ids: readonly string[],
  user: UserRow | null,
): Promise<ReadonlySet<string>> {
  if (!platform.settings.credits.isOn) return new Set()
  const talks = await services.store.read(talksByIds({ ids }))
  const own = talks.filter(({ platformId }) => platformId === platform.id)
  return readUnpaidTalks(services, platform, own, user)
}

/**
 * The payment that an account or visitor (null) owes before the talk opens; null if it is free or there is nothing to
 * watch yet.
 */
export async function readCreditLock(
  services: Reading,
  ofTalk: OfTalk,
  user: UserRow | null,
): Promise<CreditLock | null> {
  const { platform, talk } = ofTalk
  const phase = talkPhase(talk, services.clock.now())
  const price = await readPrice(services, ofTalk)
  if (!price || phase === 'upcoming' || phase === 'cancelled') return null
  const mode = modeOf(talk, phase)
  const modes = await readOpenModes(services, ofTalk, user)
  if (modes.includes(mode)) return null
  return { price, mode, balance: user ? await readBalance(services, platform, user.id) : null }
}
