// Tables as people write them in German, French, and Spanish.

import { describe, expect, it } from 'vitest'
import { parseProgramme, type TextReading } from '../../../../test/support/import/samples.ts'
import { type Entry, planProgramme } from '../file/document.ts'
import { describeProblems } from '../file/problems.ts'

const plan = (lines: string[], reading: TextReading = {}): Entry[] =>
  planProgramme(parseProgramme(lines.join('\r\n'), { timeZone: 'Europe/Berlin', ...reading }), {
    emailPattern: '{slug}@speakers.example.org',
    isTruncating: false,
  })
const outcomes = (lines: string[], reading: TextReading = {}) =>
  plan(lines, reading).map((entry) => ('body' in entry ? entry.body : describeProblems(entry.problems)))

const talk = {
  title: 'Zählen für Anfänger',
  description: 'Eins, zwei, drei.',
  speakers: [
    { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' },
    { email: 'bo@example.org', firstName: 'Bo', lastName: 'Muster' },
  ],
  start: '2026-12-24T13:30:00.000Z',
  timezone: 'Europe/Berlin',
  duration: 45,
}
const emails = '"ada@example.org; bo@example.org"'

describe('a table of talks', () => {
  it.each([
    [
      'Titel;Referent*innen;E-Mail der Referenten;Datum;Beginn;Ende;Beschreibung;Raum;Sprache',
      `Zählen für Anfänger;"Ada Sample und Bo Muster";${emails};24.12.2026;14:30;15:15;Eins, zwei, drei.;Saal 1;Deutsch`,
    ],
    [
      'Vortragstitel;Referent/in;E-Mail Referent/in;Tag;Uhrzeit;Kurzbeschreibung;Hörsaal;Vortragssprache',
      `Zählen für Anfänger;"Ada Sample, Bo Muster";${emails};Do., 24.12.26;14.30 – 15.15 Uhr;Eins, zwei, drei.;Saal 1;Deutsch`,
    ],
    [
      'Titre;Intervenant·e·s;Courriel des intervenants;Jour;Heure de début;Durée;Résumé;Salle;Langue',
      `Zählen für Anfänger;"Ada Sample & Bo Muster";${emails};24 décembre 2026;14h30;45 min;Eins, zwei, drei.;Saal 1;Deutsch`,
    ],
    [
      'Título;Ponentes;Correo electrónico de los ponentes;Fecha;Hora de inicio;Duración;Resumen;Sala;Idioma',
      `Zählen für Anfänger;"Ada Sample; Bo Muster";${emails};24/12/2026;14:30;0,75 h;Eins, zwei, drei.;Saal 1;Deutsch`,
    ],
  ])('with the headers %s is recognized', (header, row) => {
    expect(outcomes([header, row])).toEqual([{ ...talk, kind: 'talk', room: 'Saal 1', language: 'de' }])
  })

  it('can have a heading, and the line in which Excel names the delimiter', () => {
    const lines = ['Programm Zähltage 2026;;', ';;', 'Titel;Beginn;Dauer', 'Zählen;24.12.2026 14:30;1,5 Std.']
    const expected = [{ title: 'Zählen', start: talk.start, duration: 90, timezone: 'Europe/Berlin' }]
    expect(outcomes(lines)).toEqual(expected)
    expect(outcomes(['sep=;', ...lines])).toEqual(expected)
    expect(plan(['sep=;', ...lines]).map(({ row }) => row)).toEqual([5])
  })

  it('has the date of the row above where the cell is empty', () => {
    const [first, second, third] = outcomes([
      'Titel;Datum;Uhrzeit',
      'Eins;24.12.2026;09:00',
      'Zwei;;10:00',
      'Drei;25.12.2026;09:00',
    ])
    expect([first, second, third]).toMatchObject([
      { start: '2026-12-24T08:00:00.000Z' },
      { start: '2026-12-24T09:00:00.000Z' },
      { start: '2026-12-25T08:00:00.000Z' },
    ])
  })

  it('has days in the column “Tag” if most of its cells are dates', () => {
    const rows = ['24.12.2026', '24.12.2026', 'Freitag'].map((day, index) => `T${index};${day};14:30`)
    expect(outcomes(['Titel;Tag;Beginn', ...rows])).toMatchObject([
      { start: talk.start },
      { start: talk.start },
      expect.stringContaining('column "Tag"'),
    ])
    expect(outcomes(['Titel;Tag', 'T0;Werkstatt', 'T1;24.12.2026', 'T2;Praxis'])).toMatchObject([
      { tags: ['Werkstatt'] },
      { tags: ['24.12.2026'] },
      { tags: ['Praxis'] },
    ])
  })

  it('has the order of day and month that all its dates fit', () => {
    const rows = (...dates: string[]) => [
      'Title,Start',
      ...dates.map((date, index) => `T${index},${date} 09:00`),
    ]
    expect(outcomes(rows('01/02/2027', '13/02/2027'))).toMatchObject([
      { start: '2027-02-01T08:00:00.000Z' },
      { start: '2027-02-13T08:00:00.000Z' },
    ])
    expect(outcomes(rows('01/02/2027', '02/13/2027'))).toMatchObject([
      { start: '2027-01-02T08:00:00.000Z' },
      { start: '2027-02-13T08:00:00.000Z' },
    ])
    expect(outcomes(rows('01/02/2027'))).toEqual([expect.stringContaining('is unclear')])
  })

  it('without identifiers identifies talks by their titles, in every order of the rows', () => {
    const rows = ['Zählen für Anfänger', 'Mittagspause', 'Mittagspause', '🎉', 'x'.repeat(140)]
    const idsOf = (titles: string[]) =>
      new Map(plan(['Titel', ...titles]).map(({ externalId, name }) => [name, externalId]))
    const ids = idsOf(rows)
    expect([...ids.values()]).toEqual([
      'zahlen-fur-anfanger',
      'mittagspause',
      'mittagspause-2',
      expect.stringMatching(/^[a-z0-9-]+$/),
      expect.stringMatching(/^x{100}-[0-9a-f]{16}$/),
    ])
    expect(new Set(ids.values()).size).toBe(rows.length)
    expect(idsOf(rows.toReversed())).toEqual(new Map([...ids].reverse()))
  })
})

describe('a table of people', () => {
  it.each([
    ['Vorname;Name;E-Mail-Adresse;Firma;Funktion;Foto', 'de'],
    ['Prénom;Nom;Courriel;Société;Fonction;Photo', 'fr'],
    ['Nombre;Apellidos;Correo electrónico;Empresa;Cargo;Foto', 'es'],
  ])('with the headers %s is recognized, and without identifiers identified by e-mails', (header) => {
    const row = 'Ada;Sample;ada@example.org;Example;Counter;https://example.org/ada.jpg'
    const [entry] = plan([header, row], { personType: 'Speaker' })
    expect(entry).toMatchObject({
      kind: 'people',
      externalId: expect.stringMatching(/^[0-9a-f]{16}$/),
      body: {
        firstName: 'Ada',
        lastName: 'Sample',
        email: 'ada@example.org',
        company: 'Example',
        job: 'Counter',
        avatar: 'https://example.org/ada.jpg',
      },
    })
  })
})
