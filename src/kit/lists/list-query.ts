// The search, filters, sort, and page of a list, as in its URL.
import type { FastifyRequest } from 'fastify'
import type { OfficeList, OfficeQuery } from '../../kernel/changes/sorted-lists.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { MAX_EDITED } from '../../kernel/limits.ts'
import { among, type PageQuery, queryOf, withQuery } from '../office/query-string.ts'
import type { FileFormat } from '../pages/table-files.ts'
import { ALL, type Choices, type Filters } from './list-definition.ts'

export function readListQuery(request: FastifyRequest): OfficeQuery {
  const query = queryOf(request)
  return { q: query('q'), sort: query('sort'), page: readPageNumber(query), ids: selectedIds(request) }
}

/** The number of a page, 1 if it is absent or no number. */
const readPageNumber = (query: PageQuery): number => {
  const page = query('page') ?? ''
  return /^\d{1,6}$/.test(page) ? Number(page) : 1
}

/** The ids of the selected rows; undefined if all matching rows are meant. */
export function selectedIds(request: FastifyRequest): string[] | undefined {
  const { id, scope } = (request.query ?? {}) as { id?: string | string[]; scope?: string }
  if (scope === 'matching' || id === undefined) return undefined
  return [id].flat().filter(isId).slice(0, MAX_EDITED)
}

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
export type ListState = Pick<OfficeList<unknown>, 'sort' | 'isSortChosen' | 'place' | 'corrected'> & {
  path: string
  /** As entered. */
  q: string | undefined
  choices: Choices
}

/** Whether rows were searched or filtered, so an empty result does not mean that there are no rows. */
export const isFiltered = ({ q, choices }: Pick<ListState, 'q' | 'choices'>): boolean =>
  Boolean(q) || Object.values(choices).some((choice) => choice && choice !== ALL)

/** The words, choices, and sort of a list. Corrected words replace those that were entered. */
export const parametersOf = ({ q, corrected, choices, sort, isSortChosen }: ListState) => ({
  q: corrected || q,
  ...choices,
  sort: isSortChosen ? sort : undefined,
})

/** The URL of the list with the same search and filters, or of its file. */
export const listUrl = (
  state: ListState,
  change: Record<string, string | null | undefined>,
  format?: FileFormat,
): string => withQuery(format ? `${state.path}.${format}` : state.path, { ...parametersOf(state), ...change })
