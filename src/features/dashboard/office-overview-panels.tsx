// The panels of the dashboard about the programme and its people: what to do, what is complete, and sign-ups.
import type { ComponentChildren } from 'preact'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { CountChart } from '../../kit/office/count-chart.tsx'
import type { DashboardPart, IntegrationPanel } from '../../kit/office/dashboard.ts'
import { REGISTRATIONS } from '../../kit/office/paths.ts'
import { MAX_CHECKED } from '../talks/limits.ts'
import { MAX_COUNTED } from './limits.ts'
import { checkedParts, type Overview } from './overview.ts'

type ToDoProps = { overview: Overview; inReview: number; actions: NonNullable<DashboardPart['actions']> }

/** Leaves out what is done. `actions` are those of other features. */
export function ToDo({ overview, inReview, actions }: ToDoProps) {
  const { dashboard } = useMessages().office
  const { checks, incompleteSpeakers, unusedSpeakers } = overview
  const texts = dashboard.overview
  const speakers = (
    count: number,
    label: typeof texts.incompleteSpeakers,
    more: typeof texts.incompleteSpeakers,
  ) => (count > MAX_COUNTED ? more({ count: MAX_COUNTED }) : label({ count }))
  const rows = [
    ...actions.map((action) => ({ ...action, count: 1 })),
    ...(['conflict', 'video'] as const).map((check) => ({
      count: checks.counts[check],
      text: texts.checks[check]({ count: checks.counts[check] }),
      href: `/backoffice/talks?needs=${check}`,
    })),
    { count: inReview, text: texts.toReview({ count: inReview }), href: REGISTRATIONS },
    {
      count: unusedSpeakers,
      text: speakers(unusedSpeakers, texts.unusedSpeakers, texts.moreUnusedSpeakers),
      href: '/backoffice/speakers',
    },
    {
      count: incompleteSpeakers,
      text: speakers(incompleteSpeakers, texts.incompleteSpeakers, texts.moreIncompleteSpeakers),
      href: '/backoffice/speakers?profile=incomplete',
    },
  ].filter(({ count }) => count > 0)
  if (rows.length === 0) return <p class="quiet">{texts.nothingToDo}</p>
  return (
    <ul class="rows to-do">
      {rows.map(({ text, href }) => (
        <li>
          <a href={href}>
            {text}
            <Icon name="chevron-right" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** How many talks have what all should have. */
export function Completeness({ overview: { checks } }: { overview: Overview }) {
  const { dashboard, talks } = useMessages().office
  const texts = dashboard.overview
  const { total, counts, isPartial } = checks
  return (
    <>
      <ul class="rows completeness">
        {checkedParts.map((part) => (
          <li>
            <span>{texts.parts[part]}</span>
            <span class="quiet">
              {counts[part] > 0 ? (
                <a href={`/backoffice/talks?needs=${part}`}>{texts.checks[part]({ count: counts[part] })}</a>
              ) : (
                texts.allHave
              )}
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="4" class="bar-rest" />
              <rect
                width={total > 0 ? (100 * (total - counts[part])) / total : 0}
                height="4"
                class="bar-ok"
              />
            </svg>
          </li>
        ))}
      </ul>
      {isPartial ? <p class="quiet">{talks.checked({ count: MAX_CHECKED })}</p> : null}
    </>
  )
}

export function SignUps({ overview: { signUps }, zone }: { overview: Overview; zone: string }) {
  const { time, office } = useMessages()
  const texts = office.dashboard.overview
  const total = signUps.reduce((sum, { count }) => sum + count, 0)
  const summary = texts.signUpsIn30Days({ count: total })
  if (total === 0) return <p class="quiet">{summary}</p>
  return (
    <>
      <p class="quiet">{summary}</p>
      <CountChart
        points={signUps}
        summary={summary}
        column={office.attendance.day}
        measure={texts.signUps}
        label={(at) => time.shortDay(at, zone)}
        size="narrow"
      />
    </>
  )
}

type PanelProps = {
  title: string
  /** Beside the title. */
  note?: string
  link?: IntegrationPanel['link']
  children: ComponentChildren
}

export function Panel({ title, note, link, children }: PanelProps) {
  return (
    <section class="panel">
      {link || note ? (
        <div class="panel-head">
          <h2>{title}</h2>
          {note ? <span class="quiet">{note}</span> : null}
          {link ? <a href={link.href}>{link.text}</a> : null}
        </div>
      ) : (
        <h2>{title}</h2>
      )}
      {children}
    </section>
  )
}
