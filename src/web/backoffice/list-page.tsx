// Parts of the lists: search and filters, columns that sort, cells that say what they are on a phone, pages.
import type { ComponentChildren } from 'preact'
import { formatInstant } from '../../lib/times.ts'
import { zoneText } from '../components/time.tsx'
import { withQuery } from './query.ts'
import { stampText } from './stamp.tsx'

export type ListState = {
  path: string
  q: string | undefined
  /** As in the address, such as `-title`. */
  sort: string
  /** The filters in use. */
  filters: Readonly<Record<string, string | undefined>>
  next: string | null
  previous: string | null
}

export type ListFilter = {
  name: string
  label: string
  /** The first is for all. */
  options: readonly (readonly [value: string, text: string])[]
}

export function ListHead({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="list-head">
      <h1>{title}</h1>
      <div class="list-head-actions">{children}</div>
    </div>
  )
}

type SearchProps = { state: ListState; what: string; filters?: readonly ListFilter[]; usualSort: string }

/** A form of GET: its address can be kept and sent on. */
export function ListSearch({ state, what, filters = [], usualSort }: SearchProps) {
  const isNarrowed = Boolean(state.q) || Object.values(state.filters).some(Boolean)
  return (
    <search>
      <form class="list-search" method="get" action={state.path}>
        <div class="field grow">
          <label for="list-q">Search</label>
          <input
            id="list-q"
            type="search"
            name="q"
            value={state.q ?? ''}
            placeholder={what}
            maxlength={200}
          />
        </div>
        {filters.map(({ name, label, options }) => (
          <div class="field">
            <label for={`list-${name}`}>{label}</label>
            <select id={`list-${name}`} name={name}>
              {options.map(([value, text]) => (
                <option value={value} selected={value === (state.filters[name] ?? '')}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ))}
        {state.sort === usualSort ? null : <input type="hidden" name="sort" value={state.sort} />}
        <button type="submit">Show</button>
        {isNarrowed ? (
          <a class="list-clear" href={state.path}>
            Clear
          </a>
        ) : null}
      </form>
    </search>
  )
}

/** The head of a column; with `sort` a link that sorts by it, and the other way round the second time. */
export function Column({
  state,
  text,
  sort,
  startsDown = false,
}: {
  state: ListState
  text: string
  sort?: string
  startsDown?: boolean
}) {
  if (sort === undefined) return <th scope="col">{text}</th>
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
  const stamp = stampText(at, zone)
  return (
    <time class="nowrap" dateTime={formatInstant(at)} title={`${stamp} (${zoneText(at, zone)})`}>
      {stamp.split(',')[0]}
    </time>
  )
}

export function Pager({ state }: { state: ListState }) {
  const { next, previous, path, q, sort, filters } = state
  if (next === null && previous === null) return null
  const address = (place: Record<string, string>) => withQuery(path, { q, ...filters, sort, ...place })
  return (
    <nav class="pager" aria-label="Pages">
      {previous === null ? (
        <span class="button" aria-disabled="true">
          Previous
        </span>
      ) : (
        <a class="button" href={address({ before: previous })} rel="prev">
          Previous
        </a>
      )}
      {next === null ? (
        <span class="button" aria-disabled="true">
          Next
        </span>
      ) : (
        <a class="button" href={address({ after: next })} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
