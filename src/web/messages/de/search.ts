// The search and filters of public lists.
import type { Messages } from '../messages.ts'

export const search: Messages['search'] = {
  submit: 'Suchen',
  filters: 'Filter',
  tag: 'Tag',
  allTags: 'Alle Tags',
  apply: 'Anwenden',
  clear: 'Filter zurücksetzen',
}
