// Migrations as SQL for both stores. TEXT, INTEGER, REAL, SEQUENCE, and STRICT stand for the words of each store.
import { type Kysely, type Migration, sql } from 'kysely'
import type { Dialect } from '../sql/statements.ts'

/** A migration of statements that end in a semicolon. */
export function migration(dialect: Dialect, { up, down }: { up: string; down: string }): Migration {
  const run = async (db: Kysely<unknown>, statements: string) => {
    for (const statement of statements.split(';').filter((part) => part.trim() !== '')) {
      await sql.raw(inDialect(statement, dialect)).execute(db)
    }
  }
  return { up: (db) => run(db, up), down: (db) => run(db, down) }
}

// Text sorts by code point in both stores; numbers have 64 bits in both.
function inDialect(statement: string, dialect: Dialect): string {
  if (dialect === 'postgres') {
    return statement
      .replaceAll('TEXT', 'text collate "C"')
      .replaceAll('SEQUENCE', 'bigint generated always as identity primary key')
      .replaceAll('INTEGER', 'bigint')
      .replaceAll('REAL', 'double precision')
      .replaceAll('STRICT', '')
  }
  return statement.replaceAll('SEQUENCE', 'integer primary key autoincrement')
}
