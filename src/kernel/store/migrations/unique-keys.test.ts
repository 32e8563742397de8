// Platforms can be moved between installations, because no unique key lets one platform take what another one wants.
import { expect, test } from 'vitest'
import { queryStore } from '../../../../test/support/process.ts'
import { createTestStore } from '../../../../test/support/stores.ts'
import { migrate } from './migrate.ts'

/** Each unique key with its columns, as `table(columns)`. */
const UNIQUE_KEYS = {
  sqlite: `select tables.name || '(' || (select group_concat(name, ',') from pragma_index_info(list.name)) || ')' as key
    from sqlite_schema as tables, pragma_index_list(tables.name) as list
    where tables.type = 'table' and list."unique" = 1`,
  postgres: `select indrelid::regclass || '(' || (
      select string_agg(attname, ',' order by attnum) from pg_attribute
      where attrelid = indrelid and attnum = any(indkey::int2[])) || ')' as key
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace`,
}

/** Identifiers of objects are UUIDs, and hashes are of random secrets: no platform can choose them. */
const IDENTIFIER = /[(,](id|\w+_id|hash|previous_hash)[,)]/

/** The tables that a full-text index consists of. */
const OF_INDEXES = /^(talk|user)_texts_index_/

/** Names that are meant to be unique in an installation, and bookkeeping of the installation itself. */
const OF_THE_INSTALLATION = [
  'platforms(slug)',
  'platform_hosts(host)',
  // The number of an event, which the sequence of the installation gives.
  'events(seq)',
  'request_log(seq)',
  'feed_positions(reader)',
  'leases(name)',
  'kysely_migration(name)',
]

test.for(['sqlite', 'postgres'] as const)(
  'every unique key contains the platform, an identifier, or a name of the installation: %s',
  async (kind) => {
    await using store = await createTestStore(kind)
    await migrate(store.location)
    const keys = (await queryStore(store.location, UNIQUE_KEYS[kind])).map(({ key }) => String(key))
    expect(keys.length).toBeGreaterThan(50)
    expect(
      keys.filter(
        (key) => ![IDENTIFIER, OF_INDEXES].some((one) => one.test(key)) && !OF_THE_INSTALLATION.includes(key),
      ),
    ).toEqual([])
  },
)
