// A German spreadsheet of talks, as organizers keep them: German headers and dates, several speakers in a cell.

import { packContent } from '../../src/features/import/office-content.ts'
import { openFile } from '../../src/features/import/readers/read-file.ts'
import { chooseForImport, keepImport } from '../../src/features/import/uploaded-imports.ts'
import { newImportChoices } from '../../src/features/import/uploaded-imports-schema.ts'
import type { Services } from '../../src/kernel/changes/services.ts'

const FIRST = ['Anna', 'Björn', 'Çiğdem', 'Dörte', 'Emil', 'Frieda', 'Georg', 'Hülya']
const LAST = ['Beispiel', 'Muster', 'Yıldız', 'Großmann', 'von Testen']
const ROOMS = ['Großer Saal', 'Kleiner Saal', 'Hörsaal 3', 'Werkstatt']
const SLOTS = ['9:00', '10:15', '11:30', '13:30', '14:45']

const personOf = (index: number) => {
  const [first, last] = [
    FIRST[index % FIRST.length] ?? '',
    LAST[Math.floor(index / FIRST.length) % LAST.length] ?? '',
  ]
  return { name: `${first} ${last}`, email: `person-${index % 40}@example.org` }
}

export const germanHeader = [
  'Titel',
  'Kurzbeschreibung',
  'Tag',
  'Uhrzeit',
  'Dauer (min)',
  'Raum',
  'Referent*in',
  'E-Mail Referent*in',
  'Themenbereich',
  'Betreuung',
]

/** `count` talks on two days in May 2027, four at a time. */
export const germanRows = (count = 40): string[][] =>
  Array.from({ length: count }, (_, index) => {
    const slot = Math.floor(index / ROOMS.length)
    const people = index % 10 === 9 ? [personOf(index), personOf(index - 1)] : [personOf(index)]
    return [
      `Vortrag ${index + 1}: Über Größe, Maß und „Übermaß“`,
      `Ein Überblick; mit Beispielen aus ${index + 1} Jahren.`,
      `${20 + Math.floor(slot / SLOTS.length)}.05.2027`,
      `${SLOTS[slot % SLOTS.length]} Uhr`,
      index % 2 === 0 ? '45' : '60',
      ROOMS[index % ROOMS.length] ?? '',
      people.map(({ name }) => name).join('; '),
      people.map(({ email }) => email).join('; '),
      index % 3 === 0 ? 'Technik' : 'Gesellschaft',
      'intern',
    ]
  })

export const germanTable = (count?: number): string[][] => [germanHeader, ...germanRows(count)]

/** As spreadsheet programs with a German locale save it: semicolons, CRLF, and a byte order mark. */
export const germanCsv = (rows: readonly (readonly string[])[] = germanTable()): Buffer =>
  Buffer.from(
    `\uFEFF${rows
      .map((cells) =>
        cells.map((cell) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';'),
      )
      .join('\r\n')}\r\n`,
  )

/** An uploaded table with known columns, for the pages after that step. Returns its ID. */
export async function openImport(
  services: Services,
  caller: Parameters<typeof keepImport>[1],
  title = 'A talk of the file',
): Promise<string> {
  const [first = []] = germanRows(1)
  const bytes = germanCsv([germanHeader, first.with(0, title), ...germanRows(4).slice(1)])
  const content = await packContent(await openFile(bytes))
  const id = await keepImport(services, caller, { fileName: `${title}.csv`, content })
  const columns = { Titel: 'title', Tag: 'date', Uhrzeit: 'start', 'Referent*in': 'speakers.name' }
  await chooseForImport(services, caller, id, {
    ...newImportChoices,
    source: 'table',
    table: { kind: 'talks', sheet: null, columns },
  })
  return id
}
