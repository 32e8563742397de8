// The export of everything on a platform: one file per kind, and the page that lists them.
import type { FastifyPluginAsync } from 'fastify'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendNdjson } from '../../kit/office/ndjson-file.ts'
import { EXPORTS } from '../../kit/office/paths.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { exportedKinds } from './exports.ts'

export const exportRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/settings/export', { config: { operation: 'exportPage' } }, (request, reply) =>
    sendSettingsPage(services, request, reply, { tab: 'export' }, () => <ExportList />),
  )

  for (const [kind, read] of Object.entries(exportedKinds())) {
    office.get(
      `/settings/export/${kind}.ndjson`,
      { config: { operation: 'downloadExport' } },
      async (request, reply) => {
        const day = new Date(services.clock.now()).toISOString().slice(0, 10)
        return sendNdjson(reply, `${kind}-${day}`, read(services, callerOf(request)))
      },
    )
  }
}

function ExportList() {
  const texts = useMessages().office.settings.export
  return (
    <>
      <p>{texts.intro}</p>
      <div class="panel">
        <ul class="rows">
          {Object.keys(exportedKinds()).map((kind) => (
            <li>
              <a href={`${EXPORTS}/${kind}.ndjson`} download>
                {texts.kinds[kind as keyof typeof texts.kinds]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
