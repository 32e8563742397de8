// One day of the agenda: its talks by start time. A wide screen shows them as a timetable, a narrow one as a list.

import type { FastifyRequest } from 'fastify'
import { mapInSlices } from '../../../kernel/lib/time/slices.ts'
import { Time } from '../../../kit/components/time.tsx'
import { messagesFor } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { fragmentHtml } from '../../../kit/pages/fragment.tsx'
import { StarsContext } from '../../../kit/site/star.tsx'
import { TalkCard } from '../../talks/programme/page-talk-card.tsx'
import type { TalkCard as Talk } from '../../talks/programme/talk-cards.ts'
import type { Agenda } from '../agenda.ts'
import { Legend } from '../page-toolbar.tsx'
import { type AgendaLayout, type AgendaView, slotId } from '../page-url.ts'
import { roomOf, shownLayout, trackOf } from './page-layouts.ts'
import {
  createTimetable,
  lastIfEmpty,
  type Timetable,
  TimetableFrame,
  TimetableNames,
  widthsOf,
} from './page-timetable.tsx'

/** More than a tall phone shows. */
const TALKS_OF_A_SCREEN = 12

/** A day with its cards as HTML, by the id of the talk. */
export type RenderedDay = Agenda['sections'][number] & {
  timetable: Timetable | undefined
  cards: ReadonlyMap<string, string>
}

/** Others do not wait while hundreds of cards are rendered. */
export async function renderDays({ visit }: FastifyRequest, view: AgendaView): Promise<RenderedDay[]> {
  const { compare } = messagesFor(visit.language).formats
  const { agenda, choice, language } = view
  const days: RenderedDay[] = []
  for (const day of agenda.sections) {
    const timetable = timetableOf(view, { talks: day.talks, layout: shownLayout(view), compare })
    const cards = await mapInSlices(day.talks, (talk) => {
      const card = (
        <StarsContext.Provider value={visit.stars}>
          <TalkCard
            talk={talk}
            zone={choice.zone}
            zoneParameter={choice.parameter}
            language={language}
            hasFaces={agenda.isDetailed}
            classes={timetable?.places.get(talk.id)}
          />
        </StarsContext.Provider>
      )
      return [talk.id, fragmentHtml(card, visit.language)] as const
    })
    days.push({ ...day, timetable, cards: new Map(cards) })
  }
  return days
}

type DayProps = { view: AgendaView; day: RenderedDay; now: number }

export function DaySlots({ view, day: { from, talks, timetable, cards }, now }: DayProps) {
  const { time } = useMessages()
  const { agenda, choice, language } = view
  const isOneDay = agenda.day !== 'all'
  const current = currentSlot(agenda, now)
  const slots = slotsOf(talks)
  const far = farFrom(slots, current)
  const ofTimes = classesOfTimes(slots, { timetable, from: shownFrom(agenda) })
  return (
    <section class="day" aria-labelledby={`day-${from}`}>
      <div class="day-head">
        <h2 id={`day-${from}`}>{time.day(from, choice.zone)}</h2>
        {isOneDay ? <Legend view={view} /> : null}
      </div>
      {timetable ? <TimetableNames timetable={timetable} language={language} /> : null}
      <div class={timetable ? `timetable ${widthsOf(timetable)} by-${shownLayout(view)}` : ''}>
        {timetable ? <TimetableFrame timetable={timetable} zone={choice.zone} now={now} /> : null}
        <ol class="slots">
          {slots.map(([startAt, ofSlot], index) => (
            <li
              class={current === startAt ? 'slot current' : 'slot'}
              {...(startAt >= far ? { 'data-talks': ofSlot.length } : {})}
            >
              <p class={ofTimes[index]} {...(isOneDay ? { id: slotId(startAt, choice.zone) } : {})}>
                <Time at={startAt} zone={choice.zone} />
                {current === startAt ? <span id="now" /> : null}
              </p>
              <SlotTalks talks={ofSlot} cards={cards} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/**
 * The row of each time in the timetable. Only the first start of a row is shown beside it. Talks that began earlier are in
 * the first row, without their start.
 */
function classesOfTimes(
  slots: readonly Slot[],
  { timetable, from }: { timetable: Timetable | undefined; from: number },
): string[] {
  const named = new Set<number>()
  return slots.map(([startAt]) => {
    const row = timetable?.scale.rowAt(Math.max(startAt, from)) ?? 1
    const isNamed = startAt >= from && !named.has(row)
    if (isNamed) named.add(row)
    return `slot-time r${row}${isNamed || !timetable ? '' : ' unnamed'}`
  })
}

type SlotProps = { talks: readonly Talk[]; cards: RenderedDay['cards'] }

// Rendered by `renderDays`.
function SlotTalks({ talks, cards }: SlotProps) {
  const { compare } = useMessages().formats
  const html = talks.toSorted(byRank(compare)).map(({ id }) => cards.get(id))
  return <ul class="slot-talks" dangerouslySetInnerHTML={{ __html: html.join('') }} />
}

/** The start of the shown part of the day. */
const shownFrom = ({ windows, window }: Agenda): number => windows[window]?.from ?? 0

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

const slotsOf = (talks: readonly Talk[]): Slot[] => [...Map.groupBy(talks, ({ startAt }) => startAt)]

/**
 * The start of the first slot that is more than a screen after the place where the page opens: the current time, or the
 * first talk. The style sheet guesses the height of such slots from the number of their talks.
 */
function farFrom(slots: readonly Slot[], current = 0): number {
  let talks = 0
  const far = slots.find(([startAt, ofSlot]) => {
    const isFar = talks >= TALKS_OF_A_SCREEN
    if (startAt >= current) talks += ofSlot.length
    return isFar
  })
  return far?.[0] ?? Number.POSITIVE_INFINITY
}

/**
 * The start of the slot that is shown as now: the last one that has begun, or the next one if that is over. Undefined
 * before and after the day, and for all days.
 */
export function currentSlot({ day, sections }: Agenda, now: number): number | undefined {
  if (day === 'all') return undefined
  const slots = slotsOf(sections.flatMap(({ talks }) => talks))
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
