// Fills a store with a generated programme of any size, bypassing the API: rows as the API would have written them.
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openInstallation } from '../src/app/context.ts'
import { readConfig } from '../src/config.ts'
import { makeResetLink, resetPassword } from '../src/features/access/links/reset-links.ts'
import { openSession } from '../src/features/access/sessions/sessions.ts'
import { createApiKey } from '../src/features/api-keys/api-keys.ts'
import { changeRole } from '../src/features/people/roles.ts'
import { userObjects } from '../src/features/people/store.ts'
import { type UserRow, users } from '../src/features/people/tables.ts'
import { textsOfUser } from '../src/features/people/user-texts-store.ts'
import { saveUser } from '../src/features/people/users.ts'
import { changeSettings, ensurePlatform } from '../src/features/platforms/platforms.ts'
import { talkObjects } from '../src/features/talks/store.ts'
import { type TalkRow, talks } from '../src/features/talks/tables.ts'
import { textsOfTalk } from '../src/features/talks/talk-texts-store.ts'
import { saveTalk } from '../src/features/talks/talks.ts'
import { type Caller, systemCaller } from '../src/kernel/changes/services.ts'
import { newId } from '../src/kernel/lib/data/ids.ts'
import type { SearchText } from '../src/kernel/lib/text/search-texts.ts'
import type { StoredRow } from '../src/kernel/store/sql/columns.ts'
import type { TestStore } from '../test/support/stores.ts'
import { settingsOf } from './programme.ts'

const DAY_MS = 24 * 3_600_000
const TALKS_A_DAY = 250
const SLOTS = 10
const ROOMS = 25
const TRACKS = 25
const TAGS = 40
const SPEAKERS = 2
const ROWS_AT_ONCE = 1_000
/** A word in the name of exactly one talk. */
export const RARE_WORD = 'quartzite'

/** Names that the paths of the requests contain. */
export type Named = {
  talkIds: string[]
  /** A time after everything was stored. */
  filledAt: string
  speakerId: string
  speakerEmail: string
  tag: string
  /** A day in the middle of the programme, such as `2027-05-20`. */
  day: string
}

export type Filled = Named & {
  key: string
  /** The cookie of a signed-in owner. */
  cookie: string
}

/** Fills an empty store with this many talks, speakers, and attendees. Half of the programme is over. */
export async function fillProgramme(testStore: TestStore, size: number): Promise<Filled> {
  const { config, secrets } = readConfig(settingsOf(testStore))
  await using installation = await openInstallation(config, secrets)
  const { store, clock } = installation
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Bench' })
  const settings = await changeSettings(installation, systemCaller(platform), {
    requestsPerMinute: 1_000_000,
  })
  const caller: Caller = systemCaller(settings)
  const { key } = await createApiKey(installation, caller, { name: 'bench', level: 'standard' })
  const { response: owner } = await saveUser(installation, caller, null, {
    ...{ email: 'owner@example.org', type: 'Attendee', firstName: 'Owner', lastName: 'Sample' },
    options: { endRegistration: true },
  })
  await changeRole(installation, caller, { id: owner.id, role: 'owner' })
  // A generated password must be changed before anything else.
  const { token } = await makeResetLink(installation, caller, { userId: owner.id })
  await resetPassword(installation, platform, { token, password: `${randomBytes(16).toString('base64')}aA1` })
  const { response: model } = await saveTalk(installation, caller, null, modelTalk)
  const modelRow = await store.read(talkObjects.find({ platformId: platform.id, by: 'id', value: model.id }))
  const modelSpeaker = model.speakers[0]?.id ?? ''
  const [user, ownerRow] = await Promise.all(
    [modelSpeaker, owner.id].map((value) =>
      store.read(userObjects.find({ platformId: platform.id, by: 'id', value })),
    ),
  )
  if (!modelRow || !user || !ownerRow) throw new Error('The models were not saved.')
  const people = Array.from({ length: size }, (_none, index) => personRow(user, index))
  const attendees = Array.from({ length: size }, (_none, index) => attendeeRow(user, index))
  const accounts = [...people, ...attendees]
  const from = Math.floor(clock.now() / DAY_MS - size / TALKS_A_DAY / 2) * DAY_MS
  const programme = Array.from({ length: size }, (_none, index) => talkRow(modelRow, index, from))
  await insertAll(testStore, [
    ['users', accounts.map((row) => ({ ...users.encode(row), search_key: users.derived.search_key(row) }))],
    ['talks', programme.map((row) => ({ ...talks.encode(row), search_key: talks.derived.search_key(row) }))],
    ['talk_people', programme.flatMap(({ id }, index) => speakersOf(id, index, people))],
    ['talk_tags', programme.flatMap(tagsOf)],
    ['talk_texts', programme.flatMap((row) => searchTexts(row, textsOfTalk(row)))],
    ['user_texts', accounts.flatMap((row) => searchTexts(row, textsOfUser(row)))],
  ])
  const device = { address: '127.0.0.1', agent: 'bench' }
  const session = await openSession(installation, platform, {
    ...{ user: ownerRow, codeStep: null, device, replaced: null },
  })
  if (session.status !== 'signed_in') throw new Error('The owner was not signed in.')
  const middle = Math.floor(size / 2)
  return {
    key,
    cookie: `__Host-lectern=${session.token}`,
    filledAt: new Date(clock.now()).toISOString(),
    talkIds: programme.map(({ id }) => id),
    speakerId: people[middle]?.id ?? '',
    speakerEmail: people[middle]?.email ?? '',
    tag: 'Topic 7',
    day: new Date(programme[middle]?.startAt ?? from).toISOString().slice(0, 10),
  }
}

