// The dashboard: what goes on, what waits, and what will need a hand.
import type { FastifyPluginAsync } from 'fastify'
import { type Dashboard, readDashboard } from '../../../domain/office/dashboard.ts'
import type { ListedTalk } from '../../../store/site/public-talks.ts'
import { shortDayText, timeText, zoneText } from '../../components/time.tsx'
import { assetPath } from '../../pages/assets.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { fromNow, Stamp } from '../shared/timestamp.tsx'
import { WEBHOOKS, WebhookBadge } from '../webhooks/webhook-card.tsx'
import { TrafficChart } from './traffic-chart.tsx'

export const dashboardRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get(
    '/',
    { prefixTrailingSlash: 'no-slash', config: { operation: 'dashboardPage' } },
    async (request, reply) => {
      const dashboard = await readDashboard(services, callerOf(request))
      const zone = zoneOf(request.visit)
      return sendOfficePage(request, reply, { title: 'Dashboard', scripts: ['traffic-chart.js'] }, () => (
        <>
          <link rel="stylesheet" href={assetPath('uplot.css')} />
          <h1>Dashboard</h1>
          <FirstSteps dashboard={dashboard} />
          <Figures dashboard={dashboard} />
          <section class="panel">
            <h2>Requests of the last 24 hours</h2>
            <TrafficChart hours={dashboard.traffic.hours} zone={zone} />
            {dashboard.traffic.unlogged > 0 ? (
              <p class="quiet">
                {dashboard.traffic.unlogged} of them came too fast to be kept in the request log one by one.
              </p>
            ) : null}
            <p>
              <a href="/backoffice/requests">Request log</a>
            </p>
          </section>
          <div class="panels">
            <section class="panel">
              <h2>Live now and next</h2>
              <Programme dashboard={dashboard} zone={zone} />
            </section>
            <div class="panels-column">
              <section class="panel">
                <h2>Keys near their end</h2>
                <EndingKeys dashboard={dashboard} zone={zone} />
              </section>
              <section class="panel">
                <h2>Failing deliveries</h2>
                <FailingWebhooks dashboard={dashboard} />
              </section>
            </div>
          </div>
        </>
      ))
    },
  )
}

/** What a platform begins with; it goes once there is a talk and a key. */
function FirstSteps({ dashboard: { hasTalks, hasKeys } }: { dashboard: Dashboard }) {
  if (hasTalks && hasKeys) return null
  return (
    <section class="panel">
      <h2>First steps</h2>
      <ol>
        <li>
          {hasKeys ? <span class="badge good">done</span> : null}{' '}
          <a href="/backoffice/settings/advanced#make-a-key">Make an API key</a>, with which another system
          sends talks, sponsors and people. <a href="/docs">What the API can do</a>
        </li>
        <li>
          {hasTalks ? <span class="badge good">done</span> : null}{' '}
          <a href="/backoffice/talks/new">Add the first talk</a>, where no other system does.
        </li>
      </ol>
    </section>
  )
}

const LIVE_AND_TO_COME = '/backoffice/talks?when=upcoming'

function Figures({ dashboard: { liveCount, waiting, traffic } }: { dashboard: Dashboard }) {
  const requests = traffic.hours.reduce((sum, hour) => sum + hour.requests, 0)
  const errors = traffic.hours.reduce((sum, hour) => sum + hour.refused + hour.failed, 0)
  const figures = [
    [liveCount, liveCount === 1 ? 'talk live now' : 'talks live now', LIVE_AND_TO_COME],
    [
      waiting,
      waiting === 1 ? 'registration to review' : 'registrations to review',
      '/backoffice/registrations',
    ],
    [requests, 'requests in 24 hours', '/backoffice/requests'],
    [errors, 'of them not successful', '/backoffice/requests?status=errors'],
  ] as const
  return (
    <ul class="figures">
      {figures.map(([figure, label, href]) => (
        <li>
          <a href={href}>
            <strong>{figure.toLocaleString('en')}</strong>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Programme({ dashboard, zone }: { dashboard: Dashboard; zone: string }) {
  const { live, liveCount, next, now } = dashboard
  const unshown = liveCount - live.length
  if (live.length + next.length === 0) {
    return <p class="quiet">No talk is live, and none is to come.</p>
  }
  return (
    <>
      <p class="quiet">Times in {zoneText(now, zone)}.</p>
      <ul class="rows">
        {live.map((talk) => (
          <TalkRow talk={talk} when={`until ${timeText(talk.endAt, zone)}`} isLive />
        ))}
        {unshown > 0 ? <li class="quiet">and {unshown.toLocaleString('en')} more live now</li> : null}
        {next.map((talk) => (
          <TalkRow
            talk={talk}
            when={`${shortDayText(talk.startAt, zone)}, ${timeText(talk.startAt, zone)}`}
          />
        ))}
      </ul>
      <p>
        <a href={LIVE_AND_TO_COME}>All that are live or to come</a>
      </p>
    </>
  )
}

function TalkRow({ talk, when, isLive = false }: { talk: ListedTalk; when: string; isLive?: boolean }) {
  return (
    <li>
      <a href={`/backoffice/talks/${talk.id}`}>{talk.title}</a>
      <span class="quiet">
        {isLive ? <span class="badge accent">Live</span> : null} {when}
      </span>
    </li>
  )
}

function EndingKeys({ dashboard: { endingKeys, now }, zone }: { dashboard: Dashboard; zone: string }) {
  if (endingKeys.length === 0) return <p class="quiet">None ends within 30 days.</p>
  return (
    <ul class="rows">
      {endingKeys.map((key) => (
        <li>
          <a href={`/backoffice/settings/advanced#key-${key.id}`}>{key.name}</a>
          <span class="quiet">
            <span class="badge warn">{fromNow(key.expiresAt ?? now, now)}</span>{' '}
            <Stamp at={key.expiresAt ?? now} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function FailingWebhooks({ dashboard: { hasWebhooks, failingWebhooks } }: { dashboard: Dashboard }) {
  if (failingWebhooks.length === 0) {
    const text = hasWebhooks ? 'None: every webhook is well.' : 'None: no webhook is set up on this platform.'
    return (
      <p class="quiet">
        {text} <a href={WEBHOOKS}>Webhooks</a>
      </p>
    )
  }
  return (
    <ul class="rows">
      {failingWebhooks.map(({ webhook, health }) => (
        <li>
          <a href={`${WEBHOOKS}/${webhook.id}`}>{webhook.description ?? new URL(webhook.url).host}</a>
          <span class="quiet">
            <WebhookBadge webhook={webhook} /> {(health?.pending ?? 0).toLocaleString('en')} waiting,{' '}
            {(health?.failed ?? 0).toLocaleString('en')} given up
          </span>
        </li>
      ))}
    </ul>
  )
}
