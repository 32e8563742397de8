// Tables to fill in for an import, with headers in the language of the reader.
import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { xlsxFile } from '../../../lib/data/xlsx.ts'
import { csvLine } from '../../../lib/text/csv.ts'
import { messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { TEMPLATES } from '../shared/paths.ts'

const OFFICE = '/backoffice'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const templateRoutes: FastifyPluginAsync<WebOptions> = async (office) => {
  office.get(
    TEMPLATES.csv.slice(OFFICE.length),
    { config: { operation: 'importTemplate' } },
    async (request, reply) => {
      const rows = messagesOf(request).office.imports.template
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="template.csv"')
        .send(`\uFEFF${rows.map(csvLine).join('')}`)
    },
  )

  office.get(
    TEMPLATES.xlsx.slice(OFFICE.length),
    { config: { operation: 'importWorkbookTemplate' } },
    async (request, reply) => {
      const rows = messagesOf(request).office.imports.template
      return reply
        .type(XLSX)
        .header('content-disposition', 'attachment; filename="template.xlsx"')
        .send(Readable.from(xlsxFile(inOnePiece(rows))))
    },
  )
}

async function* inOnePiece<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
