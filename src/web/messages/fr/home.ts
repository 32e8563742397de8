// The home page.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const home: Messages['home'] = {
  noProgramme: 'Le programme sera bientôt annoncé.',
  watchLive: 'Voir le direct',
  watchAgain: 'Revoir',
  viewAgenda: 'Voir le programme',
  meetSpeakers: 'Découvrir les intervenants',
  timeZone: (zone) => `Fuseau horaire : ${zone}`,
  startsIn: 'Temps restant avant le début',
  over: 'L’événement est terminé',
  liveCount: (count) => plural(count, { one: '# conférence en direct', other: '# conférences en direct' }),
  live: 'En direct',
  next: 'À suivre',
  first: 'Premières conférences',
  featured: 'Temps forts',
  recorded: 'À revoir',
  allSpeakers: 'Tous les intervenants',
  allSponsors: 'Tous les sponsors',
  setup: {
    title: 'Ce site n’est pas encore configuré.',
    text: 'Pour le configurer, ouvrez le lien de configuration que le serveur a affiché au démarrage. Ce lien est valable 24 heures. Redémarrez le serveur pour en obtenir un nouveau.',
  },
}
