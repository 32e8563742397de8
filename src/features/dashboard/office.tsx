// The dashboard: when the event is, how complete it is, what to do next, and what has happened.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { DashboardPart } from '../../kit/office/dashboard.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { hasStage } from '../talks/talk-states.ts'
import { type Dashboard, readDashboard } from './dashboard.ts'
import { readFirstSteps } from './first-steps.ts'
import { LatestChanges } from './office-changes.tsx'
import { Figures } from './office-figures.tsx'
import { FirstStepsPanel } from './office-first-steps.tsx'
import { LiveNow } from './office-live-panel.tsx'
import { Completeness, Panel, SignUps, ToDo } from './office-overview-panels.tsx'
import { Programme } from './office-programme-panel.tsx'
import { checkedParts, type Overview, readOverview } from './overview.ts'
import { ProgrammeCounter } from './programme-counts.ts'

export const dashboardRoutes: FastifyPluginAsync<WebOptions> = async (office, running) => {
  const { services } = running
  const counter = new ProgrammeCounter(services)
  office.get(
    '/',
    { prefixTrailingSlash: 'no-slash', config: { operation: 'dashboardPage' } },
    async (request, reply) => {
      const [caller, zone] = [callerOf(request), zoneOf(request.visit)]
      const counts = await counter.read(caller.platform.id)
      const messages = messagesOf(request)
      const [dashboard, overview, ...parts] = await Promise.all([
        readDashboard(services, caller),
        readOverview(services, caller, { zone, counts }),
        ...pageHooks.of('readDashboard').map((read) => read(services, caller, { messages, zone, running })),
      ])
      const { title } = messages.office.dashboard
      const live = dashboard.live.map((talk) => ({ id: talk.id, hasStage: hasStage(talk) }))
      const liveFigures = await Promise.all(
        pageHooks.of('readLiveFigures').map((read) => read(services, live, messages)),
      )
      const steps = await readFirstSteps(services, caller, dashboard)
      const page = { title, scripts: steps ? ['own-zone.js'] : [], styles: ['dashboard.css'] }
      const { timezone, hasSignUp } = caller.platform.settings
      return sendOfficePage(request, reply, page, (csrf) => (
        <DashboardPage
          {...{ dashboard, overview, parts, liveFigures, zone, hasSignUp }}
          steps={
            steps ? (
              <FirstStepsPanel
                {...{ steps, csrf }}
                zone={timezone}
                isOwner={caller.user.role === 'owner'}
                isFolded={hasBegun(dashboard)}
              />
            ) : null
          }
        />
      ))
    },
  )
}

const hasBegun = ({ phase }: Dashboard) => phase === 'during' || phase === 'after'

type PageProps = {
  dashboard: Dashboard
  overview: Overview
  /** What other features show. */
  parts: readonly DashboardPart[]
  liveFigures: readonly ReadonlyMap<string, string>[]
  zone: string
  hasSignUp: boolean
  /** The first steps, if they are shown. */
  steps: ComponentChildren
}

/** What is live comes first; before the event, the first steps do. During it, what is next is beside what to do. */
function DashboardPage({ dashboard, overview, parts, liveFigures, zone, hasSignUp, steps }: PageProps) {
  const { time, office } = useMessages()
  const { dashboard: texts, settings } = office
  const hasSignUps = hasSignUp || overview.signUps.some(({ count }) => count > 0)
  const isDuring = dashboard.phase === 'during'
  const areStepsLast = dashboard.hasTalks && hasBegun(dashboard)
  const figures = <Figures dashboard={dashboard} counts={overview} zone={zone} hasSignUp={hasSignUp} />
  const programme = (
    <Panel
      title={texts.programme.title}
      {...(dashboard.next.length > 0
        ? { note: texts.programme.timesIn({ zone: time.zone(dashboard.now, zone) }) }
        : {})}
    >
      <Programme dashboard={dashboard} zone={zone} />
    </Panel>
  )
  const toDo = (
    <Panel title={texts.overview.toDo}>
      <ToDo
        overview={overview}
        inReview={dashboard.inReview}
        actions={parts.flatMap(({ actions = [] }) => actions)}
      />
    </Panel>
  )
  const isComplete = checkedParts.every((part) => overview.checks.counts[part] === 0)
  const completeness = isComplete ? null : (
    <Panel title={texts.overview.completeness}>
      <Completeness overview={overview} />
    </Panel>
  )
  const changes = (
    <Panel title={texts.overview.changes}>
      <LatestChanges overview={overview} now={dashboard.now} zone={zone} />
    </Panel>
  )
  const figuresOfPeople = [
    hasSignUps ? (
      <Panel title={texts.overview.signUps}>
        <SignUps overview={overview} zone={zone} />
      </Panel>
    ) : null,
    ...parts
      .flatMap(({ panels = [] }) => panels)
      .map(({ title, content }) => <Panel title={title}>{content}</Panel>),
  ]
  return (
    <>
      <div class="list-head">
        <h1>{texts.title}</h1>
        <a class="button" href="/">
          {settings.viewSite}
        </a>
      </div>
      <LiveNow dashboard={dashboard} zone={zone} figures={liveFigures} />
      {areStepsLast ? null : steps}
      {figures}
      {dashboard.hasTalks ? (
        <div class="panels">
          <div>{isDuring ? programme : [toDo, programme]}</div>
          <div class="panels-side">
            {isDuring ? toDo : null}
            {completeness}
            {changes}
            {areStepsLast ? steps : null}
          </div>
          {figuresOfPeople.some(Boolean) ? <div>{figuresOfPeople}</div> : null}
        </div>
      ) : null}
    </>
  )
}
