// Timestamps in the viewer's time zone, which the page names once at the start of its list.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { useMessages } from '../messages/use-messages.tsx'

/** To the second: `May 20, 2027, 09:30:12`, or short `May 20, 09:30:12`. */
export function Timestamp({ at, zone, isShort = false }: { at: number; zone: string; isShort?: boolean }) {
  const { time } = useMessages()
  return (
    <time class="timestamp" dateTime={formatInstant(at)}>
      {isShort ? time.shortTimestamp(at, zone) : time.timestamp(at, zone)}
    </time>
  )
}

type RecentProps = { at: number; now: number; zone: string }

/** How long ago, or until, within a day: `3 minutes ago`. Otherwise to the minute: `Thu, May 20, 09:30`. */
export function Recently({ at, now, zone }: RecentProps) {
  const { time, office } = useMessages()
  const moment = { day: time.shortDay(at, zone), time: time.clock(at, zone) }
  return (
    <time class="quiet" dateTime={formatInstant(at)} title={time.timestamp(at, zone)}>
      {Math.abs(at - now) < DAY_MS ? time.fromNow(at, now) : office.dashboard.programme.starts(moment)}
    </time>
  )
}
