// One day of the agenda: its talks by start time. A wide screen shows them as a timetable, a narrow one as a list.

import { Time } from '../../../kit/components/time.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { TalkCard } from '../../talks/programme/page-talk-card.tsx'
import type { TalkCard as Talk } from '../../talks/programme/talk-cards.ts'
import type { Agenda } from '../agenda.ts'
import { type AgendaLayout, type AgendaView, agendaLink, slotId } from '../page-url.ts'
import {
  createTimetable,
  lastIfEmpty,
  type Timetable,
  TimetableFrame,
  timetableClass,
} from './page-timetable.tsx'

type DayProps = { view: AgendaView; day: Agenda['sections'][number]; now: number }

export function DaySlots({ view, day: { from, talks }, now }: DayProps) {
  const { agenda: texts, time, formats } = useMessages()
  const { agenda, address, choice } = view
  const isOneDay = agenda.day !== 'all'
  const layouts = isOneDay ? layoutsOf(talks) : []
  const layout = layouts.find((one) => one === address.view) ?? layouts[0] ?? 'list'
  const timetable = timetableOf(view, { talks, layout, compare: formats.compare })
  const slots = [...Map.groupBy(talks, ({ startAt }) => startAt)]
  const current = currentSlot(slots, now)
  return (
    <section class="day" aria-labelledby={`day-${from}`}>
      <div class="day-head">
        <h2 id={`day-${from}`}>{time.day(from, choice.zone)}</h2>
        {current === undefined ? null : <a href="#now">{texts.goToNow}</a>}
        <LayoutSwitch view={view} layouts={layouts} shown={timetable ? layout : 'list'} />
      </div>
      <div class={timetable ? `${timetableClass(timetable)} by-${layout}` : ''}>
        {timetable ? <TimetableFrame timetable={timetable} zone={choice.zone} now={now} /> : null}
        <ol class="slots">
          {slots.map(([startAt, ofSlot]) => (
            <li class={current === startAt ? 'slot current' : 'slot'}>
              <p
                class={`slot-time r${timetable?.scale.rowAt(Math.max(startAt, shownFrom(agenda))) ?? 1}`}
                {...(isOneDay ? { id: current === startAt ? 'now' : slotId(startAt, choice.zone) } : {})}
              >
                <Time at={startAt} zone={choice.zone} />
              </p>
              <SlotTalks view={view} talks={ofSlot} timetable={timetable} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

type SlotProps = { view: AgendaView; talks: readonly Talk[]; timetable: Timetable | undefined }

function SlotTalks({ view: { choice }, talks, timetable }: SlotProps) {
  const { compare } = useMessages().formats
  return (
    <ul class="slot-talks">
      {talks.toSorted(byRank(compare)).map((talk) => (
        <TalkCard
          talk={talk}
          zone={choice.zone}
          zoneParameter={choice.parameter}
          classes={timetable?.places.get(talk.id)}
        />
      ))}
    </ul>
  )
}

/** The start of the shown part of the day. */
const shownFrom = ({ windows, window }: Agenda): number => windows[window]?.from ?? 0

const roomOf = ({ room }: Talk) => room ?? ''
const trackOf = ({ track }: Talk) => track ?? ''

/** The possible layouts of the talks, the default first. */
function layoutsOf(talks: readonly Talk[]): AgendaLayout[] {
  const isDivided = (columnOf: (talk: Talk) => string) => new Set(talks.map(columnOf)).size > 1
  return [
    ...(isDivided(roomOf) ? ['rooms' as const] : []),
    ...(isDivided(trackOf) ? ['tracks' as const] : []),
    'list',
  ]
}

type Compare = (a: string, b: string) => number
type Shown = { talks: readonly Talk[]; layout: AgendaLayout; compare: Compare }

function timetableOf(
  { agenda, choice }: AgendaView,
  { talks, layout, compare }: Shown,
): Timetable | undefined {
  if (layout === 'list') return undefined
  const columnOf = layout === 'rooms' ? roomOf : trackOf
  return createTimetable({ talks, zone: choice.zone, from: shownFrom(agenda), columnOf, compare })
}

type Slot = [startAt: number, talks: readonly Talk[]]

/**
 * The start of the slot that the agenda opens at: the last one that has begun, or the next one if that is over.
 * Undefined before and after the day, when the agenda opens at its top.
 */
function currentSlot(slots: readonly Slot[], now: number): number | undefined {
  const isRunning = (slot: Slot | undefined) => slot?.[1].some(({ endAt }) => endAt > now)
  const begun = slots.findLast(([startAt]) => startAt <= now)
  const next = slots.find(([startAt]) => startAt > now)
  if (!begun || !(next || slots.some(isRunning))) return undefined
  return (isRunning(begun) ? begun : (next ?? begun))[0]
}

/** Keynotes first, then by room or track, then by title. */
const byRank = (compare: Compare) => (a: Talk, b: Talk) =>
  Number(b.keynote) - Number(a.keynote) ||
  lastIfEmpty(compare)(roomOf(a), roomOf(b)) ||
  lastIfEmpty(compare)(trackOf(a), trackOf(b)) ||
  compare(a.title, b.title)

type SwitchProps = { view: AgendaView; layouts: readonly AgendaLayout[]; shown: AgendaLayout }

/** Shown only on wide screens, because narrow ones always show a list. */
function LayoutSwitch({ view: { address, agenda }, layouts, shown }: SwitchProps) {
  const { layouts: texts } = useMessages().agenda
  if (layouts.length < 2) return null
  return (
    <nav class="layout-switch" aria-label={texts.label}>
      {layouts.map((layout, index) => (
        <a
          href={agendaLink(address, {
            ...{ day: agenda.day, from: address.from },
            view: index === 0 ? '' : layout,
          })}
          {...(layout === shown ? { 'aria-current': 'true' as const } : {})}
        >
          {texts[layout]}
        </a>
      ))}
    </nav>
  )
}
