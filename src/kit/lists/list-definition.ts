// Definition of a list in the Back Office as data: columns, filters, sorts, and bulk actions.
import type { ComponentChildren } from 'preact'
import type { IconName } from '../components/icon.tsx'

/** Values that a cell may need besides its row. */
export type ListView = { zone: string; now: number }

export type Column<Row> = {
  name: string
  /** The name of a column that people can hide. */
  key?: string
  /** Hidden until somebody chooses it. */
  isExtra?: boolean
  /** Hidden while this is the same for all rows, unless somebody chose the column. */
  sameBy?: (row: Row) => unknown
  /** Clear without the name of the column. Their cells have one line, and on a phone they form one line together. */
  isPlain?: boolean
  /** For plain cells: they have more room than others. */
  isWide?: boolean
  /** For plain cells that cannot be sorted: left out on a small desktop, unless somebody chose the column. */
  isMinor?: boolean
  /** Has texts of several lines, and needs no name either. */
  isLong?: boolean
  /** For plain cells: numbers, which are below each other. */
  isNumber?: boolean
  /** For plain cells: where they are on a phone if not in the line. */
  onPhone?: 'at-end' | 'hidden'
  /** Set on columns by which the list can be sorted. */
  sort?: ColumnSort
  /** Marks the column that identifies the row. Its cells are row headers. */
  isRowHeader?: boolean
  cell: (row: Row, view: ListView) => ComponentChildren
}

export type ColumnSort = {
  /** The value of `sort` in the URL. */
  by: string
  labels: readonly [ascending: string, descending: string]
  startsDescending?: boolean
}

export type Filter<Value extends string = string> = {
  label: string
  /** The option that filters nothing. */
  all: string
  options: readonly (readonly [value: Value, text: string])[]
  /** Whether the options are tabs above the list instead of a part of the menu. {@link ALL} is one of them. */
  isTabs?: true
}

/** The option of tabs that filters nothing. */
export const ALL = 'all'

/** Filters by their names in the URL. */
export type Filters = Readonly<Record<string, Filter>>

/** The chosen option of each filter. */
export type Choices<Of extends Filters = Filters> = {
  readonly [Name in keyof Of]?: Of[Name]['options'][number][0] | undefined
}

/** Rows that can be selected. */
export type Selectable<Row> = { idOf: (row: Row) => string; nameOf: (row: Row) => string }

/** Actions on selected rows, or on all matching rows. Each opens its own page, which gets the rows in its query. */
export type BulkPages<Row> = Selectable<Row> & {
  actions: readonly { path: string; text: string; icon?: IconName }[]
}

/** Buttons that act on one row, and on all selected rows. */
export type BulkActions<Row> = Selectable<Row> & {
  /** The name of the buttons. Their value is `<action>` for selected rows and `<action>:<id>` for one. */
  field: string
  columnName: string
  actions: readonly BulkAction[]
}

export type BulkAction = {
  value: string
  label: string
  labelFor: (name: string) => string
  labelForSelected: string
  isDanger?: boolean
}

export type ListDefinition<Row> = {
  path: string
  title: string
  /** The number of rows, such as "42 talks". */
  count: (count: number) => string
  /** The hint that says what the search covers. */
  searchHint: string
  filters: Filters
  columns: readonly Column<Row>[]
  create?: { href: string; text: string }
  /** Whether deleted objects can be restored. */
  isRestorable?: boolean
  /** A link to the import of a file. */
  import?: { href: string; text: string }
  /** A link to the items that wait for a decision. */
  review?: { href: string; text: string } | undefined
  intro?: string
  /** Shown above the table. */
  note?: (view: ListView) => string
  empty: {
    /** Shown if there are no rows at all. */
    title: string
    /** Advice on the next step. */
    advice?: ComponentChildren
    /** Shown if no row matches the search and filters. */
    noMatches: string
  }
  bulk?: BulkActions<Row>
  bulkPages?: BulkPages<Row>
  /** Cells that can be edited in place: the script that does it, and the editors that it opens. */
  cellEditors?: { script: string; Editors: (props: { csrf: string }) => ComponentChildren }
}
