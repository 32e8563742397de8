// XLSX files: what spreadsheet programs write, and what an attacker could upload.

import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { planProgramme } from '../../src/import/document.ts'
import { openFile, readContent } from '../../src/import/readers/read-file.ts'
import { readXlsx } from '../../src/import/xlsx/read-xlsx.ts'
import { makeXlsx } from './workbooks.ts'

const plan = async (bytes: Uint8Array) =>
  planProgramme(readContent(await openFile(bytes), { timeZone: 'Europe/Berlin' }), {
    emailPattern: '{slug}@speakers.example.org',
    isTruncating: false,
  })

const excelTime = (day: string, clock: string) => new Date(`${day}T${clock}:00Z`)

describe('a workbook', () => {
  it('is read like a CSV table: dates, times of day, numbers, and booleans', async () => {
    const bytes = await makeXlsx({
      Programm: [
        ['Zähltage 2026'],
        [],
        ['Titel', 'Referentin', 'Datum', 'Beginn', 'Dauer', 'Keynote', 'Raum'],
        [
          'Eins',
          'Ada Sample',
          excelTime('2026-12-24', '00:00'),
          excelTime('1899-12-30', '14:30'),
          45,
          true,
          'Saal 1',
        ],
        ['Zwei', 'Bo Muster', null, '16:00', 7.5, false, 12],
        ['Drei', 'Bo Muster', '25.12.2026', '10 Uhr', '1,5 h', false, 'Saal 1'],
      ],
    })
    const entries = await plan(bytes)
    expect(entries.map((entry) => [entry.row, 'body' in entry ? entry.body : entry.problems])).toMatchObject([
      [4, { title: 'Eins', start: '2026-12-24T13:30:00.000Z', duration: 45, keynote: true }],
      [5, { title: 'Zwei', start: '2026-12-24T15:00:00.000Z', duration: 7.5, room: '12' }],
      [6, { title: 'Drei', start: '2026-12-25T09:00:00.000Z', duration: 90 }],
    ])
  })

  it('with several sheets uses the one that looks like a programme, or the one that the mapping names', async () => {
    const bytes = await makeXlsx({
      Notizen: [['Wer bringt Kuchen?'], ['Ada']],
      Programm: [
        ['Titel', 'Beginn'],
        ['Eins', '24.12.2026 14:30'],
      ],
      Reserve: [
        ['Titel', 'Beginn', 'Dauer'],
        ['Zwei', '24.12.2026 14:30', 45],
      ],
    })
    const content = await openFile(bytes)
    const titles = (sheet?: string) =>
      readContent(content, {
        timeZone: 'UTC',
        ...(sheet ? { mapping: { columns: {}, sheet } } : {}),
      }).events.map(({ title }) => title)
    expect([titles(), titles('Programm')]).toEqual([['Zwei'], ['Eins']])
    expect(() => titles('Program')).toThrow(
      'The workbook has no sheet "Program". It has: Notizen, Programm, Reserve',
    )
  })

  it('without rows, or of another kind, is refused with what to do', async () => {
    await expect(openFile(await makeXlsx({ Leer: [] }))).rejects.toThrow('The table is empty.')
    const document = zip([['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']])
    await expect(openFile(document)).rejects.toThrow('Save it as “Excel workbook (.xlsx)” or as CSV.')
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    await expect(openFile(old)).rejects.toThrow('The workbook has a password, or the format of an older')
  })
})

describe('a hostile workbook', () => {
  const zeros = Buffer.alloc(64 * 2 ** 20)

  it('that unpacks to more than the limit is refused', async () => {
    const bomb = zip([['xl/workbook.xml', zeros]])
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readXlsx(bomb)).rejects.toThrow('The workbook is too large.')
  })

  it('that hides its size is refused', async () => {
    const bomb = zip([['xl/workbook.xml', zeros]], { size: 1000 })
    await expect(readXlsx(bomb)).rejects.toThrow('is not an XLSX workbook')
  })

  it('with millions of rows or columns that are empty does not take the memory of the server', async () => {
    const cell = (row: number, column: string) =>
      `<row r="${row}"><c r="${column}${row}" t="inlineStr"><is><t>x</t></is></c></row>`
    const far = workbook(`${cell(1, 'A')}${cell(90_000_000, 'XFD')}`)
    const before = process.memoryUsage().rss
    await expect(readXlsx(far)).rejects.toThrow('The workbook is too large.')
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20)
  })

  it('that refers to other files or to itself is read without them', async () => {
    const entities = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
    const text = `<row r="1"><c r="A1" t="inlineStr"><is><t>&b;&c;</t></is></c></row>`
    const sheets = await readXlsx(workbook(text, entities)).catch((error: Error) => error.message)
    expect(JSON.stringify(sheets)).not.toMatch(/root|aaaa/)
  })
})

function workbook(rows: string, prologue = ''): Buffer {
  return zip([
    ['xl/workbook.xml', '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
    ['xl/worksheets/sheet1.xml', `${prologue}<worksheet><sheetData>${rows}</sheetData></worksheet>`],
  ])
}

/** `size` is what the archive says about its entries, if that is not true. */
function zip(files: [name: string, content: string | Buffer][], { size }: { size?: number } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
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
