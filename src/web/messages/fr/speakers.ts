// The list of speakers, and the profile of each.
import type { Messages } from '../messages.ts'
import { formats, plural } from './formats.ts'

export const speakers: Messages['speakers'] = {
  title: 'Intervenants',
  summary: (platform) => `Découvrez les intervenants de ${platform}.`,
  search: 'Rechercher par nom, fonction, entreprise ou thème',
  searchHint: 'Nom, fonction, entreprise ou thème',
  highlightedOnly: 'À la une seulement',
  noSpeakers: 'Aucun intervenant n’a encore été annoncé.',
  noMatches: 'Aucun intervenant ne correspond.',
  showAll: 'Afficher tous les intervenants',
  count: (count) => plural(count, { one: '# intervenant', other: '# intervenants' }),
  moreThan: (count) => plural(count, { other: 'Plus de # intervenants' }),
  highlighted: 'À la une',
  profile: {
    represents: (sponsors) => ['Représente ', formats.listElements(sponsors)],
    links: 'Liens',
    talks: (count) => plural(count, { one: 'Conférence', other: 'Conférences' }),
    timeZone: (zone) => `Fuseau horaire : ${zone}.`,
    ownTimeZone: (name, zone) => `Fuseau horaire de ${name} : ${zone}.`,
    inAgenda: 'Afficher ces conférences dans le programme',
  },
}
