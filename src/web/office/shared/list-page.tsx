// Parts of the lists: search and filters, columns that sort, cells that say what they are on a phone, pages.
import type { ComponentChildren } from 'preact'
import { formatInstant } from '../../../lib/time/instants.ts'
import { Pager } from '../../components/pager.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { withQuery } from './query-string.ts'

export type ListState = {
  path: string
  q: string | undefined
  /** As in the address, such as `-title`. */
  sort: string
  isSortAsked: boolean
  /** The filters in use. */
  filters: Readonly<Record<string, string | undefined>>
  next: string | null
  previous: string | null
}

/** Whether something was searched or filtered: an empty list is then no empty platform. */
export const isNarrowed = ({ q, filters }: ListState): boolean =>
  Boolean(q) || Object.values(filters).some(Boolean)

export type Options = readonly (readonly [value: string, text: string])[]

export type ListFilter = {
  name: string
  label: string
  /** The first is for all. */
  options: Options
}

export type ListColumn = {
  text: string
  /** The name of the sort by this column, and what is said of its order, upwards and downwards. */
  sort?: string
  orders?: readonly [up: string, down: string]
  startsDown?: boolean
}

export const alphabetical = ['A to Z', 'Z to A'] as const
export const chronological = ['earliest first', 'latest first'] as const
export const numerical = ['lowest first', 'highest first'] as const

export function ListHead({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="list-head">
      <h1>{title}</h1>
      <div class="list-head-actions">{children}</div>
    </div>
  )
}

type SearchProps = {
  state: ListState
  what: string
  filters?: readonly ListFilter[]
  columns: readonly ListColumn[]
}

export function ListSearch({ state, what, filters = [], columns }: SearchProps) {
  return (
    <FilterForm path={state.path} isNarrowed={isNarrowed(state)}>
      <div class="field grow">
        <label for="list-q">Search</label>
        <input id="list-q" type="search" name="q" value={state.q ?? ''} placeholder={what} maxlength={200} />
      </div>
      {filters.map(({ name, label, options }) => (
        <FilterSelect name={name} label={label} value={state.filters[name]} options={options} />
      ))}
      <div class="sort-choice">
        <FilterSelect
          name="sort"
          label="Sort by"
          value={state.isSortAsked ? state.sort : ''}
          options={[['', 'The usual order'], ...columns.flatMap(sortsOf)]}
        />
      </div>
    </FilterForm>
  )
}

const sortsOf = ({ text, sort, orders }: ListColumn): Options =>
  sort === undefined || orders === undefined
    ? []
    : [
        [sort, `${text}, ${orders[0]}`],
        [`-${sort}`, `${text}, ${orders[1]}`],
      ]

type FilterFormProps = { path: string; isNarrowed: boolean; children: ComponentChildren }

/** A form of GET: its address can be kept and sent on. */
export function FilterForm({ path, isNarrowed, children }: FilterFormProps) {
  return (
    <search>
      <form class="list-search" method="get" action={path}>
        {children}
        <button type="submit">Show</button>
        {isNarrowed ? (
          <a class="list-clear" href={path}>
            Clear
          </a>
        ) : null}
      </form>
    </search>
  )
}

type SelectProps = { name: string; label: string; value: string | undefined; options: Options }

export function FilterSelect({ name, label, value = '', options }: SelectProps) {
  return (
    <div class="field">
      <label for={`list-${name}`}>{label}</label>
      <select id={`list-${name}`} name={name}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

type ColumnsProps = { state: ListState; columns: readonly ListColumn[] }

/** The heads of the columns; those with a sort are links to it, and the other way round the second time. */
export function Columns({ state, columns }: ColumnsProps) {
  return (
    <>
      {columns.map((column) =>
        column.sort === undefined ? (
          <th scope="col">{column.text}</th>
        ) : (
          <SortedColumn state={state} text={column.text} sort={column.sort} startsDown={column.startsDown} />
        ),
      )}
    </>
  )
}

type SortedProps = { state: ListState; text: string; sort: string; startsDown: boolean | undefined }

function SortedColumn({ state, text, sort, startsDown = false }: SortedProps) {
  const name = state.sort.replace(/^-/, '')
  const isDown = state.sort.startsWith('-')
  const isCurrent = name === sort
  const next = isCurrent ? !isDown : startsDown
  const href = withQuery(state.path, { q: state.q, ...state.filters, sort: `${next ? '-' : ''}${sort}` })
  return (
    <th scope="col" {...(isCurrent ? { 'aria-sort': isDown ? 'descending' : 'ascending' } : {})}>
      <a class="sort" href={href}>
        {text}
        <span aria-hidden="true">{isCurrent ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </a>
    </th>
  )
}

/** A table that becomes a list of cards on a phone. */
export function ListTable({
  caption,
  head,
  isEmpty,
  empty,
  children,
}: {
  caption: string
  head: ComponentChildren
  isEmpty: boolean
  empty: ComponentChildren
  children: ComponentChildren
}) {
  if (isEmpty) return <div class="empty">{empty}</div>
  return (
    <div class="table-frame list-table">
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A cell with the name of its column, which a phone shows before it. */
export function Cell({ name, children }: { name: string; children: ComponentChildren }) {
  return <td data-column={name}>{children}</td>
}

/** The day of an instant; the whole of it stands behind. */
export function Day({ at, zone }: { at: number; zone: string }) {
  const { time } = useMessages()
  return (
    <time
      class="nowrap"
      dateTime={formatInstant(at)}
      title={`${time.stamp(at, zone)} (${time.zone(at, zone)})`}
    >
      {time.date(at, zone)}
    </time>
  )
}

export function ListPager({ state }: { state: ListState }) {
  const { next, previous, path, q, sort, filters } = state
  const address = (place: Record<string, string>) => withQuery(path, { q, ...filters, sort, ...place })
  return (
    <Pager
      previous={previous === null ? undefined : address({ before: previous })}
      next={next === null ? undefined : address({ after: next })}
    />
  )
}
