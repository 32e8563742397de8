// The tables of import as the program uses them. The migrations create them.

import { instant, integer, json, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { ImportChoices, ImportHabits, ImportState } from './uploaded-imports-schema.ts'

/** An uploaded file that waits to be imported or was imported. Its content is compressed. */
export const imports = defineTable('imports', {
  id: text(),
  platformId: text(),
  userId: text(),
  fileName: text(),
  content: text(),
  choices: json<ImportChoices>(),
  /** Identifies the idempotency records of its import, which can be continued. */
  runId: optionalText(),
  state: text<ImportState>(),
  doneCount: integer(),
  totalCount: integer(),
  /** Encrypted. */
  outcome: optionalText(),
  changedAt: instant(),
  expiresAt: instant(),
})
export type ImportRow = RowOf<typeof imports>

/** Choices that the imports of a platform share. `id` is the id of the platform. */
export const importHabits = defineTable('import_habits', { id: text(), habits: json<ImportHabits>() })
export type ImportHabitsRow = RowOf<typeof importHabits>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    imports: StoredRowOf<typeof imports>
    import_habits: StoredRowOf<typeof importHabits>
  }
}
