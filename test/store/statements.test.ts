// The contract of the stores: every statement has the same result on SQLite and PostgreSQL, with the same rows and values. A
// new statement needs a line in `statement-values.ts` only for parameters that are no columns of its table, and a new filter
// one in `filtered-queries.ts`. Skipped without PostgreSQL.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WriteContext } from '../../src/kernel/store/changes/operation.ts'
import { type Command, command } from '../../src/kernel/store/changes/transaction.ts'
import type { Dialect, Query, Statement } from '../../src/kernel/store/sql/statements.ts'
import { filteredQueries } from '../support/filtered-queries.ts'
import {
  executing,
  listingNames,
  readingTables,
  STORE_MODULES,
  sortRows,
  statementNamed,
} from '../support/statement-operations.ts'
import { openTwinStores, type TwinStores } from '../support/statement-stores.ts'
import { OF_STATEMENT, valuesOf } from '../support/statement-values.ts'
import { hasPostgres } from '../support/stores.ts'

/** Queries whose rows hold nothing but zeros here. */
const FINDS_NOTHING = ['feed_positions.read']
/** These insert a row only if there is none. */
const CHANGES_NOTHING = ['installation.keep_secret', 'secret_check.keep']

const CONTEXT: WriteContext = {
  platformId: 'platforms-1',
  actor: { kind: 'system', id: null, level: 'privileged' },
  requestId: null,
  now: 0,
  passwordRule: { minLength: 8, digits: false, symbols: false },
  capacity: null,
}

// The writes come last: PostgreSQL does not roll back the last number of the events.
describe.runIf(await hasPostgres())('on both stores', { shuffle: false }, () => {
  let stores: TwinStores
  let statements: Statement[]
  beforeAll(async () => {
    stores = await openTwinStores()
    // Other tests of this worker may have defined more in this thread.
    const names = await execute('sqlite', [command(listingNames, null)])
    // The same write with several sets of values, which only PostgreSQL has.
    statements = names.filter((name) => !name.endsWith('.many')).map(statementNamed)
  })
  afterAll(() => stores[Symbol.asyncDispose]())

  test('queries return the same', async () => {
    const named = statements.flatMap((statement) => {
      const { decode } = statement
      return decode ? valuesOf(stores.schema, statement).map((values) => ({ statement, values, decode })) : []
    })
    const foundNothing = new Set<string>()
    for (const query of [...named, ...filteredQueries]) {
      const { name } = query.statement
      const [sqlite, postgres] = await onBoth(name, (dialect) => read(dialect, query))
      expect.soft(postgres, name).toEqual(sqlite)
      if (!sqlite.found) foundNothing.add(name)
    }
    expect([...foundNothing]).toEqual(FINDS_NOTHING)
  })

  test('writes change the same', async () => {
    const before = await execute('sqlite', [command(readingTables, stores.columns)])
    expect(await execute('postgres', [command(readingTables, stores.columns)])).toEqual(before)
    const changedNothing: string[] = []
    for (const statement of statements.filter(({ decode }) => !decode)) {
      let hasChanged = false
      for (const values of valuesOf(stores.schema, statement)) {
        const commands = [
          command(executing, { name: statement.name, values }),
          command(readingTables, stores.columns),
        ]
        const [sqlite, postgres] = await onBoth(statement.name, (dialect) => execute(dialect, commands))
        expect.soft(postgres, statement.name).toEqual(sqlite)
        hasChanged ||= !isDeepStrictEqual(sqlite, before)
      }
      if (!hasChanged) changedNothing.push(statement.name)
    }
    expect(changedNothing).toEqual(CHANGES_NOTHING)
  })

  test('every statement and every filter of the source is run', () => {
    const names = [...statements, ...filteredQueries.map(({ statement }) => statement)].map(
      ({ name }) => name,
    )
    // Writes of the columns that differ are defined when a change needs them.
    const patterns = namesInSource().filter(({ source }) => !source.includes('replace\\.\\w+'))
    expect(patterns.length).toBeGreaterThan(300)
    expect(patterns.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([])
    expect(Object.keys(OF_STATEMENT).filter((name) => !names.includes(name))).toEqual([])
  })

  /** The answer to the last command. All are rolled back. */
  async function execute<Answer>(dialect: Dialect, commands: readonly Command<Answer>[]): Promise<Answer> {
    const result = await stores[dialect].execute(CONTEXT, { commands, isDryRun: true })
    const last = result.status === 'finished' ? result.outcomes.at(-1) : undefined
    if (last?.status !== 'done')
      throw new Error(`The transaction was not executed: ${JSON.stringify(result)}`)
    return last.answer
  }

  /** What a query returns. Rows without an order are sorted. */
  async function read(dialect: Dialect, { statement, values, decode }: Query<unknown>) {
    let found = false
    const result = await stores[dialect].read({
      statement,
      values,
      decode: (rows) => {
        found = rows.some((row) => Object.values(row).some((value) => value !== null && value !== 0))
        return decode(isOrdered(statement) ? rows : sortRows(rows))
      },
    })
    return { result, found }
  }
})

async function onBoth<T>(name: string, run: (dialect: Dialect) => Promise<T>): Promise<[T, T]> {
  try {
    return [await run('sqlite'), await run('postgres')]
  } catch (cause) {
    throw new Error(`${name} fails.`, { cause })
  }
}

/** Whether the outermost part of a statement has an order, or that of a recursion. */
function isOrdered(statement: Statement): boolean {
  const { sql } = statement.for('sqlite')
  let outermost = sql
  for (let inner = ''; inner !== outermost; ) {
    inner = outermost
    outermost = inner.replaceAll(/\([^()]*\)/g, '')
  }
  return outermost.includes(' order by ') || sql.startsWith('with recursive ')
}

const DEFINITION =
  /\bdefine(?:(?:Query|Write)\(\s*|(?<filter>Filter|FilteredQuery)\(\s*\S+\s+)(['`])(?<name>.+?)\2/g

/** Patterns of the names of statements and filters, as they are written in the modules of the store. */
function namesInSource(): RegExp[] {
  return STORE_MODULES.flatMap((module) =>
    [...readFileSync(module, 'utf8').matchAll(DEFINITION)].map(({ groups }) => {
      const pattern = String(groups?.name)
        .replaceAll('.', '\\.')
        .replaceAll(/\$\{.+?\}/g, '\\w+')
      return new RegExp(groups?.filter ? `\\.${pattern}(\\.|$)` : `^${pattern}$`)
    }),
  )
}
