// The figures at the top of the dashboard: the time of the event, the programme, and its people.
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { EventSpan } from '../talks/programme/event-phase.ts'
import type { Dashboard } from './dashboard.ts'
import { MAX_COUNTED } from './limits.ts'
import { type CheckedPart, checkedParts } from './overview.ts'
import type { ProgrammeCounts } from './programme-counts.ts'

type FigureProps = { label: string; value: string; note: string; href: string; title?: string }

function Figure({ label, value, note, href, title }: FigureProps) {
  return (
    <li>
      <a href={href} title={title}>
        <span>{label}</span>
        <strong>{value}</strong>
        <span class="note">{note}</span>
      </a>
    </li>
  )
}

type Props = { dashboard: Dashboard; counts: ProgrammeCounts; zone: string; hasSignUp: boolean }

export function Figures({ dashboard, counts, zone, hasSignUp }: Props) {
  const { formats, office } = useMessages()
  const { figures: texts } = office.dashboard
  const { accepted, inReview, span, now } = dashboard
  const { speakers, unusedSpeakers, checks } = counts
  const counted = (count: number) =>
    count > MAX_COUNTED ? `${formats.number(MAX_COUNTED)}+` : formats.number(count)
  return (
    <ul class="figures figure-strip">
      <EventFigure span={span} now={now} zone={zone} />
      {checks.total > 0 ? (
        <Figure
          label={texts.complete}
          value={formats.percent(completeness(checks.total, checks.counts))}
          note={texts.talks({ count: checks.total })}
          title={texts.completeParts}
          href="/backoffice/talks?when=all"
        />
      ) : null}
      {speakers > 0 ? (
        <Figure
          label={texts.speakers}
          value={counted(speakers)}
          note={
            unusedSpeakers > 0 ? texts.notSignedIn({ count: counted(unusedSpeakers) }) : texts.allSignedIn
          }
          href="/backoffice/speakers"
        />
      ) : null}
      {hasSignUp || accepted > 0 ? (
        <Figure
          label={texts.attendees}
          value={formats.number(accepted)}
          note={inReview > 0 ? texts.toReview({ count: inReview }) : texts.accepted}
          href="/backoffice/users?role=attendee&status=accepted"
        />
      ) : null}
    </ul>
  )
}

/** The share of the parts that talks should have and do. It is rounded down, so that 100 % means that nothing lacks. */
function completeness(total: number, counts: Readonly<Record<CheckedPart, number>>): number {
  const missing = checkedParts.reduce((sum, part) => sum + counts[part], 0)
  return Math.floor(100 * (1 - missing / (total * checkedParts.length))) / 100
}

type EventProps = { span: EventSpan | undefined; now: number; zone: string }

/** Counts calendar days in the time zone of the platform. */
function EventFigure({ span, now, zone }: EventProps) {
  const { office, time } = useMessages()
  const { event: texts } = office.dashboard.figures
  const href = '/backoffice/settings'
  const label = texts.label
  if (!span) return <Figure label={label} value="–" note={texts.unknown} href={href} />
  const dayNumber = (at: number) => Date.parse(dayOf(at, zone)) / DAY_MS
  const [first, last, today] = [span.from, span.to, now].map(dayNumber) as [number, number, number]
  const isOneDay = first === last
  const note = isOneDay ? time.date(span.from, zone) : time.range(span.from, span.to, zone)
  if (today < first)
    return <Figure label={label} value={texts.before({ count: first - today })} note={note} href={href} />
  if (today > last)
    return <Figure label={label} value={texts.after({ count: today - last })} note={note} href={href} />
  if (isOneDay) return <Figure label={label} value={texts.today} note={note} href={href} />
  const value = texts.day({ day: today - first + 1, days: last - first + 1 })
  return <Figure label={label} value={value} note={time.shortRange(span.from, span.to, zone)} href={href} />
}
