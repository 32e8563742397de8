// Downloads of a table as CSV and as a workbook, written page by page as the rows are read, so that their size does not
// matter.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/changes/services.ts'
import { bodyStream } from '../../kernel/http/server/body-stream.ts'
import { type XlsxCell, xlsxFile } from '../../kernel/lib/data/xlsx.ts'
import { csvFile } from '../../kernel/lib/text/csv.ts'
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { formatZoned } from '../../kernel/lib/time/instants.ts'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'

/** A list is written as in a table to import: separated by semicolons, with quoted entries where they contain one. */
type Cell = string | number | boolean | null | readonly string[]

/**
 * The name of a column and its cell, with times in the time zone. Names and values are those of the API in every
 * language, so that an edited file can be imported again and formulas that refer to it keep working.
 */
export type FileColumn<Row> = readonly [name: string, cell: (row: Row, zone: string) => Cell]

/** Columns with the names of their attributes. */
export const plainColumns = <const Name extends string>(...names: Name[]): FileColumn<Record<Name, Cell>>[] =>
  names.map((name) => [name, (row) => row[name]])

export type TableFile<Row> = {
  /** The name of the file, without the day and the extension. */
  name: string
  columns: readonly FileColumn<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

const mediaTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
type Rows = AsyncIterable<readonly (readonly XlsxCell[])[]>
const writers: Record<FileFormat, (rows: Rows) => AsyncIterable<string | Buffer>> = {
  csv: csvFile,
  xlsx: xlsxFile,
}

type ListRequest = FastifyRequest<{ Params: { id: string } }>

/** Adds the routes `<path>.csv` and `<path>.xlsx`. `tableOf` refuses like the page of the list. */
export function tableFileRoutes<Row>(
  scope: FastifyInstance,
  { clock }: Pick<Services, 'clock'>,
  { path, operation }: { path: string; operation: string },
  tableOf: (request: ListRequest) => TableFile<Row> | Promise<TableFile<Row>>,
): void {
  for (const format of fileFormats)
    scope.get<{ Params: { id: string } }>(
      `${path}.${format}`,
      { config: { operation } },
      async (request, reply) => {
        const { name, ...table } = await tableOf(request)
        const zone = request.visit.platform.settings.timezone
        return sendTable(reply, format, `${name}-${dayOf(clock.now(), zone)}`, rowsOf(table, zone))
      },
    )
}

export const sendTable = (reply: FastifyReply, format: FileFormat, name: string, rows: Rows) =>
  reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    // Without a high-water mark of its own, the stream would read 16 pages ahead.
    .send(bodyStream(writers[format](rows), { highWaterMark: 1 }))

async function* rowsOf<Row>(
  { columns, pages }: Omit<TableFile<Row>, 'name'>,
  zone: string,
): AsyncGenerator<XlsxCell[][]> {
  const work = new SlicedWork()
  yield [columns.map(([name]) => name)]
  for await (const page of pages) {
    if (work.isDue) await work.pause()
    yield page.map((row) => columns.map(([, cell]) => plain(cell(row, zone))))
  }
}

function plain(value: Cell): XlsxCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object' && value !== null) return value.map(quoted).join('; ')
  return value
}

/** Quotes like a field of CSV (RFC 4180, section 2). `csv-cells.ts` of imports reads it. */
const quoted = (entry: string): string => (/;|^"/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)

/** An instant in a cell. */
export const timeCell = (at: number | string | null | undefined, zone: string): string | null =>
  at === null || at === undefined ? null : formatZoned(typeof at === 'string' ? Date.parse(at) : at, zone)

/** Rows that are already in memory, as pages. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
