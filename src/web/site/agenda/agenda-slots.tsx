// One day of the agenda: its talks by start time, in a column per track if there is room.
import type { VNode } from 'preact'
import type { AgendaDay } from '../../../domain/site/agenda.ts'
import type { TalkCard as Talk } from '../../../domain/site/talk-cards.ts'
import { alphabetically } from '../../../lib/text/collation.ts'
import { TalkCard } from '../../components/talk-card.tsx'
import { Time } from '../../components/time.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import type { ZoneChoice } from '../time-zones.ts'
import { type AgendaView, agendaLink } from './agenda-url.ts'

// More columns do not fit side by side on every desktop.
const MAX_NARROW_COLUMNS = 4

type DayProps = {
  view: AgendaView
  day: AgendaDay
  now: number
  /** Whether to link to the other view. */
  hasSwitch: boolean
}

export function DaySlots({ view, day: { from, talks }, now, hasSwitch }: DayProps) {
  const { agenda: texts, time } = useMessages()
  const { address, choice } = view
  const tracks = [...new Set(talks.map(trackOf))].sort(lastIfEmpty)
  const isGrid = tracks.length > 1 && address.view !== 'list'
  const slots = [...Map.groupBy(talks, ({ startAt }) => startAt)]
  const current = currentSlot(slots, now)
  return (
    <section class="day" aria-labelledby={`day-${from}`}>
      <div class="day-head">
        <h2 id={`day-${from}`}>{time.day(from, choice.zone)}</h2>
        {current === undefined ? null : <a href="#now">{texts.goToNow}</a>}
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

const trackOf = ({ track }: Talk) => track ?? ''

/** Keynotes first, then by track as the columns are, then by title. */
const byRank = (a: Talk, b: Talk) =>
  Number(b.keynote) - Number(a.keynote) ||
  lastIfEmpty(trackOf(a), trackOf(b)) ||
  alphabetically(a.title, b.title)

const lastIfEmpty = (a: string, b: string) =>
  a === b ? 0 : a === '' ? 1 : b === '' ? -1 : alphabetically(a, b)

/** The names of the columns above a grid. Screen readers skip them, because each talk names its track. */
function Frame({ tracks, children }: { tracks: readonly string[]; children: VNode }) {
  const { agenda: texts } = useMessages()
  if (tracks.length === 0) return children
  return (
    <div class={tracks.length > MAX_NARROW_COLUMNS ? 'grid wide' : 'grid'}>
      <div class="track-heads" aria-hidden="true">
        {tracks.map((track) => (
          <span>{track || texts.otherTrack}</span>
        ))}
      </div>
      {children}
    </div>
  )
}

type SlotProps = { talks: readonly Talk[]; choice: ZoneChoice }

/** The talks of one start time: keynotes across all columns, then a column per track, which may be empty. */
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

function ViewSwitch({ view: { address, agenda }, isGrid }: { view: AgendaView; isGrid: boolean }) {
  const { view: texts } = useMessages().agenda
  const link = (view: string) => agendaLink(address, { view, day: agenda.day })
  return (
    <nav class="view-switch" aria-label={texts.label}>
      <a href={link('')} {...(isGrid ? { 'aria-current': 'true' as const } : {})}>
        {texts.grid}
      </a>
      <a href={link('list')} {...(isGrid ? {} : { 'aria-current': 'true' as const })}>
        {texts.list}
      </a>
    </nav>
  )
}
