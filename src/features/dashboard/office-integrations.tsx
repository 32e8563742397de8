// The page of the integrations: requests of the API, keys that expire soon, and failing webhooks.
import type { FastifyPluginAsync } from 'fastify'
import { pageHooks } from '../../kernel/changes/features.ts'
import { MoreMenu } from '../../kit/components/more-menu.tsx'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { IntegrationPart } from '../../kit/office/dashboard.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { API_DOCUMENTATION } from '../../kit/office/paths.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Panel } from './office-overview-panels.tsx'

export const integrationRoutes: FastifyPluginAsync<WebOptions> = async (office, running) => {
  office.get('/integrations', { config: { operation: 'integrationsPage' } }, async (request, reply) => {
    const [caller, zone, messages] = [callerOf(request), zoneOf(request.visit), messagesOf(request)]
    const read = pageHooks.of('readIntegrations')
    const parts = await Promise.all(
      read.map((one) => one(running.services, caller, { messages, zone, running, request })),
    )
    const page = {
      title: messages.office.frame.groups.integrations,
      scripts: parts.flatMap(({ scripts = [] }) => scripts),
    }
    return sendOfficePage(request, reply, page, () => <Integrations title={page.title} parts={parts} />)
  })
}

function Integrations({ title, parts }: { title: string; parts: readonly IntegrationPart[] }) {
  const { formats, office } = useMessages()
  const panels = parts.flatMap(({ panels = [] }) => panels)
  const shown = (isWide: boolean) =>
    panels
      .filter((panel) => (panel.isWide ?? false) === isWide)
      .map(({ content, ...panel }) => <Panel {...panel}>{content}</Panel>)
  const actions = parts.flatMap((part) => part.actions ?? [])
  const quickstart = parts.flatMap((part) => part.quickstart ?? [])
  const isBeginning = quickstart.length > 0
  const figures = isBeginning ? [] : parts.flatMap((part) => part.figures ?? [])
  return (
    <>
      <ListHeader title={title}>
        {actions
          .filter(({ isPrimary = false }) => isPrimary)
          .map(({ text, href }) => (
            <a class="button primary" href={href}>
              {text}
            </a>
          ))}
        <MoreMenu
          links={[
            ...actions.filter(({ isPrimary = false }) => !isPrimary),
            { href: API_DOCUMENTATION, text: office.dashboard.reference },
          ]}
        />
      </ListHeader>
      {quickstart}
      {figures.length > 0 ? (
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
      ) : null}
      {isBeginning ? null : shown(true)}
      <div class="panels even">{shown(false)}</div>
    </>
  )
}
