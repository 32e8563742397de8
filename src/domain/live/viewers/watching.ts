// Credits that someone has to pay before they can open a talk.
import type { WatchMode } from '../../../schema/live/attendance.ts'
import { paidModesOf } from '../../../store/live/credits.ts'
import { liveTalk } from '../../../store/live/live-talks.ts'
import { attachedIds } from '../../../store/people/attached-people.ts'
import type { PlatformRow, TalkRow, UserRow } from '../../../store/sql/tables.ts'
import type { Services } from '../../services.ts'
import { talkState } from '../../site/talk-cards.ts'
import { isExempt, modeOf, priceOf, readBalance } from '../rewards/credits.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type OfTalk = { platform: PlatformRow; talk: TalkRow }

/** What watching a talk costs now, before exemptions; null if the platform has no credits. */
export async function readPrice(
  { store, clock }: Reading,
  { platform, talk }: OfTalk,
): Promise<number | null> {
  if (!platform.settings.credits.isOn) return null
  const live = await store.read(liveTalk(platform.id, { by: 'id', value: talk.id }))
  return priceOf(platform, talk, live, modeOf(talk, talkState(talk, clock.now())))
}

/** `balance` is null for a visitor without an account. */
export type CreditLock = { price: number; mode: WatchMode; balance: number | null }

/** What an account or visitor (null) has to pay before the talk opens; null if nothing, or if there is nothing to watch yet. */
export async function readCreditLock(
  services: Reading,
  { platform, talk }: OfTalk,
  user: UserRow | null,
): Promise<CreditLock | null> {
  const { store, clock } = services
  const state = talkState(talk, clock.now())
  const price = await readPrice(services, { platform, talk })
  if (!price || state === 'upcoming') return null
  const mode = modeOf(talk, state)
  if (user === null) return { price, mode, balance: null }
  const [attached, paid, balance] = await Promise.all([
    store.read(attachedIds('talk', platform.id, { by: 'id', value: talk.id })),
    store.read(paidModesOf(user.id, talk.id)),
    readBalance(services, platform, user.id),
  ])
  return isExempt(user, attached) || paid.includes(mode) ? null : { price, mode, balance }
}
