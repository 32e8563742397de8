// The search and filters of public lists.
import type { Messages } from '../messages.ts'

export const search: Messages['search'] = {
  submit: 'Rechercher',
  filters: 'Filtres',
  tag: 'Tag',
  allTags: 'Tous les tags',
  corrected: (words, corrected) => [
    `Aucun résultat pour « ${words} ». Résultats affichés pour « `,
    corrected,
    ' ».',
  ],
  apply: 'Appliquer',
  clear: 'Effacer les filtres',
}
