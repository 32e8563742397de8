// One day of the agenda: its talks by the time at which they begin; side by side by track where there is room.
import type { VNode } from 'preact'
import type { TalkCard as Talk } from '../../../domain/site/home.ts'
import { alphabetically } from '../../../lib/text/collation.ts'
import { TalkCard } from '../../components/talk-card.tsx'
import { dayText, Time } from '../../components/time.tsx'
import type { ZoneChoice } from '../time-zones.ts'
import { type AgendaView, agendaLink } from './agenda-url.ts'

// More columns than this do not fit side by side on every desk.
const MOST_IN_SIGHT = 4

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
  const tracks = [...new Set(talks.map(trackOf))].sort(lastIfEmpty)
  const isGrid = tracks.length > 1 && asked.view !== 'list'
  const slots = [...Map.groupBy(talks, ({ startAt }) => startAt)]
  const current = currentSlot(slots, now)
  return (
    <section class="day" aria-labelledby={`day-${from}`}>
      <div class="day-head">
        <h2 id={`day-${from}`}>{dayText(from, choice.zone)}</h2>
        {current === undefined ? null : <a href="#now">Go to now</a>}
        {tracks.length > 1 && hasSwitch ? <ViewSwitch view={view} isGrid={isGrid} /> : null}
      </div>
      <Frame tracks={isGrid ? tracks : []}>
        <ol class="slots">
          {slots.map(([startAt, ofSlot]) => (
            <li class="slot" {...(current === startAt ? { id: 'now' } : {})}>
              <p class="slot-time">
                <Time at={startAt} zone={choice.zone} />
              </p>
              {isGrid ? (
                <SlotTracks talks={ofSlot} tracks={tracks} choice={choice} />
              ) : (
                <SlotTalks talks={ofSlot.toSorted(byRank)} choice={choice} />
              )}
            </li>
          ))}
        </ol>
      </Frame>
    </section>
  )
}

type Slot = [startAt: number, talks: readonly Talk[]]

/**
 * When the slot begins that the agenda opens at: the last one that has begun, or, where that is over, the next.
 * Undefined before the day and after it, when the agenda opens at its top.
 */
function currentSlot(slots: readonly Slot[], now: number): number | undefined {
  const isRunning = (slot: Slot | undefined) => slot?.[1].some(({ endAt }) => endAt > now)
  const begun = slots.findLast(([startAt]) => startAt <= now)
  const next = slots.find(([startAt]) => startAt > now)
  if (!begun || !(next || slots.some(isRunning))) return undefined
  return (isRunning(begun) ? begun : (next ?? begun))[0]
}

const trackOf = ({ track }: Talk) => track ?? ''

/** Keynotes first, then by track as the columns are, then by title. */
const byRank = (a: Talk, b: Talk) =>
  Number(b.keynote) - Number(a.keynote) ||
  lastIfEmpty(trackOf(a), trackOf(b)) ||
  alphabetically(a.title, b.title)

const lastIfEmpty = (a: string, b: string) =>
  a === b ? 0 : a === '' ? 1 : b === '' ? -1 : alphabetically(a, b)

/** Around the slots of a grid, with the names of its columns; each talk says its track itself, too. */
function Frame({ tracks, children }: { tracks: readonly string[]; children: VNode }) {
  if (tracks.length === 0) return children
  return (
    <div class={tracks.length > MOST_IN_SIGHT ? 'grid wide' : 'grid'}>
      <div class="track-heads" aria-hidden="true">
        {tracks.map((track) => (
          <span>{track || 'Other'}</span>
        ))}
      </div>
      {children}
    </div>
  )
}

type SlotProps = { talks: readonly Talk[]; choice: ZoneChoice }

/** What begins at one time: keynotes across all columns, then a column for each track, with nothing in it perhaps. */
function SlotTracks({ talks, tracks, choice }: SlotProps & { tracks: readonly string[] }) {
  const ranked = talks.toSorted(byRank)
  const keynotes = ranked.filter(({ keynote }) => keynote)
  const byTrack = Map.groupBy(ranked.slice(keynotes.length), trackOf)
  return (
    <div>
      {keynotes.length > 0 ? <SlotTalks talks={keynotes} choice={choice} /> : null}
      {byTrack.size > 0 ? (
        <div class="slot-tracks">
          {tracks.map((track) => (
            <SlotTalks talks={byTrack.get(track) ?? []} choice={choice} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

function SlotTalks({ talks, choice }: SlotProps) {
  if (talks.length === 0) return <div></div>
  return (
    <ul class="slot-talks">
      {talks.map((talk) => (
        <TalkCard talk={talk} zone={choice.zone} zoneParameter={choice.parameter} />
      ))}
    </ul>
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
