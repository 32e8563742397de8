// XLSX files for tests.
import { deflateRawSync } from 'node:zlib'
import writeXlsxFile from 'write-excel-file/node'

type Cell = string | number | boolean | Date | null
/** Dates are times in UTC: those of 1899-12-30 are times of day, and those at midnight are days. */
export type Sheets = Record<string, readonly (readonly Cell[])[]>

export async function makeXlsx(sheets: Sheets): Promise<Buffer> {
  const written = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map(toCell)),
  }))
  return writeXlsxFile(written).toBuffer()
}

function toCell(value: Cell) {
  if (!(value instanceof Date)) return value === null ? null : { value }
  const isTimeOfDay = value.getUTCFullYear() < 1900
  const isDay = value.getUTCHours() === 0 && value.getUTCMinutes() === 0
  return { value, type: Date, format: isTimeOfDay ? 'hh:mm' : isDay ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm' }
}

/** A workbook whose two cells are millions of rows apart. */
export function farWorkbook(): Buffer {
  const cell = (row: number, column: string) =>
    `<row r="${row}"><c r="${column}${row}" t="inlineStr"><is><t>x</t></is></c></row>`
  return workbook(`${cell(1, 'A')}${cell(90_000_000, 'XFD')}`)
}

const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook with these rows of its only sheet, as XML. */
export function workbook(rows: string, prologue = ''): Buffer {
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${SCHEMAS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${prologue}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ],
  ])
}

/** `size` and `method` are what the directory of the archive says about its entries, if that is not true. */
export function zip(
  files: [name: string, content: string | Buffer][],
  { size, method = 8 }: { size?: number; method?: number } = {},
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size ?? Buffer.byteLength(content), 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size ?? Buffer.byteLength(content), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
