// Tables to fill in for an import, with headers in the reader's language.
import type { FastifyPluginAsync } from 'fastify'
import { TEMPLATES } from '../../kit/office/paths.ts'
import { fileFormats, onePage, sendTable } from '../../kit/pages/table-files.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'

const OFFICE = '/backoffice'

export const templateRoutes: FastifyPluginAsync<WebOptions> = async (office) => {
  for (const format of fileFormats)
    office.get(
      TEMPLATES[format].slice(OFFICE.length),
      { config: { operation: 'importTemplate' } },
      async (request, reply) =>
        sendTable(reply, format, 'template', onePage(messagesOf(request).office.imports.template)),
    )
}
