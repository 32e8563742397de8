// The player's screen for people who have to pay for a talk first.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { CreditLock } from '../live/watch-lock.ts'

type LockProps = { lock: CreditLock; talkId: string }

/** Links open outside the frame of the player. */
export function CreditLockScreen({ lock: { price, mode, balance }, talkId }: LockProps) {
  const { lock: texts } = useMessages().ledgers
  const path = `/talks/${talkId}`
  const link =
    balance === null
      ? { href: `/sign-in?next=${encodeURIComponent(`${path}/open`)}`, text: texts.signIn }
      : { href: `${path}/open`, text: texts.open({ price }) }
  return (
    <>
      <p>
        <strong>{texts.costs[mode]({ price })}</strong>
      </p>
      {balance === null ? null : <p>{texts.balance({ balance })}</p>}
      <p class="actions">
        <a class="button primary" href={link.href} target="_top">
          {link.text}
        </a>
      </p>
    </>
  )
}
