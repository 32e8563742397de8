// Who watches a talk: the panel, the list, and whether one is listed.
import type { Messages } from '../messages.ts'
import { list, plural } from './formats.ts'

export const viewers: Messages['viewers'] = {
  count: (count) => plural(count, { one: '# Person sieht zu', other: '# Personen sehen zu' }),
  names: (names, more) =>
    list(more > 0 ? [...names, plural(more, { one: '# weitere Person', other: '# weitere' })] : names),
  showList: 'Liste anzeigen',
  title: 'Zuschauer',
  intro: 'Personen, die gerade zusehen und zugestimmt haben, aufgeführt zu werden.',
  search: 'Zuschauer durchsuchen',
  searchHint: 'Name',
  total: (count) => plural(count, { other: '# aufgeführte Zuschauer', one: '# aufgeführter Zuschauer' }),
  nobody: 'Niemand, der gerade zusieht, hat zugestimmt, aufgeführt zu werden.',
  noMatches: 'Keine passenden Zuschauer.',
  listed: (change) => ['Sie werden aufgeführt, während Sie zusehen. ', change('Ändern')],
  unlisted: (change) => ['Sie werden nicht aufgeführt. ', change('Ändern')],
  privacy: {
    title: 'Datenschutz',
    saved: 'Gespeichert.',
    legend: 'Zuschauerlisten',
    listed: 'Mich als Zuschauer aufführen',
    listedHint:
      'Während Sie einen Vortrag ansehen, können andere Ihren Namen und Ihr Bild in der Zuschauerliste sehen. Gezählt werden Sie in jedem Fall.',
  },
}
