// A timestamp to the second, in the viewer's time zone, which the page names once at the start of its list.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { useMessages } from '../messages/use-messages.tsx'

/** `May 20, 2027, 09:30:12`, or short `May 20, 09:30:12`. */
export function Timestamp({ at, zone, isShort = false }: { at: number; zone: string; isShort?: boolean }) {
  const { time } = useMessages()
  return (
    <time class="timestamp" dateTime={formatInstant(at)}>
      {isShort ? time.shortTimestamp(at, zone) : time.timestamp(at, zone)}
    </time>
  )
}
