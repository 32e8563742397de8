// One day of the agenda: its talks by the time at which they begin; side by side by track where there is room.

import type { TalkCard as Talk } from '../../domain/programme.ts'
import { alphabetically } from '../../lib/alphabet.ts'
import { TalkCard } from '../components/talk-card.tsx'
import { dayText, Time } from '../components/time.tsx'
import { type AgendaView, agendaLink } from './agenda-address.ts'

// The style sheet has a class for each column up to this one.
const MOST_COLUMNS = 8

type DayProps = {
  view: AgendaView
  from: number
  talks: readonly Talk[]
  now: number
  /** Whether to offer the other view. */
  hasSwitch: boolean
}

export function DaySlots({ view, from, talks, now, hasSwitch }: DayProps) {
  const { asked, choice } = view
  const tracks = [...new Set(talks.map(({ track }) => track ?? ''))].sort(lastIfEmpty)
  const canGrid = tracks.length > 1 && tracks.length <= MOST_COLUMNS
  const isGrid = canGrid && asked.view !== 'list'
  const slots = [...Map.groupBy(talks, ({ startAt }) => startAt)]
  const current = slots.find(([, ofSlot]) => ofSlot.some(({ endAt }) => endAt > now))
  // Only while the day is on: before it and after it, the agenda opens at its top.
  const isOn = talks.some(({ startAt }) => startAt <= now) && current !== undefined
  return (
    <section class="day" aria-labelledby={`day-${from}`}>
      <div class="day-head">
        <h2 id={`day-${from}`}>{dayText(from, choice.zone)}</h2>
        {isOn ? <a href="#now">Go to now</a> : null}
        {canGrid && hasSwitch ? <ViewSwitch view={view} isGrid={isGrid} /> : null}
      </div>
      {isGrid ? <TrackHeads tracks={tracks} /> : null}
      <ol class={isGrid ? `slots grid columns-${tracks.length}` : 'slots'}>
        {slots.map(([startAt, ofSlot]) => (
          <li class="slot" {...(isOn && current?.[0] === startAt ? { id: 'now' } : {})}>
            <p class="slot-time">
              <Time at={startAt} zone={choice.zone} />
            </p>
            <ul class="slot-talks">
              {ofSlot.toSorted(byRank).map((talk) => (
                <TalkCard
                  talk={talk}
                  zone={choice.zone}
                  zoneParameter={choice.parameter}
                  class={isGrid ? `column-${tracks.indexOf(talk.track ?? '') + 1}` : ''}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Keynotes first, then by track as the columns are, then by title. */
const byRank = (a: Talk, b: Talk) =>
  Number(b.keynote) - Number(a.keynote) ||
  lastIfEmpty(a.track ?? '', b.track ?? '') ||
  alphabetically(a.title, b.title)

const lastIfEmpty = (a: string, b: string) =>
  a === b ? 0 : a === '' ? 1 : b === '' ? -1 : alphabetically(a, b)

/** The names of the columns; each talk says its track itself, too. */
function TrackHeads({ tracks }: { tracks: readonly string[] }) {
  return (
    <div class={`track-heads columns-${tracks.length}`} aria-hidden="true">
      {tracks.map((track) => (
        <span>{track || 'Other'}</span>
      ))}
    </div>
  )
}

function ViewSwitch({ view: { asked, agenda }, isGrid }: { view: AgendaView; isGrid: boolean }) {
  const link = (view: string) => agendaLink(asked, { view, day: agenda.day })
  return (
    <nav class="view-switch" aria-label="View">
      <a href={link('')} {...(isGrid ? { 'aria-current': 'true' as const } : {})}>
        Grid
      </a>
      <a href={link('list')} {...(isGrid ? {} : { 'aria-current': 'true' as const })}>
        List
      </a>
    </nav>
  )
}
