// The panels of the dashboard about the programme and its people: open work, sign-ups, and changes.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { CountChart } from '../../kit/office/count-chart.tsx'
import { AUDIT } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { useActionName } from '../audit/office-change-origin.tsx'
import { talkChecks } from '../talks/checks/programme-checks-store.ts'
import { MAX_CHECKED } from '../talks/limits.ts'
import { Panel } from './office-panel.tsx'
import type { Overview } from './overview.ts'

type Props = { overview: Overview; zone: string }

/** `children` are the panels of other features. */
export function OverviewPanels({ overview, zone, children }: Props & { children: ComponentChildren }) {
  const { overview: texts } = useMessages().office.dashboard
  return (
    <div class="panels">
      <div class="panels-column">
        <Panel title={texts.toDo}>
          <ToDo overview={overview} />
        </Panel>
        <Panel title={texts.changes}>
          <LatestChanges overview={overview} zone={zone} />
        </Panel>
      </div>
      <div class="panels-column">
        <Panel title={texts.signUps}>
          <SignUps overview={overview} zone={zone} />
        </Panel>
        {children}
      </div>
    </div>
  )
}

/** Leaves out checks without open work. */
function ToDo({ overview }: { overview: Overview }) {
  const { talks, dashboard } = useMessages().office
  const { checks, incompleteSpeakers, hasMoreIncomplete } = overview
  const texts = dashboard.overview
  const rows = [
    ...talkChecks.map(
      (check) => [checks.counts[check], texts.checks[check], `/backoffice/talks?needs=${check}`] as const,
    ),
    [
      incompleteSpeakers,
      hasMoreIncomplete ? texts.moreIncompleteSpeakers : texts.incompleteSpeakers,
      '/backoffice/speakers?profile=incomplete',
    ] as const,
  ].filter(([count]) => count > 0)
  return (
    <>
      {rows.length === 0 ? (
        <p class="quiet">{texts.nothingToDo}</p>
      ) : (
        <Rows>
          {rows.map(([count, label, href]) => (
            <li>
              <a href={href}>{label({ count })}</a>
            </li>
          ))}
        </Rows>
      )}
      {checks.isPartial ? <p class="quiet">{talks.checked({ count: MAX_CHECKED })}</p> : null}
    </>
  )
}

function SignUps({ overview: { signUps }, zone }: Props) {
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
      />
    </>
  )
}

function LatestChanges({ overview: { changes }, zone }: Props) {
  const { names, office } = useMessages()
  const actionName = useActionName()
  if (changes.length === 0) return <p class="quiet">{office.changes.noChanges}</p>
  return (
    <>
      <Rows>
        {changes.map(({ type, at, objectKind, objectName, actorName }) => (
          <li>
            <span>
              <span class="badge">{actionName(type)}</span> {names.objects[objectKind]} {objectName}
            </span>
            <span class="quiet">
              {actorName} <Timestamp at={at} zone={zone} isShort />
            </span>
          </li>
        ))}
      </Rows>
      <p>
        <a href={AUDIT}>{office.dashboard.overview.allChanges}</a>
      </p>
    </>
  )
}

const Rows = ({ children }: { children: ComponentChildren }) => <ul class="rows">{children}</ul>
