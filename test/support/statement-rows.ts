// The rows for running every statement: a few in each table of the schema, the same in both stores. Rows 1 to 3 and the
// new ones belong to the first platform, row 4 to the second one.
import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { DELIVERY_LEASE } from '../../src/kernel/store/postgres/leases.ts'
import type { Columns, Stored, StoredRow } from '../../src/kernel/store/sql/columns.ts'
import type { Table } from '../../src/kernel/store/sql/table.ts'

/** The time at which the statements run. */
export const NOW = Date.UTC(2026, 8, 20, 12)
export const HOUR = 3_600_000

/** Texts that stores could compare, fold, or escape differently. The first two differ only in case. */
const TEXTS = ['Ärger 100%_a', 'ärger 100%_a', '', `Zoë\n"Ω" 'x' \\ 💡`, 'Z']
const LIST = '["Ärger 100%_a","a_b","Zoë \\"Ω\\" 💡"]'
/** The second list has texts that a store must not mistake for the members of the others. */
const LISTS = [LIST, '["A_B","axb","ärger 100%_a"]', '[]', LIST, LIST]

type Column = {
  name: string
  type: string
  isNullable: boolean
  isUnique: boolean
  isKey: boolean
  parent: string | undefined
}
export type Schema = ReadonlyMap<string, readonly Column[]>

