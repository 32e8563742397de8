// Writes an XLSX workbook with one sheet (ECMA-376) row by row, so that memory does not grow with its size.
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type XlsxCell = string | number | null
type Rows = AsyncIterable<readonly (readonly XlsxCell[])[]>

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Limit of spreadsheet programs per cell, in UTF-16 code units. */
const MAX_CELL_LENGTH = 32_767

const parts: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
]

/** The bytes of the workbook, in pieces. Texts are never formulas. */
export async function* xlsxFile(rows: Rows): AsyncGenerator<Buffer> {
  const zip = new ZipWriter()
  for (const [name, content] of parts) yield* zip.add(name, textsOf(content))
  yield* zip.add('xl/worksheets/sheet1.xml', sheetOf(rows))
  yield zip.end()
}

async function* textsOf(text: string): AsyncGenerator<string> {
  yield text
}

async function* sheetOf(rows: Rows): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  let count = 0
  for await (const some of rows) {
    yield some.map((cells, index) => rowOf(cells, count + index + 1)).join('')
    count += some.length
  }
  yield '</sheetData></worksheet>'
}

const rowOf = (cells: readonly XlsxCell[], number: number): string =>
  `<row r="${number}">${cells.map((cell, index) => cellOf(cell, `${columnName(index)}${number}`)).join('')}</row>`

/** `A` to `Z`, then `AA` and so on. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

function cellOf(value: XlsxCell, place: string): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these (section 2.2).
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

type Entry = { name: Buffer; crc: number; packed: number; size: number; start: number }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Flag for sizes that follow the data. */
const FLAGS = 8
const DEFLATED = 8
/** 1980-01-01, so that the same rows always make the same file. */
const DATE = 0x21

/** A ZIP archive (APPNOTE.TXT of PKWARE) of less than 4 GiB whose entries are compressed as they arrive. */
class ZipWriter {
  readonly #entries: Entry[] = []
  #length = 0

  async *add(name: string, texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, start: this.#length }
    this.#entries.push(entry)
    yield this.#count(Buffer.concat([numbers([LOCAL, 4], ...head({ ...entry, crc: 0 }), [0, 2]), entry.name]))
    for await (const piece of compressed(texts, entry)) {
      entry.packed += piece.length
      yield this.#count(piece)
    }
    yield this.#count(numbers([DESCRIPTOR, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]))
  }

  end(): Buffer {
    const directory = Buffer.concat(
      this.#entries.flatMap((entry) => [
        numbers(
          [CENTRAL, 4],
          [VERSION, 2],
          ...head(entry),
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [entry.start, 4],
        ),
        entry.name,
      ]),
    )
    const count = this.#entries.length
    return Buffer.concat([
      directory,
      numbers(
        [END, 4],
        [0, 2],
        [0, 2],
        [count, 2],
        [count, 2],
        [directory.length, 4],
        [this.#length, 4],
        [0, 2],
      ),
    ])
  }

  #count(piece: Buffer): Buffer {
    this.#length += piece.length
    return piece
  }
}

type Field = [value: number, bytes: 2 | 4]

const head = ({ name, crc, packed, size }: Entry): Field[] => [
  ...([
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
  ] satisfies Field[]),
  ...([
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
  ] satisfies Field[]),
]

function numbers(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of fields)
    at = width === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  return bytes
}

/** Compresses texts, and counts them in the entry. Stops reading when nobody reads the result. */
async function* compressed(texts: AsyncIterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  // Errors of the texts are thrown by the loop below.
  const deflate = pipeline(Readable.from(counted(texts, entry)), createDeflateRaw(), () => {})
  // A compressor emits buffers.
  for await (const chunk of deflate) yield chunk as Buffer
}

async function* counted(texts: AsyncIterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}
