// A day in a list, with the full timestamp as its tooltip.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { useMessages } from '../messages/use-messages.tsx'

export function Day({ at, zone }: { at: number; zone: string }) {
  const { time } = useMessages()
  return (
    <time class="nowrap" dateTime={formatInstant(at)} title={time.timestampWithZone(at, zone)}>
      {time.date(at, zone)}
    </time>
  )
}
