// The dashboard: current numbers, and work that needs attention.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { PROPOSALS, REQUESTS, ROOM_SETTINGS } from '../../kit/office/paths.ts'
import { assetPath } from '../../kit/pages/assets.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type Dashboard, readDashboard } from './dashboard.ts'
import { readFirstSteps } from './first-steps.ts'
import { FirstStepsPanel } from './office-first-steps.tsx'
import { OverviewPanels } from './office-overview-panels.tsx'
import { Panel } from './office-panel.tsx'
import { EndingKeys, FailingWebhooks, LIVE_AND_UPCOMING, Programme } from './office-panels.tsx'
import { TrafficChart } from './office-traffic-chart.tsx'
import { type Overview, readOverview } from './overview.ts'
import { ProgrammeCounter } from './programme-counts.ts'

export const dashboardRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const counter = new ProgrammeCounter(services)
  office.get(
    '/',
    { prefixTrailingSlash: 'no-slash', config: { operation: 'dashboardPage' } },
    async (request, reply) => {
      const [caller, zone] = [callerOf(request), zoneOf(request.visit)]
      const counts = await counter.read(caller.platform.id)
      const [dashboard, overview] = await Promise.all([
        readDashboard(services, caller, counts),
        readOverview(services, caller, { zone, counts }),
      ])
      const { title } = messagesOf(request).office.dashboard
      const steps = await readFirstSteps(services, caller, dashboard)
      const page = {
        title,
        scripts: ['traffic-chart.js', ...(steps ? ['own-zone.js'] : [])],
        styles: steps ? ['first-steps.css'] : [],
      }
      const { timezone } = caller.platform.settings
      return sendOfficePage(request, reply, page, (csrf) => (
        <DashboardPage
          {...{ dashboard, overview, zone }}
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
  zone: string
  /** The first steps, if they are shown. */
  steps: ComponentChildren
}

function DashboardPage({ dashboard, overview, zone, steps }: PageProps) {
  const texts = useMessages().office.dashboard
  return (
    <>
      <link rel="stylesheet" href={assetPath('uplot.css')} />
      <h1>{texts.title}</h1>
      {dashboard.lacksRooms ? <RoomNotice /> : null}
      <ProposalNotice count={dashboard.proposals} />
      {steps}
      <Figures dashboard={dashboard} />
      {dashboard.hasTalks ? <OverviewPanels overview={overview} zone={zone} /> : null}
      <TrafficPanel dashboard={dashboard} zone={zone} />
      <div class="panels">
        <Panel title={texts.programme.title}>
          <Programme dashboard={dashboard} zone={zone} />
        </Panel>
        <div class="panels-column">
          <Panel title={texts.keys.title}>
            <EndingKeys dashboard={dashboard} zone={zone} />
          </Panel>
          <Panel title={texts.webhooks.title}>
            <FailingWebhooks dashboard={dashboard} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function RoomNotice() {
  const texts = useMessages().office.dashboard
  return (
    <p class="notice warning">{texts.lacksRooms({ setUp: (text) => <a href={ROOM_SETTINGS}>{text}</a> })}</p>
  )
}

function ProposalNotice({ count }: { count: number }) {
  const texts = useMessages().office.dashboard
  if (count === 0) return null
  return <p class="notice">{texts.proposals({ count, review: (text) => <a href={PROPOSALS}>{text}</a> })}</p>
}

function Figures({ dashboard: { liveCount, inReview, traffic } }: { dashboard: Dashboard }) {
  const { formats, office } = useMessages()
  const { figures: texts } = office.dashboard
  const requests = traffic.hours.reduce((sum, hour) => sum + hour.requests, 0)
  const errors = traffic.hours.reduce((sum, hour) => sum + hour.refused + hour.failed, 0)
  const figures = [
    [liveCount, texts.live({ count: liveCount }), LIVE_AND_UPCOMING],
    [inReview, texts.toReview({ count: inReview }), '/backoffice/registrations'],
    [requests, texts.requests, REQUESTS],
    [errors, texts.errors, `${REQUESTS}?status=errors`],
  ] as const
  return (
    <ul class="figures">
      {figures.map(([figure, label, href]) => (
        <li>
          <a href={href}>
            <strong>{formats.number(figure)}</strong>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function TrafficPanel({ dashboard: { traffic }, zone }: { dashboard: Dashboard; zone: string }) {
  const texts = useMessages().office.dashboard.traffic
  return (
    <Panel title={texts.title}>
      <TrafficChart hours={traffic.hours} zone={zone} />
      {traffic.unlogged > 0 ? <p class="quiet">{texts.unlogged({ count: traffic.unlogged })}</p> : null}
      <p>
        <a href={REQUESTS}>{texts.openLog}</a>
      </p>
    </Panel>
  )
}
