// What all lists of the Back Office share.
import { list, number, plural } from '../formats.ts'

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
  editSelected: 'Edit selected',
  editMatching: 'Edit all that match',
  edit: {
    title: (count: number) => plural(count, { one: 'Edit # row', other: 'Edit # rows' }),
    names: (names: readonly string[], more: number) =>
      more > 0 ? list([...names, `${number(more)} more`]) : list(names),
    noneSelected: 'Nothing was selected. Go back and select at least one row.',
    tooMany: (limit: number) =>
      `These are more than ${number(limit)} rows. Go back and narrow the search or filters.`,
    preview: 'Preview',
    apply: (count: number) => plural(count, { one: 'Change #', other: 'Change #' }),
    willChange: (count: number) => plural(count, { one: '# will change', other: '# will change' }),
    more: (count: number) => `and ${number(count)} more`,
    unchanged: (count: number) =>
      plural(count, { one: '# has these values already.', other: '# have these values already.' }),
    refused: (count: number) => plural(count, { one: '# cannot be changed.', other: '# cannot be changed.' }),
    edited: (count: number) => plural(count, { one: '# changed.', other: '# changed.' }),
  },
}
