// The stored rows of a platform, for tests that check more than responses.
import { sql } from 'kysely'
import { type StoredRow, text } from '../../src/kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../src/kernel/store/sql/statements.ts'
import { type EventRow, events } from '../../src/kernel/store/tables.ts'
import type { Tenant } from './scenarios.ts'

type Reading = Pick<Tenant, 'api' | 'caller'>

const rowsIn = (
  table: 'users' | 'tags' | 'talks' | 'sponsors' | 'surveys' | 'imported_values' | 'imports',
  order: 'id' | 'name',
) =>
  defineQuery(
    `test.${table}`,
    { platformId: text() },
    ({ db }, p) =>
      db.selectFrom(table).selectAll().where('platform_id', '=', p.platformId).orderBy(sql.ref(order)),
    (rows): StoredRow[] => rows,
  )
const rows = {
  users: rowsIn('users', 'id'),
  tags: rowsIn('tags', 'name'),
  talks: rowsIn('talks', 'id'),
  sponsors: rowsIn('sponsors', 'id'),
  surveys: rowsIn('surveys', 'id'),
  imported_values: rowsIn('imported_values', 'id'),
  imports: rowsIn('imports', 'id'),
}

/** All rows of the platform in a table, in a stable order. */
export const readRows = ({ api, caller }: Reading, table: keyof typeof rows): Promise<StoredRow[]> =>
  api.installation.store.read(rows[table]({ platformId: caller.platform.id }))

/** The platform's tags by name. */
export const readTags = async (tenant: Reading) => column(await readRows(tenant, 'tags'), 'name').sort()

/** The e-mails of the platform's accounts, sorted. */
export const readEmails = async (tenant: Reading) => column(await readRows(tenant, 'users'), 'email').sort()

const column = (rows: readonly StoredRow[], name: string) => rows.map((row) => String(row[name]))

const programmeEvents = defineQuery(
  'test.events',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .select(events.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('object_kind', 'in', ['talk', 'sponsor', 'user'])
      .orderBy('seq'),
  allRows(events.decode),
)

/** The events of talks, sponsors, and users of the platform, in the order in which they were written. */
export const readEvents = ({ api, caller }: Reading): Promise<EventRow[]> =>
  api.installation.store.read(programmeEvents({ platformId: caller.platform.id }))

const emailSecrets = defineQuery(
  'test.email_secrets',
  {},
  ({ db }) => db.selectFrom('emails').select('secret').where('secret', 'is not', null),
  (found) => found.map(({ secret }) => secret),
)

/** The encrypted links in the queue of e-mails. */
export const readEmailSecrets = ({ installation }: Pick<Tenant['api'], 'installation'>) =>
  installation.store.read(emailSecrets({}))
