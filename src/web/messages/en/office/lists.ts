// What all lists of the Back Office share.

const alphabetical = ['A to Z', 'Z to A'] as const
const byTime = ['earliest first', 'latest first'] as const
const byAge = ['oldest first', 'newest first'] as const
const numerical = ['lowest first', 'highest first'] as const

export const lists = {
  search: 'Search',
  sortBy: 'Sort by',
  defaultSort: 'Default',
  sortOption: (column: string, direction: string) => `${column}, ${direction}`,
  alphabetical,
  byTime,
  byAge,
  numerical,
  apply: 'Apply',
  clear: 'Clear',
  all: 'All',
  selectAll: 'Select all',
  selectAllOnPage: 'Select all on this page',
  select: (name: string) => `Select ${name}`,
}
