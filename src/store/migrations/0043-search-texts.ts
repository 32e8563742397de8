// The texts that are searched, folded, and the indexes that find parts of words in them.
import { type Kysely, type Migration, sql } from 'kysely'
import { type SearchText, textsOfTalk, textsOfUser } from '../../lib/text/search-texts.ts'
import type { Dialect } from '../sql/statements.ts'

const PORTION = 500

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
 * New texts wait in `_pending` until they are indexed, because indexing takes longer than the rest of a change. The index refers
 * to rows by number, and SQLite keeps the numbers of rows only if they are a column.
 */
const upInSqlite = (table: TextTable) => {
  const { name } = table
  return [
    `create table ${name} (
      seq INTEGER primary key,
      ${columnsOf(table)},
      unique (object_id, part)
    ) strict`,
    `create index ${name}_platform on ${name} (platform_id, part)`,
    `create table ${name}_pending (seq INTEGER primary key) strict`,
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
 * PostgreSQL itself collects new texts before it adds them to the index. The limit is small, because the change that reaches it
 * has to wait. Without the extension, searches read all texts.
 */
const upInPostgres = (table: TextTable) => {
  const { name } = table
  return [
    `create table ${name} (${columnsOf(table).replaceAll('TEXT', 'text collate "C"')}, primary key (object_id, part))`,
    `create index ${name}_platform on ${name} (platform_id, part)`,
    `do $$ begin
      create extension if not exists pg_trgm;
      create index ${name}_index on ${name} using gin (text gin_trgm_ops) with (gin_pending_list_limit = 512);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise warning 'The extension pg_trgm cannot be created: searches will read all texts.';
    end $$`,
  ]
}

const up = { sqlite: upInSqlite, postgres: upInPostgres }

const down = {
  sqlite: ({ name }: TextTable) => [
    `drop table ${name}_grams`,
    `drop table ${name}_index`,
    `drop table ${name}_pending`,
    `drop table ${name}`,
  ],
  postgres: ({ name }: TextTable) => [`drop table ${name}`],
}

type Rows = Kysely<Record<string, Record<string, string>>>

/** Fills a table in portions. A column with a list is JSON in both stores. */
async function fill(
  db: Rows,
  { name, objects }: TextTable,
  columns: readonly string[],
  textsOf: (row: Record<string, string>) => SearchText<string>[],
): Promise<void> {
  for (let after = ''; ; ) {
    const portion = await db
      .selectFrom(objects)
      .select(['id', 'platform_id', ...columns])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PORTION)
      .execute()
    const last = portion.at(-1)
    if (!last) return
    const texts = portion.flatMap((row) =>
      textsOf(row).map((one) => ({ ...one, object_id: row.id ?? '', platform_id: row.platform_id ?? '' })),
    )
    if (texts.length > 0) await db.insertInto(name).values(texts).execute()
    after = last.id ?? ''
  }
}

async function fillAll(db: Rows): Promise<void> {
  const [talkTexts, userTexts] = tables
  const listOf = (stored: string | undefined): string[] => JSON.parse(stored ?? '[]')
  await fill(
    db,
    talkTexts,
    ['external_id', 'title', 'description', 'room', 'track', 'tags', 'hidden_tags'],
    ({ external_id = null, title = '', description = '', room = null, track = null, tags, hidden_tags }) =>
      textsOfTalk({
        ...{ externalId: external_id, title, description, room, track },
        ...{ tags: listOf(tags), hiddenTags: listOf(hidden_tags) },
      }),
  )
  await fill(
    db,
    userTexts,
    ['external_id', 'email', 'username', 'first_name', 'last_name', 'company', 'job', 'tags'],
    ({ external_id = null, email = '', username = '', first_name = null, last_name = null, ...row }) =>
      textsOfUser({
        ...{ externalId: external_id, email, username, firstName: first_name, lastName: last_name },
        ...{ company: row.company ?? null, job: row.job ?? null, tags: listOf(row.tags) },
      }),
  )
}

export const searchTexts = (dialect: Dialect): Migration => {
  const run = async (db: Kysely<unknown>, statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  return {
    up: async (db) => {
      await run(db, tables.flatMap(up[dialect]))
      // The migrations before this one have made the columns.
      await fillAll(db as Rows)
    },
    down: (db) => run(db, tables.flatMap(down[dialect])),
  }
}
