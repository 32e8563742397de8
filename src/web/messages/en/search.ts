// The search and filters of public lists.

export const search = {
  submit: 'Search',
  filters: 'Filters',
  tag: 'Tag',
  allTags: 'All tags',
  apply: 'Apply',
  clear: 'Clear filters',
}
