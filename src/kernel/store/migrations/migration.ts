// Migrations as SQL for both stores. TEXT, INTEGER, REAL, SEQUENCE, STRICT, and WITHOUT ROWID are placeholders for each
// store's syntax.
import { type Kysely, type Migration, sql } from 'kysely'
import type { Dialect } from '../sql/statements.ts'

export function migration(
  dialect: Dialect,
  { up, down }: { up: readonly string[]; down: readonly string[] },
): Migration {
  const run = async (db: Kysely<unknown>, statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(inDialect(statement, dialect)).execute(db)
  }
  return { up: (db) => run(db, up), down: (db) => run(db, down) }
}

/** The statements of a script. Each ends in a semicolon. */
export const statementsIn = (text: string): string[] =>
  text.split(';').filter((statement) => statement.trim() !== '')

// In both stores, text sorts by code point and numbers have 64 bits.
function inDialect(statement: string, dialect: Dialect): string {
  if (dialect === 'postgres') {
    return statement
      .replaceAll('TEXT', 'text collate "C"')
      .replaceAll('SEQUENCE', 'bigint generated always as identity primary key')
      .replaceAll('INTEGER', 'bigint')
      .replaceAll('REAL', 'double precision')
      .replaceAll(/STRICT(, WITHOUT ROWID)?/g, '')
  }
  return statement.replaceAll('SEQUENCE', 'integer primary key autoincrement')
}