/** The tables in an order in which rows can be inserted. */
export function readSchema(db: DatabaseSync): Schema {
  const names = db
    .prepare(
      // Leaves out tables that SQLite needs for its index of texts.
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not like 'kysely%' and name not like 'sqlite%' and name not like '%_pending'`,
    )
    .all()
    .map(({ name }) => String(name))
  const schema = new Map<string, Column[]>()
  const add = (table: string) => {
    if (schema.has(table)) return
    const parents = new Map(
      db
        .prepare('select "from", "table" from pragma_foreign_key_list(?)')
        .all(table)
        .map((key) => [String(key.from), String(key.table)]),
    )
    for (const parent of parents.values()) add(parent)
    const unique = db
      .prepare(
        `select (select group_concat(name) from pragma_index_info(list.name)) as columns
         from pragma_index_list(?) as list where "unique" = 1 and partial = 0`,
      )
      .all(table)
      .map(({ columns }) => String(columns).replace('platform_id,', ''))
    const columns = db
      .prepare('select name, type, "notnull" as is_required, pk from pragma_table_info(?)')
      .all(table)
    schema.set(
      table,
      columns
        // The stores number these rows.
        .filter(
          ({ name }) =>
            !(name === 'seq' && ['events', 'request_log', 'talk_texts', 'user_texts'].includes(table)),
        )
        .map(({ name, type, is_required, pk }) => ({
          name: String(name),
          type: String(type),
          isNullable: is_required === 0 && pk === 0,
          isUnique: unique.includes(String(name)),
          isKey: Number(pk) > 0 || unique.some((names) => names.split(',').includes(String(name))),
          parent: parents.get(String(name)),
        })),
    )
  }
  for (const name of names) add(name)
  return schema
}

/** Row `n` of a table. It belongs to the rows with the number `of` in the tables that it refers to. */
export function makeRow(schema: Schema, table: string, n: number, of = n): StoredRow {
  const own = ROWS[table]?.[n - 1] ?? {}
  const columns = schema.get(table) ?? []
  return Object.fromEntries(
    columns.map((column) => {
      const { name } = column
      return [name, name in own ? (own[name] ?? null) : defaultOf(schema, table, column, n, of)]
    }),
  )
}

export const idOf = (table: string, n: number): string => `${table}-${n}`

/** The rows of a table. Tables that others refer to have a fifth row, to which only new rows belong. */
export function rowsOf(schema: Schema, table: string): StoredRow[] {
  const isParent = [...schema.values()].flat().some(({ parent }) => parent === table)
  const count = COUNTS[table] ?? Math.max(ROWS[table]?.length ?? 0, isParent ? 5 : 4)
  return Array.from({ length: count }, (_none, index) => makeRow(schema, table, index + 1))
}

const FOUR: readonly StoredRow[] = [{}, {}, {}, {}]
/** A text in which searches find `a` and `rge`. */
const FOLDED = 'arger 100%_a'
/** A talk that continues for another half hour. */
const LIVE = { kind: 'talk', state: 'published', start_at: NOW - HOUR / 2, end_at: NOW + HOUR / 2, room: 'Ü' }
const TIMES = [NOW - HOUR, NOW, NOW, NOW + HOUR, NOW + 2 * HOUR]

function defaultOf(schema: Schema, table: string, column: Column, n: number, of: number): Stored {
  const { name, type, isNullable, isUnique, parent } = column
  const isText = type === 'TEXT'
  if (name === 'platform_id') return idOf('platforms', isUnique ? of : of === 4 ? 2 : 1)
  if (name === 'id' && !parent) return isText ? idOf(table, n) : n
  if (isNullable && n === 2) return null
  // Some tables refer to a table that has the ids of talks itself.
  const referred = name === 'talk_id' ? 'talks' : (parent ?? `${name.replace(/_id$/, '')}s`)
  if (parent || (name.endsWith('_id') && schema.has(referred))) return idOf(referred, of)
  const place = n - 1
  if (!isText && (kindOf(table, name) === 'boolean' || name.startsWith('is_'))) return n % 2
  if (type === 'REAL') return n + 0.1
  if (!isText) return /(^|_)at$|_since$|until$|hour/.test(name) ? (TIMES[place % 5] ?? NOW) : n
  if (kindOf(table, name) === 'json') return LISTS[place] ?? '[]'
  const text = TEXTS[place] ?? `Neu ${n}`
  return isUnique || /_(key|id)$/.test(name) ? `${text}${n}` : text
}

const SOURCES = new URL('../../src/', import.meta.url)
/** What every `tables.ts` defines. */
const definitions: Record<string, Table<string, Columns>>[] = await Promise.all(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/tables.ts'))
    .map((path) => import(new URL(path, SOURCES).href)),
)
const tables = new Map(
  definitions.flatMap(Object.values<Table<string, Columns>>).map(({ name, columns }) => [name, columns]),
)
/** The type that the program uses for a stored value. */
function kindOf(table: string, column: string): 'json' | 'boolean' | undefined {
  const columns: Record<string, { toStored(value: never): unknown }> = tables.get(table as never) ?? {}
  const property = column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const stored = columns[property]?.toStored([] as never)
  return stored === '[]' ? 'json' : stored === 1 ? 'boolean' : undefined
}

/** The first table gets its row from a migration. The others can have only one row. */
const COUNTS: Readonly<Record<string, number>> = { feed_positions: 0, installation: 1, secret_check: 1 }

/** Special values for the rows of a table. Rows after the fifth belong to rows that are named here. */
const ROWS: Readonly<Record<string, readonly StoredRow[]>> = {
  attendances: [
    { seen_at: NOW, completed_at: null },
    {},
    { talk_id: 'talks-1', completed_at: null },
    {},
    { talk_id: 'talks-3', user_id: 'users-1', completed_at: null, seen_at: NOW - HOUR },
  ],
  chat_messages: [
    { state: 'visible' },
    { state: 'held', talk_id: 'talks-1', user_id: 'users-1' },
    { state: 'visible', talk_id: 'talks-1' },
    { state: 'removed' },
  ],
  chat_mutes: [{ until: NOW + HOUR, muted_by: 'users-3' }],
  credits: [
    { kind: 'debit' },
    { kind: 'debit' },
    { kind: 'refund' },
    {},
    { kind: 'grant', user_id: 'users-1' },
  ],
  deleted_object_people: [
    ...FOUR,
    { object_id: 'talks-5', kind: 'speaker', user_id: 'users-1' },
    { object_id: 'talks-5', kind: 'favorite', user_id: 'users-1' },
    { object_id: 'sponsors-5', kind: 'speaker', user_id: 'users-1' },
  ],
  deleted_objects: [...FOUR, ...['talks-1', 'talks-5', 'sponsors-1', 'sponsors-5'].map((id) => ({ id }))],
  email_choices: [{ kind: 'talk_reminder' }, { kind: 'talk_changes' }],
  emails: [
    { state: 'waiting', mailing_id: null, next_attempt_at: NOW - HOUR, expires_at: NOW + HOUR },
    { state: 'waiting', mailing_id: 'mailings-2', expires_at: NOW + HOUR },
    { state: 'waiting', expires_at: NOW },
    { state: 'sent' },
    {
      state: 'sent',
      queued_at: NOW - HOUR,
      user_id: 'users-1',
      data: '{"origin":"https://events.example.org"}',
    },
  ],
  events: [
    { type: 'talk.updated', object_kind: 'talk', object_id: 'talks-1' },
    { type: 'talk.created', object_kind: 'talk', object_id: 'talks-1' },
    { type: 'question.created', object_kind: 'question', object_id: 'questions-1', changes: LIST },
    { type: 'talk.updated', object_kind: 'talk', object_id: 'talks-4' },
    { type: 'talk.updated', object_kind: 'talk', object_id: 'talks-2', talk_id: null },
  ],
  files: [{ removed_at: null }, {}, { path: '/files/a' }, {}, { removed_at: null, unused_since: NOW - HOUR }],
  imported_values: ['talks-1', 'sponsors-1', 'users-1', 'talks-4'].map((id) => ({ id })),
  imports: [{ state: 'running' }],
  installation: [{ id: 1 }],
  secret_check: [{ id: 1 }],
  kept_captions: [...FOUR, { object_id: 'talks-5' }],
  leases: [{ name: DELIVERY_LEASE }, { name: 'room talks-2', holder: 'node' }],
  mailings: [
    { kind: 'talk_changes', start_at: LIVE.start_at, prepared_to: null },
    { kind: 'message', audience: 'everyone' },
    { kind: 'message', audience: 'sender', prepared_to: null },
    // A platform has at most one mailing in preparation.
    { kind: 'talk_reminder', start_at: LIVE.start_at, prepared_to: '' },
    { prepared_to: null },
  ],
  one_time_links: [{ purpose: 'invitation' }],
  points: [{ kind: 'granted' }, {}, {}, {}, { user_id: 'users-1', talk_id: 'talks-1' }],
  questions: [
    { state: 'open' },
    { state: 'answered', talk_id: 'talks-1' },
    { state: 'open', talk_id: 'talks-1' },
  ],
  // The last one belongs to a talk that is gone.
  recordings: [{ is_removed: 1 }, ...FOUR, { talk_id: 'talks-9' }].map((row) => ({
    is_finished: 0,
    is_removed: 0,
    ...row,
  })),
  sessions: [...FOUR, { user_id: 'users-1' }],
  sign_ups: [{ expires_at: NOW + HOUR }, { expires_at: NOW + HOUR }],
  survey_participations: [...FOUR, { user_id: 'users-1' }],
  survey_responses: [...FOUR, { user_id: 'users-1' }],
  stream_keys: [...FOUR, { talk_id: 'talks-8' }],
  surveys: [
    { state: 'open' },
    { state: 'open' },
    { state: 'draft', opens: 'talk_start' },
    { state: 'closed' },
    { state: 'closed', closed_at: NOW - HOUR },
  ],
  talk_announcements: [1, 2, 3, 4].map((n) => ({ id: idOf('talks', n), is_held: n === 2 ? 1 : 0 })),
  talk_people: [
    { kind: 'speaker' },
    { kind: 'speaker' },
    { kind: 'moderator' },
    { kind: 'speaker' },
    { kind: 'speaker', talk_id: 'talks-2', user_id: 'users-1', position: 1 },
    { kind: 'moderator', talk_id: 'talks-1', user_id: 'users-3', position: 0 },
  ],
  talk_texts: ['programme', 'description', 'external_id', 'programme'].map((part) => ({
    part,
    text: FOLDED,
  })),
  user_texts: ['name', 'company', 'profile', 'account'].map((part) => ({ part, text: FOLDED })),
  talk_proposals: [{ state: 'open' }, { state: 'rejected' }, { state: 'rejected' }, { state: 'open' }],
  talk_tags: [{ is_hidden: 0 }],
  talks: [
    { ...LIVE, type: 'embedded', video: 'v' },
    { ...LIVE, type: 'replay', video: 'v', end_at: NOW + HOUR },
    {
      ...LIVE,
      start_at: NOW - 3 * HOUR,
      end_at: NOW - 2 * HOUR,
      type: 'youtube',
      video: 'v',
      recorded_at: null,
    },
    { ...LIVE, type: 'embedded' },
    { ...LIVE, start_at: NOW + HOUR, end_at: NOW + 2 * HOUR, type: 'replay', video: 'v', available: 1 },
    { ...LIVE, start_at: NOW + HOUR, end_at: NOW + 2 * HOUR, state: 'draft', kind: 'break', type: null },
    { ...LIVE, start_at: NOW + HOUR, type: 'replay', room: null, video: null, available: 0 },
    { ...LIVE, type: 'rtmp', video: null },
  ],
  users: [
    {
      role: 'speaker',
      email_key: 'ärger@example.org',
      avatar: '/files/a',
      search_key: 'zoe arger\narger@example.org',
    },
    { role: 'owner', registration_status: 'in_review' },
    { role: 'attendee', registration_status: 'accepted' },
    { role: 'speaker', registration_status: 'accepted' },
    { role: 'speaker', registration_status: 'accepted', avatar: null, username_key: 'zoe#0042' },
  ].map((row) => ({ registration_status: 'accepted', ...row })),
  webhook_deliveries: [
    { state: 'pending' },
    { state: 'failed', webhook_id: 'webhooks-1' },
    { state: 'pending' },
    { state: 'pending' },
  ],
}
