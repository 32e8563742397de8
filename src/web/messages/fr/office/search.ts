// The search over everything.
import type { Messages } from '../../messages.ts'

export const search: Messages['office']['search'] = {
  title: 'Rechercher',
  hint: 'Rechercher des conférences, des personnes, des sponsors et des paramètres',
  keys: { mac: '⌘K', other: 'Ctrl K' },
  nothing: (q) => `Aucun résultat pour « ${q} ».`,
  talks: 'Conférences',
  people: 'Personnes',
  sponsors: 'Sponsors',
  surveys: 'Sondages',
  places: 'Aller à',
  all: (list) => `Afficher tout : ${list.toLowerCase()}`,
}
