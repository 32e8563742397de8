// Small files that each stand for a kind of mistake that real files have, and what an import makes of them.
import { readFileSync } from 'node:fs'
import { type Range, utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { planProgramme } from '../file/document.ts'
import type { PersonBody } from '../file/plan.ts'
import { describeProblems } from '../file/problems.ts'
import { type FileOptions, openFile, type Reading, readContent } from './read-file.ts'

const bytesOf = (file: string) =>
  readFileSync(new URL(`../../../../test/support/import/cases/${file}`, import.meta.url))

async function programmeOf(file: string, options: FileOptions = {}, reading: Reading = {}) {
  return readContent(await openFile(bytesOf(file), options), { timeZone: 'Europe/Berlin', ...reading })
}

/** Each talk as one line: its title, start, minutes, room, and people, or why it is refused. */
async function linesOf(file: string, options?: FileOptions, reading?: Reading): Promise<string[]> {
  const programme = await programmeOf(file, options, reading)
  const plan = planProgramme(programme, { emailPattern: '{slug}@example.org', isTruncating: false })
  return plan.map((entry) => {
    if ('problems' in entry) return `${entry.title} refused: ${describeProblems(entry.problems)}`
    const { title, start, duration, room, speakers } = entry.body
    const people = (speakers as PersonBody[] | undefined)?.map(
      ({ firstName, lastName, email }) => `${firstName}/${lastName} ${email}`,
    )
    const parts = [String(start).replace(':00.000Z', 'Z'), duration, room, people?.join(', ')]
    return `${title} ${parts.filter(Boolean).join(' ')}`
  })
}

const notesOf = async (file: string, options?: FileOptions) => (await programmeOf(file, options)).notes

describe('a workbook', () => {
  it('has midnight as a time, and spans of hours as durations', async () => {
    expect(await linesOf('float-times.xlsx')).toEqual([
      'Half past eleven 2027-06-01T09:30Z 45 Ada/L ada@example.org',
      'Ten 2027-06-01T08:00Z 30 Ada/L ada@example.org',
      'Midnight just before refused: its duration is not between 1 minute and 24 hours',
      'German format 2027-06-01T10:00Z 90 Ada/L ada@example.org',
      'Formula title refused: column "duration" has an error of the spreadsheet program (#DIV/0!); correct the formula',
      'Number unstyled refused: column "start" is not a time such as 2027-05-20 09:30',
    ])
  })

  it('with errors of formulas is refused by cell, and clears nothing', async () => {
    expect(await linesOf('errors.xlsx')).toEqual([
      'Broken formula refused: column "duration" has an error of the spreadsheet program (#REF!); correct the formula; column "track" has an error of the spreadsheet program (#N/A); correct the formula',
      ' refused: column "title" has an error of the spreadsheet program (#NAME?); correct the formula',
    ])
  })

  it('has merged cells for all their rows, and days in rows of their own', async () => {
    expect(await linesOf('merged.xlsx')).toEqual([
      'In the first row 2027-06-01T08:00Z Hall 1 Ada/L ada@example.org',
      'In the second row 2027-06-01T09:00Z Hall 1 Ada/L ada@example.org',
    ])
    expect(await linesOf('two-headers.xlsx')).toEqual([
      'A 2027-06-01T08:00Z Hall 1 Ada/L ada@example.org',
      'B 2027-06-01T09:00Z Hall 1 Ada/L ada@example.org',
    ])
    expect(await linesOf('day-headings.xlsx')).toEqual([
      'A 2027-06-01T08:00Z Ada/L ada@example.org',
      'B 2027-06-02T09:00Z Ada/L ada@example.org',
    ])
  })

  it('is read without hidden sheets, and names the sheets that are left out', async () => {
    expect(await linesOf('hidden-sheet.xlsx')).toEqual([
      'Visible sheet talk 2027-06-01T08:00Z Ada/L ada@example.org',
    ])
    expect(await notesOf('hidden-sheet.xlsx')).toEqual([])
    expect(await notesOf('cover-sheet.xlsx')).toEqual([{ code: 'sheets_ignored', sheets: ['Read me'] }])
  })

  it('has no merged titles, no dates of other sheets, and no dates after one that cannot be read', async () => {
    const sheet = (rows: unknown[][], merges: Range[] = []) =>
      Object.assign(utils.aoa_to_sheet(rows), { '!merges': merges })
    const header = ['Title', 'Date', 'Start', 'Duration', 'Speaker', 'E-mail']
    const row = (title: string, date: string) => [title, date, '10:00', 30, 'Ada L', 'ada@example.org']
    const titled = [header, row('A', '2027-06-01'), row('', '2027-06-01')]
    const merged = { s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }
    const book = {
      SheetNames: ['One', 'Two'],
      Sheets: {
        One: sheet([...titled, row('B', '#REF!'), row('C', '')], [merged]),
        Two: sheet([header, row('D', '')]),
      },
    }
    const { events } = readContent(await openFile(write(book, { type: 'buffer' })), { timeZone: 'UTC' })
    expect(events.map(({ title, date }) => [title, date])).toEqual([
      ['A', '2027-06-01T10:00:00+00:00'],
      [undefined, '2027-06-01T10:00:00+00:00'],
      ['B', undefined],
      ['C', undefined],
      ['D', undefined],
    ])
  })

  it('has the rows of all sheets with the same columns', async () => {
    expect(await linesOf('two-sheets.xlsx')).toEqual([
      'Day one talk 2027-06-01T08:00Z Ada/L ada@example.org',
      'Day two talk 2027-06-01T08:00Z Ada/L ada@example.org',
    ])
  })
})

describe('a table', () => {
  it('has hours that a change of clocks skips or repeats refused, and midnight at the end of a day', async () => {
    expect(await linesOf('dst.csv')).toEqual([
      'Fold first refused: column "start" is a time that occurs twice in Europe/Berlin, because its clocks are set back then; add the offset, such as +02:00',
      'Fold offset 2027-10-31T01:30Z Ada/L ada@example.org',
      'Gap refused: column "start" is a time that does not exist in Europe/Berlin, because its clocks are set forward then',
      'Midnight 2027-06-01T22:00Z Ada/L ada@example.org',
      'Twelve am 2027-05-31T22:00Z Ada/L ada@example.org',
    ])
  })

  it('has e-mails without what programs put around them, and says which are not valid', async () => {
    const lines = await linesOf('dirty-emails.csv')
    expect(lines.map((line) => line.replace('2027-06-01T08:00Z Bo/Muster', '→'))).toEqual([
      'T0 → bo@example.org',
      'T1 → bo@example.org',
      'T2 → bo@example.org',
      'T3 → bo@example.org',
      'T4 → bo@example.org',
      'T5 → bo@example.org',
      'T6 refused: column "Speaker name" has 1 entry for 2 people; bo2@example.org has no name and no account; add the name, such as “Ada Lindqvist <bo2@example.org>”',
      'T7 → bo@example.org',
      'T8 refused: the e-mail of Bo Muster is not valid',
      'T9 refused: the e-mail of Bo Muster is not valid',
      'T10 → bo@exаmple.org',
      'T11 refused: the e-mail of Bo Muster is not valid',
    ])
  })

  it('has columns with names in many forms', async () => {
    const ada = 'Ada/Lindqvist ada@example.org'
    expect(await linesOf('split-times.csv')).toEqual([
      `Workshop 2027-06-01T12:00Z 90 ${ada}`,
      `Night 2027-06-01T21:30Z 90 ${ada}`,
      `Later 2027-06-13T14:00Z 60 ${ada}`,
    ])
    const { events, notes } = await programmeOf('columns-de.csv')
    expect(events).toMatchObject([
      {
        externalId: '7',
        title: 'Zählen',
        description: 'Kurz.',
        details: 'Lang.',
        persons: [{ name: 'Ada Lindqvist', email: 'ada@example.org', avatar: 'https://example.org/ada.jpg' }],
      },
    ])
    expect(notes).toEqual([{ code: 'columns_ignored', columns: ['Honorar'] }])
    const [guessed] = (await programmeOf('guessed-email.csv')).people
    expect(guessed?.attributes).toMatchObject({ email: 'ada@example.org', firstName: 'Ada' })
  })

  it.each([
    ['cp1252.csv', 'windows-1252', 'Zählen – “quoted” 5 € 2027-06-01T08:00Z Åse/Öberg ase@example.org'],
    ['cp1251.csv', 'windows-1251', 'Счёт 2027-06-01T08:00Z Анна/Иванова anna@example.org'],
    ['macroman.csv', 'macintosh', 'Zählen für Ängstliche 2027-06-01T08:00Z Åse/Öberg ase@example.org'],
  ])('in another encoding, %s, is read in %s', async (file, encoding, line) => {
    expect(await linesOf(file, { encoding })).toEqual([line])
  })
})

describe('a schedule export', () => {
  it('has starts on the day of the event, or in the night after it, where events have no date', async () => {
    const ada = '30 Hall Ada/Lindqvist ada-lindqvist@example.org'
    expect(await linesOf('no-date.json')).toEqual([
      `Talk 1 2027-06-01T08:00Z ${ada}`,
      `Talk 2 2027-06-01T08:00Z ${ada}`,
      `Talk 3 2027-06-01T08:00Z ${ada}`,
      `Talk 4 2027-06-01T21:30Z ${ada.replace('30', '120')}`,
      `Talk 5 2027-06-01T22:30Z ${ada}`,
    ])
    expect(await linesOf('local-date.json')).toEqual([`Talk 31 2027-06-01T08:00Z ${ada}`])
  })

  it('has durations in many forms', async () => {
    const lines = await linesOf('durations.json')
    expect(lines.map((line) => line.replace(/2027-06-01T08:00Z (\S+) .*/, '→ $1'))).toEqual([
      'dur 00:00 refused: its duration is not between 1 minute and 24 hours',
      'dur 0:01 → 1',
      'dur 1:00:00 → 60',
      'dur 01:30:00 → 90',
      'dur 24:00 → 1440',
      'dur 26:00 refused: its duration is not between 1 minute and 24 hours',
      'dur 135.0:00 refused: its duration is not in minutes or HH:MM',
      'dur 1:12:00 → 72',
      'dur 90 → 90',
      'dur PT45M → 45',
      'dur 00:90 → 90',
      'dur refused: it has no duration',
      'dur 6944:11:40 refused: its duration is not between 1 minute and 24 hours',
      'dur 0:00:45 refused: its duration is not between 1 minute and 24 hours',
    ])
    expect(await notesOf('durations.json')).toEqual([
      { code: 'durations_in_seconds', count: 4, first: '1:00:00' },
    ])
  })

  it('is read without people who have no name, as long as others remain', async () => {
    expect(await linesOf('blank-person.json')).toEqual([
      'Talk 32 2027-06-01T08:00Z 30 Hall Ada/Lindqvist ada-lindqvist@example.org',
    ])
    expect(await notesOf('blank-person.json')).toEqual([
      { code: 'people_nameless', count: 1, first: 'Talk 32' },
    ])
  })

  it('is also read as XML', async () => {
    expect(await linesOf('schedule.xml')).toEqual(['T 2027-06-01T08:00Z 30 H'])
    expect(await linesOf('pentabarf.xml')).toEqual([
      'Welcome & “intro” 2027-02-06T08:30Z 25 Janson Ada/Lindqvist ada-lindqvist@example.org, Bo/Muster bo-muster@example.org',
      'At nine 2027-02-06T08:00Z 60 Janson Bo/Muster bo-muster@example.org',
      'After midnight 2027-02-06T23:30Z 60 Janson Bo/Muster bo-muster@example.org',
    ])
    const [event] = (await programmeOf('pentabarf.xml')).events
    expect(event).toMatchObject({
      externalId: 'synth-27-9001',
      description: '<p>First.</p>',
      track: 'Keynotes',
      links: [
        { title: 'Synth 27', url: '' },
        { title: 'Site', url: 'https://example.org/x' },
        { title: 'Slides', url: 'https://example.org/a.pdf' },
      ],
    })
  })

  it('of version 2 has tracks, rooms, and people as objects, and moderators', async () => {
    expect(await linesOf('hub2.json')).toEqual([
      'One 2027-06-01T08:00Z 60 Hall Ada/Lindqvist ada-lindqvist@example.org',
    ])
    const [event] = (await programmeOf('hub2-people.json')).events
    expect(event).toMatchObject({
      track: 'Art & Beauty',
      persons: [{ name: 'Ada Lindqvist', biography: 'Counts.', avatar: 'https://example.org/ada.png' }],
      moderators: [{ name: 'Bo Muster' }],
    })
  })
})

describe('a Sessionize endpoint', () => {
  it('refuses only sessions whose speakers are missing', async () => {
    expect(await linesOf('sessionize-nulls.json')).toEqual([
      'Unscheduled refused: it has no time yet',
      'Lunch 2027-06-01T10:00Z 60',
      'Overnight 2027-06-01T21:30Z 60 Hall Sukarno/· sukarno@example.org, Bo/Muster bo-muster@example.org',
      'Ghost speaker refused: 1 of its speakers is not in the file',
    ])
  })

  it('with a grid is read like “All data”', async () => {
    expect(await linesOf('sessionize-gridsmart.json')).toEqual([
      'A 2027-06-01T07:00Z 60 Hall Ada/Lindqvist ada-lindqvist@example.org',
    ])
  })
})

it('names the format of a file that cannot be read', async () => {
  await expect(programmeOf('calendar.ics')).rejects.toThrow('The file is a calendar (iCalendar)')
  const page = Buffer.from('<!doctype html><title>x</title>')
  await expect(openFile(page)).rejects.toThrow('The file is XML or HTML, but not a schedule')
  await expect(openFile(Buffer.from('<schedule><day></schedule>'))).rejects.toThrow(
    'The file is not valid XML',
  )
})
