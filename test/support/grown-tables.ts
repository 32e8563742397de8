// Makes tables large with SQL in seconds, with copies of one row that differ in some columns.
import type { StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import { queryStore } from './process.ts'

/**
 * SQL for both stores by column; `n` is the number of the copy, counted from 1. Other columns have the value of the
 * copied row. `||` binds tighter than arithmetic only on SQLite.
 */
type Varied = Record<string, string>

/** Copies the first row that meets the condition. */
async function copyRow(
  location: StoreLocation,
  table: string,
  { rows, varied, where = 'true' }: { rows: number; varied: Varied; where?: string },
): Promise<void> {
  const first = `select * from ${table} where ${where} limit 1`
  const [row = {}] = await queryStore(location, first)
  // The store itself numbers the rows.
  const columns = Object.keys(row).filter((name) => name !== 'seq')
  const values = columns.map((name) => varied[name] ?? name)
  await queryStore(
    location,
    `with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${rows})
     insert into ${table} (${columns}) select ${values} from (${first}) one, numbers`,
  )
}

const SPEAKERS = 2
const ROOMS = 25
const TAGS = 40
const TALKS_A_DAY = 250
const HOURS_A_DAY = 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const TABLES = "('users', 'talks', 'talk_people', 'talk_tags', 'talk_texts', 'user_texts')"
/** Leaves out indexes of constraints. */
const INDEXES = {
  sqlite: `select name, sql as definition from sqlite_schema
    where type = 'index' and sql is not null and tbl_name in ${TABLES}`,
  postgres: `select indexname as name, indexdef as definition from pg_indexes
    where tablename in ${TABLES} and indexname not in (select conname from pg_constraint)`,
}

/** Checking the references takes longer than inserting the rows. */
const WITHOUT_REFERENCES = `do $$ declare one record; begin
  for one in select conrelid::regclass as name, conname from pg_constraint where contype = 'f' loop
    execute format('alter table %s drop constraint %I', one.name, one.conname);
  end loop;
end $$`

type Grown = { rows: number; now: number; talkId: string; userId: string }

/**
 * Makes this many talks and as many people, like the growth benchmark: copies of one each, with two speakers and a tag
 * for each talk. Half of them are over at `now`. No server may use the store in the meantime.
 */
export async function growProgramme(
  location: StoreLocation,
  { rows, now, talkId, userId }: Grown,
): Promise<void> {
  const copies = (table: string, where: string, varied: Varied) =>
    copyRow(location, table, { rows, where, varied })
  const firstDay = Math.floor(now / DAY_MS - rows / TALKS_A_DAY / 2) * DAY_MS
  const hour = `8 + n / ${ROOMS} % ${HOURS_A_DAY}`
  const startAt = `${firstDay} + n / ${TALKS_A_DAY} * ${DAY_MS} + (${hour}) * ${HOUR_MS}`
  const tag = `'Topic ' || (n % ${TAGS})`
  if (location.dialect === 'postgres') await queryStore(location, WITHOUT_REFERENCES)
  const indexes = await queryStore(location, INDEXES[location.dialect])
  for (const index of indexes) await queryStore(location, `drop index ${index.name}`)
  const name = "'last' || n"
  const email = "'copy-' || n || '@example.org'"
  await copies('users', `id = '${userId}'`, {
    ...{ id: numberedId('n'), email, email_key: email, username: name, username_key: name },
    ...{ last_name: "'Last' || n", search_key: name },
  })
  await copies('talks', `id = '${talkId}'`, {
    ...{ id: numberedId('n'), external_id: "'talk-' || n", title: "'Talk ' || n || ' of a long programme'" },
    ...{ start_at: startAt, end_at: `${startAt} + ${HOUR_MS / 2}`, tags: `'["' || ${tag} || '"]'` },
    ...{ room: `'Room ' || (n % ${ROOMS})`, track: `'Track ' || (n % ${ROOMS})`, search_key: "'talk ' || n" },
    featured: 'case n % 100 when 0 then 1 else 0 end',
  })
  for (let position = 0; position < SPEAKERS; position += 1)
    await copies('talk_people', `talk_id = '${talkId}'`, {
      ...{ talk_id: numberedId('n'), user_id: numberedId(`(1 + (${SPEAKERS} * n + ${position}) % ${rows})`) },
      position: String(position),
    })
  await copies('talk_tags', `talk_id = '${talkId}'`, { talk_id: numberedId('n'), tag, start_at: startAt })
  await copies('talk_texts', `object_id = '${talkId}' and part = 'programme'`, {
    ...{ object_id: numberedId('n'), text: "'talk ' || n || ' of a long programme'" },
  })
  await copies('user_texts', `object_id = '${userId}' and part = 'name'`, {
    ...{ object_id: numberedId('n'), text: "'last' || n" },
  })
  // Building the indexes at once is faster.
  for (const index of indexes) await queryStore(location, String(index.definition))
  if (location.dialect === 'sqlite') await indexTexts(location)
  await queryStore(location, 'analyze')
}

/** Indexes new texts, as the server does when it is idle. */
async function indexTexts(location: StoreLocation): Promise<void> {
  for (const table of ['talk_texts', 'user_texts']) {
    await queryStore(
      location,
      `insert into ${table}_index (rowid, text) select seq, text || '  ' from ${table} where seq in (select seq from ${table}_pending)`,
    )
    await queryStore(location, `delete from ${table}_pending`)
  }
}

const FIRST_IDS = '01900000-0000-7000-8000-0000'
const FIRST_NUMBER = 10_000_000

/** The id of a copy of a talk or an account. They sort by number. */
export const copyId = (n: number): string => `${FIRST_IDS}${FIRST_NUMBER + n}`
/** The id of a copy, in SQL. */
const numberedId = (n: string): string => `'${FIRST_IDS}' || (${FIRST_NUMBER} + ${n})`
