// The folded texts that are searched, and the indexes that find parts of words in them.
import type { Dialect } from '../../sql/statements.ts'

const tables = [
  { name: 'talk_texts', objects: 'talks' },
  { name: 'user_texts', objects: 'users' },
] as const
type TextTable = (typeof tables)[number]

const columnsOf = ({ objects }: TextTable) => `
  object_id TEXT not null references ${objects} (id) on delete cascade,
  part TEXT not null,
  platform_id TEXT not null,
  text TEXT not null`

/**
 * New texts wait in `_pending` until they are indexed, because indexing takes longer than the rest of a change. The
 * index refers to rows by number, and SQLite keeps row numbers stable only if they are a column.
 */
const inSqlite = (table: TextTable) => {
  const { name } = table
  return [
    `create table ${name} (
      seq INTEGER primary key,
      ${columnsOf(table)},
      unique (object_id, part)
    ) STRICT`,
    `create index ${name}_platform on ${name} (platform_id, part)`,
    `create table ${name}_pending (seq INTEGER primary key) STRICT`,
    `create virtual table ${name}_index
      using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
    `create virtual table ${name}_grams using fts5vocab (${name}_index, instance)`,
    `create trigger ${name}_added after insert on ${name} begin
      insert into ${name}_pending (seq) values (new.seq) on conflict do nothing;
    end`,
    `create trigger ${name}_changed after update of text on ${name} when new.text <> old.text begin
      insert into ${name}_pending (seq) values (new.seq) on conflict do nothing;
    end`,
    `create trigger ${name}_removed after delete on ${name} begin
      delete from ${name}_pending where seq = old.seq;
      delete from ${name}_index where rowid = old.seq;
    end`,
  ]
}

/**
 * PostgreSQL collects new texts itself before it adds them to the index. The limit is small, because the change that
 * reaches it has to wait. Without the extension, searches read all texts.
 */
const inPostgres = (table: TextTable) => {
  const { name } = table
  return [
    `create table ${name} (${columnsOf(table)}, primary key (object_id, part))`,
    `create index ${name}_platform on ${name} (platform_id, part)`,
    `do $$ begin
      create extension if not exists pg_trgm;
      create index ${name}_index on ${name} using gin (text gin_trgm_ops) with (gin_pending_list_limit = 512);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise warning 'The extension pg_trgm cannot be created: searches will read all texts.';
    end $$`,
  ]
}

const statements = { sqlite: inSqlite, postgres: inPostgres }

export const search = (dialect: Dialect): string[] => tables.flatMap(statements[dialect])
