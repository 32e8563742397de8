// CSV tables: they are read as they were written, and errors name their position.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../../kernel/lib/text/csv.ts'
import { parseTable } from './csv-table.ts'
import { decodeText } from './read-file.ts'

const quoted = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

const write = (rows: string[][], { delimiter = ',', newLine = '\r\n' } = {}) =>
  rows.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter)).join(newLine)

// Cells as in a spreadsheet: trimmed, including characters with a special meaning in CSV.
const cell = fc
  .array(fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', ' ', 'a', 'ü', '😀', '0', '-'), { maxLength: 8 })
  .map((parts) => parts.join('').trim())
const format = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  newLine: fc.constantFrom('\r\n', '\n'),
})

describe('a table', () => {
  it('with any cells is read as it was written, with any delimiter and line endings', () => {
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, format, fc.boolean(), (body, how, hasMark) => {
        const header = ['id', 'title, and "more"; so', 'third']
        const table = parseTable((hasMark ? '\uFEFF' : '') + write([header, ...body], how))
        expect(table.header).toEqual(header)
        expect(table.rows.map(({ cells }) => cells)).toEqual(
          body.filter((row) => row.some((text) => text !== '')),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('that an export has written is read as it was, also with cells that look like formulas', () => {
    const part = fc.constantFrom("'", '=', '+', '-', '@', 'a', ' ', '"')
    const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('').trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (body) => {
        const { rows } = parseTable([['externalId', 'updatedAt'], ...body].map(csvLine).join(''))
        expect(rows.map(({ cells }) => cells)).toEqual(body.filter((row) => row.some((one) => one !== '')))
      }),
    )
  })

  it('with any content is read or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' ') }), (text) => {
        try {
          const { header, rows } = parseTable(text)
          for (const { cells } of rows) expect(cells.length).toBe(header.length)
        } catch (error) {
          expect(error).toMatchObject({ name: 'ImportFailure' })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('has row numbers as in a spreadsheet, even with empty rows and multiline cells', () => {
    const text = 'id,title\n1,"one\ntwo"\n\n,,\n2,three\n'
    expect(parseTable(text).rows).toEqual([
      { row: 2, cells: ['1', 'one\ntwo'] },
      { row: 5, cells: ['2', 'three'] },
    ])
  })

  it('can mix line endings', () => {
    expect(parseTable('id,title\r\n1,one\n2,two\r3,three').rows.map(({ cells }) => cells)).toEqual([
      ['1', 'one'],
      ['2', 'two'],
      ['3', 'three'],
    ])
  })

  it('can have short rows and trailing empty columns', () => {
    expect(parseTable('id,title,track,,\n1,one\n2,two,a,,\n')).toEqual({
      header: ['id', 'title', 'track'],
      rows: [
        { row: 2, cells: ['1', 'one', ''] },
        { row: 3, cells: ['2', 'two', 'a'] },
      ],
    })
  })

  it.each([
    ['', 'The table is empty.'],
    ['id,title\n1,one,more', 'row 2 has 3 cells, but the header has 2'],
    ['id,title\n1,"one', 'line 2: a quotation mark is not closed'],
    ['id,title\n1,two\n2,"one"s', 'line 3: a quotation mark inside a cell must be doubled'],
    ['id,title\n1,on"e', 'line 2: a quotation mark inside a cell must be doubled'],
  ])('that is malformed is refused with the position of the error: %j', (text, message) => {
    expect(() => parseTable(text)).toThrow(message)
  })
})

describe('the text of a table', () => {
  it('can be UTF-8, or UTF-16 as written by spreadsheets', () => {
    expect(decodeText(Buffer.from('\uFEFFid,ü'))).toBe('id,ü')
    expect(decodeText(Buffer.from('\uFEFFid,ü', 'utf16le'))).toBe('id,ü')
  })

  it('in another encoding is refused, not garbled', () => {
    expect(() => decodeText(Buffer.from('id,ü', 'latin1'))).toThrow(
      'The file is not UTF-8. Save it as “CSV UTF-8”, or name its encoding, such as --encoding windows-1252.',
    )
  })
})
