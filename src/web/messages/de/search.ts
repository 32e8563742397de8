// The search and filters of public lists.
import type { Messages } from '../messages.ts'

export const search: Messages['search'] = {
  submit: 'Suchen',
  filters: 'Filter',
  tag: 'Tag',
  allTags: 'Alle Tags',
  corrected: (words, corrected) => [
    `Keine Ergebnisse für „${words}“. Angezeigt werden Ergebnisse für „`,
    corrected,
    '“.',
  ],
  apply: 'Anwenden',
  clear: 'Filter zurücksetzen',
}
