// The search, filters, sort, and position of a list, as in its URL.
import type { OfficeList, OfficeQuery } from '../../kernel/changes/sorted-lists.ts'
import { among, type PageQuery, withQuery } from '../office/query-string.ts'
import type { FileFormat } from '../pages/table-files.ts'
import type { Choices, Filters } from './list-definition.ts'

export const readListQuery = (query: PageQuery): OfficeQuery => ({
  q: query('q'),
  sort: query('sort'),
  after: query('after'),
  before: query('before'),
})

/** Values that a filter does not offer are ignored. */
export const readChoices = <Of extends Filters>(query: PageQuery, filters: Of): Choices<Of> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { options }]) => [
      name,
      among(
        options.map(([value]) => value),
        query(name),
      ),
    ]),
  ) as Choices<Of>

/** One page of a list, and the query that led to it. */
export type ListState = Pick<OfficeList<unknown>, 'sort' | 'isSortChosen' | 'next' | 'previous'> & {
  path: string
  q: string | undefined
  choices: Choices
}

/** Whether rows were searched or filtered, so an empty result does not mean that there are no rows. */
export const isFiltered = ({ q, choices }: Pick<ListState, 'q' | 'choices'>): boolean =>
  Boolean(q) || Object.values(choices).some(Boolean)

/** The URL of the list with the same search and filters, or of its file. */
export const listUrl = (
  { path, q, choices, sort }: ListState,
  change: Record<string, string | null>,
  format?: FileFormat,
): string => withQuery(format ? `${path}.${format}` : path, { q, ...choices, sort, ...change })
