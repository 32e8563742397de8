// The columns of an object whose fields are declared.
import type { Fields, ObjectFields, PlainValues } from '../../schema/fields.ts'
import {
  boolean,
  type Column,
  instant,
  integer,
  type JsonText,
  json,
  optionalText,
  type Stored,
  text,
} from './columns.ts'

/** The columns that all objects have, and those of the plain fields, which have the values that are shown. */
export const objectColumns = <F extends Fields>({ fields }: Pick<ObjectFields<F>, 'fields'>) => ({
  id: text(),
  platformId: text(),
  /** The source that imported it. Only imports of that source may remove it. */
  source: optionalText(),
  ...columnsOf(fields),
  version: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})

type StoredAs<T> = T extends boolean ? 0 | 1 : T extends Stored ? T : JsonText<T>
type PlainColumns<F> = { [K in keyof PlainValues<F>]: Column<PlainValues<F>[K], StoredAs<PlainValues<F>[K]>> }

const columnsOf = <F extends Fields>(fields: F) =>
  // Each plain field has a column for the type of its values.
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial, shown = {} }]) =>
      initial === undefined ? [] : [[name, columnOf(shown)]],
    ),
  ) as PlainColumns<F>

function columnOf({ type }: { type?: string }) {
  if (type === 'boolean') return boolean()
  return type === 'array' || type === 'object' ? json() : text()
}
