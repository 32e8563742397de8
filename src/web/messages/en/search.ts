// The search and filters of public lists.
import type { ComponentChildren } from 'preact'

export const search = {
  submit: 'Search',
  filters: 'Filters',
  tag: 'Tag',
  allTags: 'All tags',
  corrected: (words: string, corrected: ComponentChildren) => [
    `No results for “${words}”. Showing results for “`,
    corrected,
    '”.',
  ],
  apply: 'Apply',
  clear: 'Clear filters',
}
