// The home page.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const home: Messages['home'] = {
  noProgramme: 'Das Programm wird bald bekannt gegeben.',
  watchLive: 'Jetzt live ansehen',
  watchAgain: 'Noch einmal ansehen',
  viewAgenda: 'Programm ansehen',
  meetSpeakers: 'Speaker kennenlernen',
  timeZone: (zone) => `Alle Zeiten in ${zone}`,
  startsIn: 'Zeit bis zum Beginn',
  over: 'Die Veranstaltung ist vorbei',
  liveCount: (count) => plural(count, { one: '# Vortrag ist live', other: '# Vorträge sind live' }),
  live: 'Jetzt live',
  next: 'Als Nächstes',
  first: 'Die ersten Vorträge',
  featured: 'Highlights',
  recorded: 'Noch einmal ansehen',
  allSpeakers: 'Alle Speaker',
  allSponsors: 'Alle Sponsoren',
  setup: {
    title: 'Diese Website ist noch nicht eingerichtet.',
    text: 'Öffnen Sie zum Einrichten den Link, den der Server beim Start ausgegeben hat. Er funktioniert 24 Stunden lang. Nach einem Neustart gibt der Server einen neuen aus.',
  },
}
