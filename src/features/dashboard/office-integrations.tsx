// The page of the integrations: requests of the API, keys that expire soon, and failing webhooks.
import type { FastifyPluginAsync } from 'fastify'
import { pageHooks } from '../../kernel/changes/features.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { IntegrationPart } from '../../kit/office/dashboard.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Panel } from './office-overview-panels.tsx'

export const integrationRoutes: FastifyPluginAsync<WebOptions> = async (office, running) => {
  office.get('/integrations', { config: { operation: 'integrationsPage' } }, async (request, reply) => {
    const [caller, zone, messages] = [callerOf(request), zoneOf(request.visit), messagesOf(request)]
    const read = pageHooks.of('readIntegrations')
    const parts = await Promise.all(
      read.map((one) => one(running.services, caller, { messages, zone, running })),
    )
    const page = {
      title: messages.office.frame.areas.integrations,
      scripts: parts.flatMap(({ scripts = [] }) => scripts),
    }
    return sendOfficePage(request, reply, page, () => <Integrations title={page.title} parts={parts} />)
  })
}

function Integrations({ title, parts }: { title: string; parts: readonly IntegrationPart[] }) {
  const { formats } = useMessages()
  const panels = parts.flatMap(({ panels = [] }) => panels)
  const shown = (isWide: boolean) =>
    panels
      .filter((panel) => (panel.isWide ?? false) === isWide)
      .map((panel) => <Panel title={panel.title}>{panel.content}</Panel>)
  return (
    <>
      <h1>{title}</h1>
      <ul class="figures">
        {parts
          .flatMap(({ figures = [] }) => figures)
          .map(({ count, label, href }) => (
            <li>
              <a href={href}>
                <strong>{formats.number(count)}</strong>
                <span>{label}</span>
              </a>
            </li>
          ))}
      </ul>
      {shown(true)}
      <div class="panels">{shown(false)}</div>
    </>
  )
}
