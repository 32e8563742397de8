// Requests and errors of the last day on the page of the integrations.
import type { ReadIntegrations } from '../../kit/office/dashboard.ts'
import { REQUESTS } from '../../kit/office/paths.ts'
import { assetPath } from '../../kit/pages/assets.ts'
import { TrafficChart } from './office-traffic-chart.tsx'
import { readRecentTraffic } from './request-log.ts'

export const readIntegrations: ReadIntegrations = async (services, caller, { messages, zone }) => {
  const { figures, traffic: texts } = messages.office.dashboard
  const { hours, unlogged } = await readRecentTraffic(services, caller)
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
  const errors = hours.reduce((sum, hour) => sum + hour.refused + hour.failed, 0)
  return {
    scripts: ['traffic-chart.js'],
    figures: [
      { count: requests, label: figures.requests, href: REQUESTS },
      { count: errors, label: figures.errors, href: `${REQUESTS}?status=errors` },
    ],
    panels: [
      {
        isWide: true,
        title: texts.title,
        link: { text: texts.openLog, href: REQUESTS },
        content: (
          <>
            <link rel="stylesheet" href={assetPath('uplot.css')} />
            <TrafficChart hours={hours} zone={zone} />
            {unlogged > 0 ? <p class="quiet">{texts.unlogged({ count: unlogged })}</p> : null}
          </>
        ),
      },
    ],
  }
}
