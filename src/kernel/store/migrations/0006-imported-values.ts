// What imports have set, so that an import recognizes values that people have changed since.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const table = `
create table imported_values (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  hashes TEXT not null
) STRICT;
create index imported_values_platform on imported_values (platform_id);
`

export const importedValues = (dialect: Dialect): Migration =>
  migration(dialect, { up: statementsIn(table), down: ['drop table imported_values'] })
