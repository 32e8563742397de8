// Instants as the Back Office shows them, to the second, in the viewer's time zone.
import { formatInstant } from '../../../lib/time/instants.ts'
import { DEFAULT_LANGUAGE, messagesFor } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.tsx'

type StampProps = { at: number; zone: string; isShort?: boolean }

/** `May 20, 2027, 09:30:12`, or short `May 20, 09:30:12`. The page names the time zone once. */
export function Stamp({ at, zone, isShort = false }: StampProps) {
  const { time } = useMessages()
  return (
    <time class="stamp" dateTime={formatInstant(at)}>
      {isShort ? time.shortStamp(at, zone) : time.stamp(at, zone)}
    </time>
  )
}

// Until every caller reads the catalog of the page itself.
export const { fromNow } = messagesFor(DEFAULT_LANGUAGE).time
