// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'

export const lists: Messages['office']['lists'] = {
  search: 'Rechercher',
  sortBy: 'Trier par',
  defaultSort: 'Par défaut',
  sortOption: (column, direction) => `${column}, ${direction}`,
  alphabetical: ['de A à Z', 'de Z à A'],
  byTime: ['du plus tôt au plus tard', 'du plus tard au plus tôt'],
  byAge: ['du plus ancien au plus récent', 'du plus récent au plus ancien'],
  numerical: ['ordre croissant', 'ordre décroissant'],
  apply: 'Appliquer',
  clear: 'Effacer',
  all: 'Tous',
  selectAll: 'Tout sélectionner',
  selectAllOnPage: 'Tout sélectionner sur cette page',
  select: (name) => `Sélectionner ${name}`,
}
