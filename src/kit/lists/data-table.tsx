// A table built from declared columns. On a phone, each row becomes a card whose cells show the names of their columns.
import type { ComponentChildren } from 'preact'
import { BulkActionsCell, SelectAll, SelectRow } from './bulk-actions.tsx'
import type { BulkActions, Column, ColumnSort, ListView, Selectable } from './list-definition.ts'

/** The current sort, such as `-title`, and the URL of the list with another sort. */
export type TableOrder = { sort: string; href: (sort: string) => string }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  view: ListView
  /** Shown instead of a table without rows. */
  empty: ComponentChildren
  order?: TableOrder
  bulk?: BulkActions<Row> | undefined
  /** Rows with bulk actions can always be selected. */
  selectable?: Selectable<Row> | undefined
}

export function DataTable<Row>({
  caption,
  columns,
  rows,
  view,
  empty,
  order,
  bulk,
  selectable = bulk,
}: TableProps<Row>) {
  if (rows.length === 0) return <>{empty}</>
  return (
    <div class="table-frame list-table">
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selectable ? <SelectAll /> : null}
            {columns.map(({ name, sort, isMinor, isNumber }) =>
              sort && order ? (
                <SortableHeader name={name} sort={sort} order={order} />
              ) : (
                <th scope="col" {...(isMinor || isNumber ? { class: isMinor ? 'minor' : 'number' } : {})}>
                  {name}
                </th>
              ),
            )}
            {bulk ? (
              <th scope="col">
                <span class="visually-hidden">{bulk.columnName}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {selectable ? <SelectRow selectable={selectable} row={row} /> : null}
              {columns.map((column) => (
                <Cell column={column} row={row} view={view} />
              ))}
              {bulk ? <BulkActionsCell bulk={bulk} row={row} /> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; view: ListView }

function Cell<Row>({
  column: { name, isRowHeader, isPlain, isWide, isMinor, isNumber, isLong, onPhone, cell },
  row,
  view,
}: CellProps<Row>) {
  if (isRowHeader) return <th scope="row">{cell(row, view)}</th>
  if (isPlain) {
    const marks = [isWide ? 'wide' : '', isMinor ? 'minor' : '', isNumber ? 'number' : '']
    const classes = ['plain-cell', onPhone, ...marks].filter(Boolean)
    return <td class={classes.join(' ')}>{cell(row, view)}</td>
  }
  if (isLong) return <td class="long-cell">{cell(row, view)}</td>
  return <td data-column={name}>{cell(row, view)}</td>
}

type HeaderProps = { name: string; sort: ColumnSort; order: TableOrder }

/** Links to the list sorted by this column, or in the other direction if it is already sorted by it. */
function SortableHeader({ name, sort: { by, startsDescending = false }, order }: HeaderProps) {
  const isCurrent = order.sort.replace(/^-/, '') === by
  const isDescending = order.sort.startsWith('-')
  const isNextDescending = isCurrent ? !isDescending : startsDescending
  const direction = isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" {...(isCurrent ? { 'aria-sort': direction } : {})}>
      <a class="sort" href={order.href(`${isNextDescending ? '-' : ''}${by}`)}>
        {name}
        <span aria-hidden="true">{isCurrent ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </a>
    </th>
  )
}
