// What stands in the store itself, where a test must look behind the answers.
import type { StoredRow } from '../../src/store/sql/columns.ts'
import { type Database, parameter, Statement } from '../../src/store/sql/statements.ts'
import type { EventRow } from '../../src/store/sql/tables.ts'
import { events } from '../../src/store/sql/tables.ts'
import type { Tenant } from './scenarios.ts'

type OfPlatforms = keyof Database & ('users' | 'tags' | 'talks' | 'sponsors')
type Reading = Pick<Tenant, 'api' | 'caller'>

/** All rows of the platform in a table, as they are stored, in one order. */
export const readRows = ({ api, caller }: Reading, table: OfPlatforms): Promise<StoredRow[]> =>
  api.installation.store.read({
    statement: statementOf(`test.${table}`, ({ db }) =>
      db
        .selectFrom(table as 'users')
        .selectAll()
        .where('platform_id', '=', parameter('platform'))
        .orderBy((table === 'tags' ? 'name' : 'id') as 'id'),
    ),
    values: { platform: caller.platform.id },
    decode: (rows) => rows,
  })

/** The platform's tags by name. */
export const readTags = async (tenant: Reading) => column(await readRows(tenant, 'tags'), 'name').sort()

/** The e-mails of the platform's accounts, sorted. */
export const readEmails = async (tenant: Reading) => column(await readRows(tenant, 'users'), 'email').sort()

const column = (rows: readonly StoredRow[], name: string) => rows.map((row) => String(row[name]))

/** The events of talks, sponsors and users of the platform, in the order they were written. */
export const readEvents = ({ api, caller }: Reading): Promise<EventRow[]> =>
  api.installation.store.read({
    statement: statementOf('test.events', ({ db }) =>
      db
        .selectFrom('events')
        .selectAll()
        .where('platform_id', '=', parameter('platform'))
        .where('object_kind', 'in', ['talk', 'sponsor', 'user'])
        .orderBy('seq'),
    ),
    values: { platform: caller.platform.id },
    decode: (rows) => rows.map((row) => events.decode(row)),
  })

const statements = new Map<string, Statement>()
function statementOf(name: string, build: ConstructorParameters<typeof Statement>[1]): Statement {
  const statement = statements.get(name) ?? new Statement(name, build)
  statements.set(name, statement)
  return statement
}
