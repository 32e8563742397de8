// XLSX files: what spreadsheet programs write, and what an attacker could upload.
import { deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { farWorkbook, makeXlsx, workbook, zip } from '../../../../test/support/import/workbooks.ts'
import { planProgramme } from '../file/document.ts'
import { openFile, readContent } from '../readers/read-file.ts'
import { readXlsx } from './read-xlsx.ts'

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

  it.each([1900, 1904] as const)(
    'has days of the date system %i, and those of the column of dates',
    async (system) => {
      // The number of 2027-06-01.
      const day = system === 1904 ? 45_077 : 46_539
      const time = (v: number, z: string) => ({ t: 'n', v, z })
      const sheet = utils.aoa_to_sheet([
        ['id', 'title', 'date', 'start', 'duration'],
        ['1', 'Date decides', time(day, 'd/m/yyyy'), time(day + 40.5, 'h:mm'), time(1 / 24, 'h:mm:ss')],
        ['2', 'Midnight', time(day, 'dd.mm.yy'), time(0, 'hh:mm'), time(0.75 / 24, '[m]')],
        ['3', 'Whole time', null, time(day + 1.375, 'yyyy-mm-dd hh:mm'), '1:00:00'],
      ])
      const book = {
        SheetNames: ['S'],
        Sheets: { S: sheet },
        Workbook: { WBProps: { date1904: system === 1904 } },
      }
      const talks = await plan(write(book, { type: 'buffer' }))
      expect(talks.map((entry) => 'body' in entry && [entry.body.start, entry.body.duration])).toEqual([
        ['2027-06-01T10:00:00.000Z', 60],
        ['2027-05-31T22:00:00.000Z', 45],
        ['2027-06-02T07:00:00.000Z', 60],
      ])
    },
  )

  it('has the hidden day of a time where there is no column of dates', async () => {
    const sheet = utils.aoa_to_sheet([
      ['id', 'title', 'start'],
      ['1', 'Hidden', { t: 'n', v: 46_539.5, z: 'hh:mm' }],
    ])
    const [talk] = await plan(write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer' }))
    expect(talk).toMatchObject({ body: { start: '2027-06-01T10:00:00.000Z' } })
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
    const stored = zip([['xl/workbook.xml', zeros]], { size: deflateRawSync(zeros).length, method: 0 })
    await expect(readXlsx(stored)).rejects.toThrow('is not an XLSX workbook')
  })

  it('with millions of rows or columns that are empty is refused', async () => {
    await expect(readXlsx(farWorkbook())).rejects.toThrow('The workbook is too large.')
  })

  it('that refers to other files or to itself is read without them', async () => {
    const entities = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
    const text = `<row r="1"><c r="A1" t="inlineStr"><is><t>&b;&c;</t></is></c></row>`
    const sheets = await readXlsx(workbook(text, entities)).catch((error: Error) => error.message)
    expect(JSON.stringify(sheets)).not.toMatch(/root|aaaa/)
  })
})
