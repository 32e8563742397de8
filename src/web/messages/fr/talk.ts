// The page of a talk, and talks in lists.
import type { Messages } from '../messages.ts'
import { formats, list, plural } from './formats.ts'

export const talk: Messages['talk'] = {
  speakers: (names, more) =>
    more === 0 ? list(names, 'unit') : list([...names, plural(more, { one: '# autre', other: '# autres' })]),
  phases: { upcoming: '', live: 'En direct', ended: 'Terminée', replay: 'Replay', cancelled: 'Annulée' },
  break: 'Pause',
  draft: 'Brouillon',
  keynote: 'Keynote',
  featured: 'À la une',
  recommended: 'Recommandée',
  about: 'À propos de cette conférence',
  files: 'Fichiers',
  pdf: (bytes) => `PDF, ${formats.fileSize(bytes)}`,
  links: 'Liens',
  tags: 'Tags',
  side: 'Intervenants et calendrier',
  speakersHeading: (count) => plural(count, { one: 'Intervenant', other: 'Intervenants' }),
  addToCalendar: 'Ajouter au calendrier',
  neighbors: 'Autres conférences',
  previous: (time) => `Précédente · ${time}`,
  next: (time) => `Suivante · ${time}`,
  free: {
    live: 'Gratuite en direct. Aucun crédit nécessaire.',
    replay: 'Gratuite en replay. Aucun crédit nécessaire.',
    both: 'Gratuite en direct et en replay. Aucun crédit nécessaire.',
  },
}
