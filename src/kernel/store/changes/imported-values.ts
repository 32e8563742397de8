// The values of objects that imports have set.
import { text } from '../sql/columns.ts'
import { defineUpsert, rowWrites } from '../sql/row-writes.ts'
import { defineQuery, firstRow } from '../sql/statements.ts'
import { importedValues } from '../tables.ts'
import type { ObjectName } from './objects.ts'

/** Defines the query of what imports have set of the object with an externalId; undefined if no import has recorded it. */
export const defineImportedInto = ({ name: table }: { name: ObjectName }) =>
  defineQuery(
    `imported_values.of_${table}`,
    { platformId: text(), externalId: text() },
    ({ db }, p) =>
      db
        .selectFrom('imported_values')
        .select(importedValues.columnNames)
        .where('id', '=', (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('platform_id', '=', p.platformId)
            .where('external_id', '=', p.externalId),
        ),
    firstRow(importedValues.decode),
  )

export const importedById = defineQuery(
  'imported_values.by_id',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('imported_values')
      .select(importedValues.columnNames)
      .where('id', '=', p.id)
      .where('platform_id', '=', p.platformId),
  firstRow(importedValues.decode),
)

export const putImportedValues = defineUpsert(importedValues, 'id')

/** To be removed together with the object. */
export const removeImportedValues = rowWrites(importedValues).remove
