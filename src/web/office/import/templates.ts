// Tables to fill in for an import, with headers in the reader's language.
import type { FastifyPluginAsync } from 'fastify'
import { fileFormats, onePage, sendTable } from '../../pages/table-files.ts'
import { messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { TEMPLATES } from '../shared/paths.ts'

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
