// The layouts that a day can have: columns by room or track, or a list.
import type { TalkCard as Talk } from '../../talks/programme/talk-cards.ts'
import type { Agenda } from '../agenda.ts'
import type { AgendaLayout, AgendaView } from '../page-url.ts'

/** With more talks of a track at the same time, hardly more than one track is in the window. */
const MAX_OF_A_TRACK = 6

export const roomOf = ({ room }: Talk) => room ?? ''
export const trackOf = ({ track }: Talk) => track ?? ''

/** The possible layouts of the shown talks, the default first; none for all days. */
export function layoutsOf({ day, sections }: Agenda): AgendaLayout[] {
  const talks = sections.flatMap((section) => section.talks)
  if (day === 'all' || talks.length === 0) return []
  const isDivided = (columnOf: (talk: Talk) => string) => new Set(talks.map(columnOf)).size > 1
  return [
    ...(isDivided(roomOf) ? ['rooms' as const] : []),
    ...(isDivided(trackOf) && mostOfATrack(talks) <= MAX_OF_A_TRACK ? ['tracks' as const] : []),
    'list',
  ]
}

/** The most talks that a track has at the same time. */
function mostOfATrack(talks: readonly Talk[]): number {
  const counts = [...Map.groupBy(talks, trackOf).values()].flatMap((ofTrack) =>
    ofTrack.map(
      ({ startAt }) => ofTrack.filter((one) => one.startAt <= startAt && startAt < one.endAt).length,
    ),
  )
  return Math.max(0, ...counts)
}

/** The chosen layout if it is possible. */
export function shownLayout({ agenda, address }: Pick<AgendaView, 'agenda' | 'address'>): AgendaLayout {
  const layouts = layoutsOf(agenda)
  return layouts.find((one) => one === address.view) ?? layouts[0] ?? 'list'
}
