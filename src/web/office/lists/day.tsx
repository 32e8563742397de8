// A day in a list, with the full timestamp as its tooltip.
import { formatInstant } from '../../../lib/time/instants.ts'
import { useMessages } from '../../messages/use-messages.tsx'

export function Day({ at, zone }: { at: number; zone: string }) {
  const { time, office } = useMessages()
  return (
    <time
      class="nowrap"
      dateTime={formatInstant(at)}
      title={office.times.withZone(time.timestamp(at, zone), time.zone(at, zone))}
    >
      {time.date(at, zone)}
    </time>
  )
}
