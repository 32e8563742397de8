// The figures at the top of the dashboard: the time of the event, the programme, and its people.
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { EventSpan } from '../talks/programme/event-phase.ts'
import type { Dashboard } from './dashboard.ts'
import { MAX_COUNTED } from './limits.ts'
import { type CheckedPart, checkedParts } from './overview.ts'
import type { ProgrammeCounts } from './programme-counts.ts'

type FigureProps = { value: string; label: string; detail?: string; href: string }

function Figure({ value, label, detail = '', href }: FigureProps) {
  return (
    <li>
      <a href={href}>
        <strong>{value}</strong>
        <span>{label}</span>
        {detail ? <span class="quiet">{detail}</span> : null}
      </a>
    </li>
  )
}

type Props = { dashboard: Dashboard; counts: ProgrammeCounts; zone: string; hasSignUp: boolean }

export function Figures({ dashboard, counts, zone, hasSignUp }: Props) {
  const { formats, office } = useMessages()
  const { figures: texts } = office.dashboard
  const { accepted, span, now } = dashboard
  const { speakers, checks } = counts
  const counted = (count: number) =>
    count > MAX_COUNTED ? `${formats.number(MAX_COUNTED)}+` : formats.number(count)
  return (
    <ul class="figures figure-strip">
      <EventFigure span={span} now={now} zone={zone} />
      {checks.total > 0 ? (
        <Figure
          value={formats.percent(completeness(checks.total, checks.counts))}
          label={texts.complete}
          detail={texts.talks({ count: checks.total })}
          href="/backoffice/talks?when=all"
        />
      ) : null}
      {speakers > 0 ? (
        <Figure
          value={counted(speakers)}
          label={texts.speakers({ count: speakers })}
          href="/backoffice/speakers"
        />
      ) : null}
      {hasSignUp || accepted > 0 ? (
        <Figure
          value={formats.number(accepted)}
          label={texts.attendees({ count: accepted })}
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
  const { formats, office, time } = useMessages()
  const { event: texts } = office.dashboard.figures
  const href = '/backoffice/settings'
  if (!span) return <Figure value="–" label={texts.unknown} href={href} />
  const dayNumber = (at: number) => Date.parse(dayOf(at, zone)) / DAY_MS
  const [first, last, today] = [span.from, span.to, now].map(dayNumber) as [number, number, number]
  const detail = first === last ? time.date(span.from, zone) : time.range(span.from, span.to, zone)
  if (today < first) {
    const count = first - today
    return (
      <Figure value={formats.number(count)} label={texts.before({ count })} detail={detail} href={href} />
    )
  }
  if (today > last) {
    const count = today - last
    return <Figure value={formats.number(count)} label={texts.after({ count })} detail={detail} href={href} />
  }
  const days = last - first + 1
  const value = days === 1 ? texts.today : texts.day({ day: today - first + 1 })
  return <Figure value={value} label={texts.during({ days })} detail={detail} href={href} />
}
