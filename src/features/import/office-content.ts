// The content of an uploaded import: read once, and kept compressed until it is applied.
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { type Programme, withIdPrefix } from './file/programme.ts'
import { readMapping } from './readers/csv-columns.ts'
import { type FileContent, readContent } from './readers/read-file.ts'
import type { ImportChoices } from './uploaded-imports-schema.ts'

const [compress, decompress] = [promisify(deflate), promisify(inflate)]

export const packContent = async (content: FileContent): Promise<string> =>
  (await compress(JSON.stringify(content))).toString('base64')

export async function unpackContent(text: string): Promise<FileContent> {
  const bytes = await decompress(Buffer.from(text, 'base64'))
  // This was written by `packContent`.
  return JSON.parse(bytes.toString()) as FileContent
}

export type TableContent = Extract<FileContent, { tables: unknown }>
export const isTable = (content: FileContent): content is TableContent => 'tables' in content

/**
 * The programme in the file. Times without a zone are in the platform's zone, which talks then do not name themselves.
 * @throws ImportFailure if the file cannot be read with these choices.
 */
export function programmeOf(content: FileContent, choices: ImportChoices, platformZone: string): Programme {
  const { table, dateFormat, personType, idPrefix = '' } = choices
  const read = readContent(isTable(content) ? repaired(content, choices) : content, {
    timeZone: platformZone,
    dateFormat: dateFormat ?? undefined,
    personType: personType ?? undefined,
    mapping:
      isTable(content) && table
        ? readMapping({
            kind: table.kind,
            columns: table.columns,
            ...(table.sheet ? { sheet: table.sheet } : {}),
          })
        : undefined,
  })
  const programme = withIdPrefix(read, idPrefix)
  return { ...programme, timeZone: programme.timeZone === platformZone ? undefined : programme.timeZone }
}

/** The tables with the cells that the user has corrected. */
export function repaired(content: TableContent, { table, repairs = [] }: ImportChoices): TableContent {
  if (repairs.length === 0) return content
  const textOf = new Map(repairs.map((one) => [JSON.stringify([one.sheet, one.row, one.column]), one.text]))
  return {
    ...content,
    tables: content.tables.map((named) => {
      const isOnly = table === null || table.sheet === null || table.sheet === named.name
      const { header, rows } = named.table
      const repairedCell = (row: number, column: string) =>
        textOf.get(JSON.stringify([named.name, row, column])) ??
        (isOnly ? textOf.get(JSON.stringify([null, row, column])) : undefined)
      return {
        ...named,
        table: {
          ...named.table,
          rows: rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell, index) => repairedCell(row.row, header[index] ?? '') ?? cell),
          })),
        },
      }
    }),
  }
}
