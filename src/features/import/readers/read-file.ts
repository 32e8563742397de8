// Reads the bytes of a file: JSON of a known format, or the sheets of a table. Detects the format from the content.

import { ImportFailure } from '../file/failure.ts'
import type { Format, Programme } from '../file/programme.ts'
import { isOldSpreadsheet, isXlsx, readXlsx } from '../xlsx/read-xlsx.ts'
import { type Mapping, readMapping } from './csv-columns.ts'
import { countUsualHeaders, parseTable, type Table, tableOf } from './csv-table.ts'
import { parseJson } from './json-files.ts'
import { type CsvOptions, readTable } from './read-csv.ts'
import { readFrab } from './read-frab.ts'
import { isSessionize, readSessionize } from './read-sessionize.ts'
import { parseScheduleXml } from './schedule-xml.ts'

export type FileOptions = {
  /** Overrides the detected format. */
  format?: Format | undefined
  /** The encoding of a text that is not UTF-8 or UTF-16 (a label of the Encoding Standard). */
  encoding?: string | undefined
  /** The delimiter of a CSV table. */
  delimiter?: string | undefined
}

export type NamedTable = { name: string; table: Table }
export type FileContent =
  | { format: 'frab' | 'sessionize'; value: unknown }
  | { format: 'csv' | 'xlsx'; tables: readonly NamedTable[] }

/** @throws ImportFailure naming the part that does not match the format. */
export async function openFile(bytes: Uint8Array, options: FileOptions = {}): Promise<FileContent> {
  if (isOldSpreadsheet(bytes)) throw new ImportFailure({ code: 'old_spreadsheet' })
  if (options.format !== 'xlsx' && !isXlsx(bytes))
    return openText(decodeText(bytes, options.encoding), options)
  const sheets = await readXlsx(bytes)
  return { format: 'xlsx', tables: sheets.map(({ name, rows }) => ({ name, table: tableOf(rows) })) }
}

/** @throws ImportFailure naming the part that does not match the format. */
export function openText(text: string, { format = detectFormat(text), delimiter }: FileOptions): FileContent {
  if (format === 'csv' || format === 'xlsx')
    return { format: 'csv', tables: [{ name: '', table: parseTable(text, delimiter) }] }
  return { format, value: isXml(text) ? parseScheduleXml(text) : parseJson(text) }
}

/** `mapping` is for a table. */
export type Reading = CsvOptions & { mapping?: Mapping | undefined }

/** @throws ImportFailure naming the part that does not match the format. */
export function readContent(content: FileContent, { mapping, ...options }: Reading = {}): Programme {
  const { timeZone } = options
  if ('tables' in content) {
    const { table, unused } = chooseTable(content.tables, mapping?.sheet)
    const programme = readTable(table, { ...options, mapping: mapping ?? readMapping({}) })
    const notes = unused.length === 0 ? [] : [{ code: 'sheets_ignored' as const, sheets: unused }]
    return { format: content.format, ...programme, notes: [...notes, ...programme.notes] }
  }
  if (mapping !== undefined) throw new ImportFailure({ code: 'mapping_without_table' })
  return content.format === 'sessionize'
    ? readSessionize(content.value, timeZone)
    : readFrab(content.value, timeZone)
}

/** In place of a sheet: all sheets with the same columns. Spreadsheet programs do not allow this name. */
export const ALL_SHEETS = '*'

/** `unused` are the sheets that are not part of the table. */
type ChosenTable = NamedTable & { unused: string[] }

/**
 * The named sheet. Otherwise, all sheets that have the same columns as the one with the most usual headers.
 * @throws ImportFailure if no sheet has the name.
 */
export function chooseTable(tables: readonly NamedTable[], sheet = ALL_SHEETS): ChosenTable {
  const counts = tables.map(({ table }) => countUsualHeaders(table.header))
  const best = counts.indexOf(Math.max(...counts))
  const chosen = sheet === ALL_SHEETS ? tables[best] : tables.find(({ name }) => name === sheet)
  if (chosen === undefined) {
    const sheets = tables.map(({ name }) => name)
    throw new ImportFailure({ code: 'sheet_unknown', sheet, sheets })
  }
  const used = sheet === ALL_SHEETS ? tables.filter((one) => hasSameColumns(one, chosen)) : [chosen]
  const unused = tables.filter((one) => !used.includes(one)).map(({ name }) => name)
  return used.length === 1
    ? { ...chosen, unused }
    : { name: ALL_SHEETS, table: joinTables(used, chosen), unused }
}

const hasSameColumns = ({ table: { header } }: NamedTable, { table }: NamedTable): boolean =>
  header.length === table.header.length && header.every((name) => table.header.includes(name))

/** The rows of all tables, with their cells in the order of one header. */
function joinTables(tables: readonly NamedTable[], { table: { header } }: NamedTable): Table {
  const rows = tables.flatMap(({ name, table }) => {
    const places = header.map((column) => table.header.indexOf(column))
    return table.rows.map(({ cells, hiddenDays, merged, ...row }) => ({
      ...row,
      sheet: name,
      cells: places.map((place) => cells[place] ?? ''),
      ...(hiddenDays && { hiddenDays: placed(hiddenDays, places) }),
      ...(merged && { merged: placed(merged, places) }),
    }))
  })
  return { header, rows }
}

const placed = (texts: Readonly<Record<number, string>>, places: readonly number[]): Record<number, string> =>
  Object.fromEntries(places.flatMap((place, index) => (texts[place] ? [[index, texts[place]]] : [])))

const isXmlFile = (bytes: Uint8Array): boolean =>
  isXml(Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString('latin1'))

const isXml = (text: string): boolean => text.trimStart().startsWith('<')

/** JSON with the lists of Sessionize is Sessionize, other JSON and XML is a schedule, and everything else is a table. */
function detectFormat(text: string): Format {
  if (isXml(text)) return 'frab'
  const start = text.trimStart()
  if (/^BEGIN:VCALENDAR\b/i.test(start)) throw new ImportFailure({ code: 'calendar' })
  if (!/^[{[]/.test(start)) return 'csv'
  const value = parseJson(text)
  if (isSessionize(value)) return 'sessionize'
  if (!Array.isArray(value)) return 'frab'
  throw new ImportFailure({ code: 'unknown_json' })
}

/**
 * Decodes the given encoding (a label of the Encoding Standard), or UTF-8 or UTF-16 with a byte order mark (“Unicode
 * text” in spreadsheets), or the encoding that XML declares. Drops the mark.
 */
export function decodeText(bytes: Uint8Array, encoding = detectEncoding(bytes)): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    // The name is unknown. Other errors are about the bytes.
    if (error instanceof RangeError) throw new ImportFailure({ code: 'encoding_unknown', encoding })
    const code = isXmlFile(bytes) ? 'xml_encoding_mismatch' : 'encoding_mismatch'
    throw new ImportFailure({ code, encoding: encoding.toUpperCase() })
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return declaredEncoding(bytes) ?? 'utf-8'
}

const MAX_DECLARATION_BYTES = 200

/** The encoding that XML names (XML 1.0, section 4.3.3), which is not UTF-16 if it can be read without decoding. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString('latin1')
  const [, name = ''] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  return name === '' || /^utf-?16/i.test(name) || !isEncoding(name) ? undefined : name
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}
