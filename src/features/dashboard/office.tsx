// The dashboard: current numbers, and work that needs attention.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { DashboardPart } from '../../kit/office/dashboard.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { REGISTRATIONS } from '../../kit/office/paths.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type Dashboard, readDashboard } from './dashboard.ts'
import { readFirstSteps } from './first-steps.ts'
import { FirstStepsPanel } from './office-first-steps.tsx'
import { OverviewPanels } from './office-overview-panels.tsx'
import { Panel } from './office-panel.tsx'
import { EndingKeys, LIVE_AND_UPCOMING, Programme } from './office-panels.tsx'
import { type Overview, readOverview } from './overview.ts'
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
      const steps = await readFirstSteps(services, caller, dashboard)
      const page = {
        title,
        scripts: [...parts.flatMap(({ scripts = [] }) => scripts), ...(steps ? ['own-zone.js'] : [])],
        styles: steps ? ['first-steps.css'] : [],
      }
      const { timezone } = caller.platform.settings
      return sendOfficePage(request, reply, page, (csrf) => (
        <DashboardPage
          {...{ dashboard, overview, parts, zone, csrf }}
          steps={
            steps ? (
              <FirstStepsPanel {...{ steps, csrf }} zone={timezone} isOwner={caller.user.role === 'owner'} />
            ) : null
          }
        />
      ))
    },
  )
}

type PageProps = {
  dashboard: Dashboard
  overview: Overview
  /** What other features show. */
  parts: readonly DashboardPart[]
  zone: string
  csrf: string
  /** The first steps, if they are shown. */
  steps: ComponentChildren
}

function DashboardPage({ dashboard, overview, parts, zone, csrf, steps }: PageProps) {
  const texts = useMessages().office.dashboard
  const panelsAt = (place: 'overview' | 'wide' | 'side') =>
    parts
      .flatMap(({ panels = [] }) => panels)
      .filter((panel) => panel.place === place)
      .map(({ title, content }) => (
        <Panel title={title}>{typeof content === 'function' ? content(csrf) : content}</Panel>
      ))
  return (
    <>
      <h1>{texts.title}</h1>
      {parts.map(({ notice }) => notice)}
      {steps}
      <Figures dashboard={dashboard} parts={parts} />
      {dashboard.hasTalks ? (
        <OverviewPanels overview={overview} zone={zone}>
          {panelsAt('overview')}
        </OverviewPanels>
      ) : null}
      {panelsAt('wide')}
      <div class="panels">
        <Panel title={texts.programme.title}>
          <Programme dashboard={dashboard} zone={zone} />
        </Panel>
        <div class="panels-column">
          <Panel title={texts.keys.title}>
            <EndingKeys dashboard={dashboard} zone={zone} />
          </Panel>
          {panelsAt('side')}
        </div>
      </div>
    </>
  )
}

type FiguresProps = Pick<PageProps, 'dashboard' | 'parts'>

function Figures({ dashboard: { liveCount, inReview }, parts }: FiguresProps) {
  const { formats, office } = useMessages()
  const { figures: texts } = office.dashboard
  const figures = [
    { count: liveCount, label: texts.live({ count: liveCount }), href: LIVE_AND_UPCOMING },
    { count: inReview, label: texts.toReview({ count: inReview }), href: REGISTRATIONS },
    ...parts.flatMap((part) => part.figures ?? []),
  ]
  return (
    <ul class="figures">
      {figures.map(({ count, label, href }) => (
        <li>
          <a href={href}>
            <strong>{formats.number(count)}</strong>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
