// Who watched a talk.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const attendance: Messages['office']['attendance'] = {
  title: (talk) => `Anwesenheit bei ${talk}`,
  none: 'Diesen Vortrag hat noch niemand angesehen.',
  count: (count) => number(count),
  figures: {
    live: (count) => plural(count, { one: 'Person live dabei', other: 'Personen live dabei' }),
    visitors: (count) => plural(count, { one: 'Besucher ohne Konto', other: 'Besucher ohne Konto' }),
    most: 'Zuschauer maximal',
    average: 'im Durchschnitt, live',
    replay: (count) =>
      plural(count, { one: 'Zuschauer der Aufzeichnung', other: 'Zuschauer der Aufzeichnung' }),
  },
  live: 'Live',
  replay: 'Aufzeichnung',
  liveSummary: (most) => `Zuschauer während des Vortrags, höchstens ${number(most)}.`,
  replaySummary: (most) => `Zuschauer der Aufzeichnung nach Tag, höchstens ${number(most)}.`,
  asTable: 'Als Tabelle anzeigen',
  time: (zone) => `Zeit, ${zone}`,
  day: 'Tag',
  viewers: 'Zuschauer',
  people: 'Personen',
  peopleHint: 'Personen mit Konto, längste Zeit zuerst, höchstens 100. Die exportierte Datei enthält alle.',
  minutes: (minutes) => `${number(minutes)} Min.`,
  name: 'Name',
  email: 'E-Mail-Adresse',
}
