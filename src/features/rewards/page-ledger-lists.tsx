// The latest points and credits of a person, for the person and for the team.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Ledgers } from './read-ledgers.ts'

type Entry = { at: number; what: string; about: string | null; amount: number }
type ListProps = { ledgers: Ledgers; zone: string }

export function PointEntries({ ledgers: { points, titles }, zone }: ListProps) {
  const { ledgers: texts } = useMessages()
  const entries = (points?.entries ?? []).map(({ createdAt, kind, reason, talkId, points: amount }) => ({
    at: createdAt,
    what: kind === 'granted' ? reason : texts.pointKinds[kind],
    about: titles.get(talkId ?? '') ?? null,
    amount,
  }))
  return <Entries entries={entries} zone={zone} />
}

export function CreditEntries({ ledgers: { credits, titles }, zone }: ListProps) {
  const { ledgers: texts } = useMessages()
  const entries = (credits?.entries ?? []).map(({ createdAt, kind, mode, talkId, note, amount }) => ({
    at: createdAt,
    what:
      mode === null
        ? texts.creditKinds[kind]
        : texts.withMode({ what: texts.creditKinds[kind], mode: texts.modes[mode] }),
    about: titles.get(talkId ?? '') ?? note,
    amount,
  }))
  return <Entries entries={entries} zone={zone} />
}

function Entries({ entries, zone }: { entries: readonly Entry[]; zone: string }) {
  const { ledgers: texts, time, formats } = useMessages()
  if (entries.length === 0) return <p class="quiet">{texts.none}</p>
  return (
    <ul class="ledger">
      {entries.map(({ at, what, about, amount }) => (
        <li>
          <span class="ledger-amount">{formats.signed(amount)}</span>
          <span>
            {what}
            {about === null ? null : (
              <strong dir="auto" class="ledger-about">
                {about}
              </strong>
            )}
          </span>
          <span class="quiet">
            {time.shortDay(at, zone)}, {time.clock(at, zone)}
          </span>
        </li>
      ))}
    </ul>
  )
}
