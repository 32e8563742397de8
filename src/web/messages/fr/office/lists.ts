// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

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
  editSelected: 'Modifier la sélection',
  editMatching: 'Modifier tous les résultats',
  edit: {
    title: (count) => plural(count, { one: 'Modifier # ligne', other: 'Modifier # lignes' }),
    names: (names, more) => (more > 0 ? list([...names, `${number(more)} autres`]) : list(names)),
    noneSelected: 'Rien n’a été sélectionné. Revenez en arrière et sélectionnez au moins une ligne.',
    tooMany: (limit) =>
      `Il y a plus de ${number(limit)} lignes. Revenez en arrière et affinez la recherche ou les filtres.`,
    preview: 'Aperçu',
    apply: (count) => plural(count, { one: 'Modifier # élément', other: 'Modifier # éléments' }),
    willChange: (count) =>
      plural(count, { one: '# élément sera modifié', other: '# éléments seront modifiés' }),
    more: (count) => `et ${number(count)} autres`,
    unchanged: (count) =>
      plural(count, { one: '# élément a déjà ces valeurs.', other: '# éléments ont déjà ces valeurs.' }),
    refused: (count) =>
      plural(count, {
        one: '# élément ne peut pas être modifié.',
        other: '# éléments ne peuvent pas être modifiés.',
      }),
    edited: (count) => plural(count, { one: '# élément modifié.', other: '# éléments modifiés.' }),
  },
}
