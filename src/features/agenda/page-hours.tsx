// Links to the hours of a day, and to the hours or days before and after the shown ones.

import { clockOf } from '../../kernel/lib/time/calendar-days.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { type AgendaView, agendaLink, slotId } from './page-url.ts'
import type { AgendaWindow } from './windows.ts'

/** Links to the first talks of each hour. Hours outside the shown window are on separate pages. */
export function HourLinks({ view: { agenda, address, choice } }: { view: AgendaView }) {
  const { agenda: texts, time } = useMessages()
  const { slots, windows, window, day } = agenda
  const starts = firstOfHours(
    slots.map(({ at }) => at),
    choice.zone,
  )
  if (starts.length < 3) return null
  const shown = windows[window]
  const isShown = (at: number) => shown !== undefined && at >= shown.from && at < shown.to
  return (
    <nav class={windows.length > 1 ? 'hours divided' : 'hours'} aria-label={texts.hours}>
      {starts.map((at) => {
        const place = `#${slotId(at, choice.zone)}`
        const elsewhere = agendaLink(address, { day, from: clockOf(at, choice.zone) })
        return (
          <a href={isShown(at) ? place : `${elsewhere}${place}`} {...(isShown(at) ? { class: 'shown' } : {})}>
            {time.clock(at, choice.zone)}
          </a>
        )
      })}
    </nav>
  )
}

/** The first time in each hour of the clock. */
const firstOfHours = (times: readonly number[], zone: string): number[] => {
  const hours = times.map((at) => clockOf(at, zone).slice(0, 2))
  return times.filter((_, index) => hours[index] !== hours[index - 1])
}

/** Links to the hours before and after, or to the next days. */
export function DayPager({ view }: { view: AgendaView }) {
  const { agenda: texts } = useMessages()
  const previous = neighbor(view, -1)
  const next = neighbor(view, 1)
  if (!previous && !next) return null
  return (
    <nav class="pager day-pager" aria-label={texts.neighbors}>
      {previous ? <NeighborLink view={view} neighbor={previous} rel="prev" /> : <span />}
      {next ? <NeighborLink view={view} neighbor={next} rel="next" /> : null}
    </nav>
  )
}

type Neighbor = { window: AgendaWindow } | { day: string; from: number }

function neighbor({ agenda }: AgendaView, step: -1 | 1): Neighbor | undefined {
  const window = agenda.windows[agenda.window + step]
  if (window) return { window }
  const place = agenda.days.findIndex(({ day }) => day === agenda.day)
  return place === -1 ? undefined : agenda.days[place + step]
}

type LinkProps = { view: AgendaView; neighbor: Neighbor; rel: 'prev' | 'next' }

function NeighborLink({ view: { agenda, address, choice }, neighbor, rel }: LinkProps) {
  const { time } = useMessages()
  const { zone } = choice
  if ('day' in neighbor)
    return (
      <a class="button" rel={rel} href={agendaLink(address, { day: neighbor.day })}>
        {rel === 'prev' ? <Icon name="arrow-left" /> : null}
        {time.shortDay(neighbor.from, zone)}
        {rel === 'next' ? <Icon name="arrow-right" /> : null}
      </a>
    )
  const { from, to } = neighbor.window
  const isLast = neighbor.window === agenda.windows.at(-1)
  return (
    <a class="button" rel={rel} href={agendaLink(address, { day: agenda.day, from: clockOf(from, zone) })}>
      {time.clock(from, zone)}–{isLast ? '' : time.clock(to, zone)}
    </a>
  )
}