const modelTalk = {
  title: 'Model',
  description: 'A typical description of a talk: a few sentences about its audience. '.repeat(3),
  speakers: [{ email: 'model@example.org', firstName: 'Model', lastName: 'Sample', job: 'Engineer' }],
  start: '2026-01-01T09:00:00Z',
  duration: 30,
}

const personRow = (model: UserRow, index: number): UserRow => ({
  ...model,
  id: newId(),
  email: `person-${index}@example.org`,
  emailKey: `person-${index}@example.org`,
  username: `last${index}.first${index}`,
  usernameKey: `last${index}.first${index}`,
  firstName: `First${index}`,
  lastName: `Last${index}`,
  company: `Company ${index % 300}`,
  description: 'Speaks now and then about what went wrong, and what it taught.',
  tags: [`Topic ${index % TAGS}`],
})

/** Someone who never speaks, and whose name sorts before those of the speakers. */
const attendeeRow = (model: UserRow, index: number): UserRow => ({
  ...model,
  id: newId(),
  role: 'attendee',
  announced: false,
  attached: false,
  email: `attendee-${index}@example.org`,
  emailKey: `attendee-${index}@example.org`,
  username: `guest${index}.first${index}`,
  usernameKey: `guest${index}.first${index}`,
  firstName: `First${index}`,
  lastName: `Guest${index}`,
})

function talkRow(model: TalkRow, index: number, from: number): TalkRow {
  const slot = Math.floor((index % TALKS_A_DAY) / ROOMS) % SLOTS
  const startAt = from + Math.floor(index / TALKS_A_DAY) * DAY_MS + 8 * 3_600_000 + slot * 3_600_000
  return {
    ...model,
    id: newId(),
    externalId: `talk-${index}`,
    title: index === 0 ? `Talk about ${RARE_WORD}` : `Talk ${index} of a long programme`,
    startAt,
    endAt: startAt + 30 * 60_000,
    room: `Room ${index % ROOMS}`,
    track: `Track ${index % TRACKS}`,
    tags: [`Topic ${index % TAGS}`],
    hiddenTags: [],
    featured: index % 100 === 0,
    recommended: index % 10 === 0,
    keynote: index % 250 === 0,
  }
}

const speakersOf = (talkId: string, index: number, people: readonly UserRow[]): StoredRow[] =>
  Array.from({ length: SPEAKERS }, (_none, position) => ({
    ...{ talk_id: talkId, kind: 'speaker', position },
    user_id: people[(SPEAKERS * index + position) % people.length]?.id ?? '',
  }))

const tagsOf = ({ id, platformId, tags, startAt }: TalkRow): StoredRow[] =>
  tags.map((tag) => ({ talk_id: id, tag, platform_id: platformId, is_hidden: 0, start_at: startAt }))

const searchTexts = (row: { id: string; platformId: string }, texts: SearchText<string>[]): StoredRow[] =>
  texts.map((one) => ({ object_id: row.id, platform_id: row.platformId, ...one }))

type TableRows = [table: string, rows: StoredRow[]]

const insertAll = ({ location }: TestStore, tables: TableRows[]): Promise<void> =>
  location.dialect === 'sqlite'
    ? insertInSqlite(location.path, tables)
    : insertInPostgres(location.url, tables)

async function insertInSqlite(path: string, tables: TableRows[]): Promise<void> {
  const db = new DatabaseSync(path)
  db.exec('begin')
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {})
    const places = columns.map(() => '?').join(', ')
    const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
  }
  db.exec('commit')
  db.close()
}

/** Also creates the statistics that autovacuum would create within a minute. */
async function insertInPostgres(url: string, tables: TableRows[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Building an index on texts at once is faster.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where indexdef ilike '% using gin %'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const [table, rows] of tables) {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      const insert = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
        await client.query(insert, [JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))])
    }
    for (const { definition } of indexes) await client.query(definition)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
