// The page of a talk, and talks in lists.
import type { Messages } from '../messages.ts'
import { formats, list, number, plural } from './formats.ts'

export const talk: Messages['talk'] = {
  speakers: (names, more) => (more === 0 ? list(names, 'unit') : list([...names, `${number(more)} weitere`])),
  phases: {
    upcoming: '',
    live: 'Jetzt live',
    ended: 'Beendet',
    replay: 'Aufzeichnung',
    cancelled: 'Abgesagt',
  },
  break: 'Pause',
  draft: 'Entwurf',
  keynote: 'Keynote',
  featured: 'Ausgewählt',
  recommended: 'Empfohlen',
  about: 'Über diesen Vortrag',
  files: 'Dateien',
  pdf: (bytes) => `PDF, ${formats.fileSize(bytes)}`,
  links: 'Links',
  tags: 'Tags',
  side: 'Speaker und Kalender',
  speakersHeading: (count) => plural(count, { other: 'Speaker' }),
  addToCalendar: 'Zum Kalender hinzufügen',
  neighbors: 'Andere Vorträge',
  previous: (time) => `Zuvor · ${time}`,
  next: (time) => `Danach · ${time}`,
  free: {
    live: 'Live kostenlos. Sie brauchen keine Credits.',
    replay: 'Als Aufzeichnung kostenlos. Sie brauchen keine Credits.',
    both: 'Live und als Aufzeichnung kostenlos. Sie brauchen keine Credits.',
  },
}
