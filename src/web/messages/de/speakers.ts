// The list of speakers, and the profile of each.
import type { Messages } from '../messages.ts'
import { formats, plural } from './formats.ts'

export const speakers: Messages['speakers'] = {
  title: 'Speaker',
  summary: (platform) => `Lernen Sie die Speaker von ${platform} kennen.`,
  search: 'Nach Name, Position, Unternehmen oder Thema suchen',
  searchHint: 'Name, Position, Unternehmen oder Thema',
  highlightedOnly: 'Nur Speaker im Fokus',
  noSpeakers: 'Es wurden noch keine Speaker angekündigt.',
  noMatches: 'Keine passenden Speaker.',
  showAll: 'Alle Speaker anzeigen',
  count: (count) => plural(count, { other: '# Speaker' }),
  moreThan: (count) => plural(count, { other: 'Mehr als # Speaker' }),
  highlighted: 'Im Fokus',
  profile: {
    represents: (sponsors) => ['Spricht für ', formats.listElements(sponsors)],
    links: 'Links',
    talks: (count) => plural(count, { one: 'Vortrag', other: 'Vorträge' }),
    timeZone: (zone) => `Zeiten in ${zone}.`,
    ownTimeZone: (name, zone) => `Zeitzone von ${name}: ${zone}.`,
    inAgenda: 'Diese Vorträge im Programm anzeigen',
  },
}
