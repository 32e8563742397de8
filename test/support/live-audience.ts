// Many signed-in accounts, written directly into the store, because each sign-in would cost a password hash.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { sessions } from '../../src/features/access/tables.ts'
import { type UserRow, users } from '../../src/features/people/tables.ts'
import { ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { newId } from '../../src/kernel/lib/data/ids.ts'
import { newToken } from '../../src/kernel/lib/security/tokens.ts'
import type { StoredRow } from '../../src/kernel/store/sql/columns.ts'
import { type Answer, createClient } from './api.ts'
import type { ServerProcess, TestInstallation } from './process.ts'
import { Visitor } from './visitors.ts'

export type AudienceMember = { userId: string; cookie: string }

/** Adds attendees with open sessions to the default platform. Call it before the server starts. */
export async function addAudience(
  { env, location }: Pick<TestInstallation, 'env' | 'location'>,
  count: number,
): Promise<AudienceMember[]> {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const { id: platformId } = await ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  const now = Date.now()
  const members = Array.from({ length: count }, (_none, index) => {
    const user = attendee(platformId, index, now)
    const { token, hash } = newToken(installation.secret)
    const session = {
      id: newId(now),
      hash,
      platformId,
      userId: user.id,
      address: '127.0.0.1',
      agent: 'Test',
      createdAt: now,
      seenAt: now,
    }
    return { user, session, cookie: `__Host-lectern=${token}` }
  })
  const rows: Record<string, StoredRow[]> = {
    users: members.map(({ user }) => ({ ...users.encode(user), search_key: users.derived.search_key(user) })),
    sessions: members.map(({ session }) => ({ ...sessions.encode(session) })),
  }
  if (location.dialect === 'sqlite') insertIntoSqlite(location.path, rows)
  else await insertIntoPostgres(location.url, rows)
  return members.map(({ user, cookie }) => ({ userId: user.id, cookie }))
}

function insertIntoSqlite(path: string, rows: Record<string, StoredRow[]>): void {
  using db = new DatabaseSync(path, { timeout: 10_000 })
  db.exec('begin')
  for (const [table, all] of Object.entries(rows)) {
    const names = Object.keys(all[0] ?? {})
    const insert = db.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    for (const row of all) insert.run(...names.map((name) => row[name] ?? null))
  }
  db.exec('commit')
}

async function insertIntoPostgres(url: string, rows: Record<string, StoredRow[]>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [table, all] of Object.entries(rows)) {
    const names = Object.keys(all[0] ?? {}).join(', ')
    await client.query(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(all)],
    )
  }
  await client.end()
}

const attendee = (platformId: string, index: number, now: number): UserRow => ({
  id: newId(now),
  platformId,
  externalId: null,
  source: null,
  email: `viewer-${index}@example.org`,
  emailKey: `viewer-${index}@example.org`,
  emailProvedAt: null,
  username: `viewer.${index}`,
  usernameKey: `viewer.${index}`,
  role: 'attendee',
  registrationStatus: 'accepted',
  waitlisted: false,
  answers: {},
  firstName: 'Viewer',
  lastName: `Number ${index}`,
  avatar: null,
  description: null,
  job: null,
  company: null,
  tags: [],
  timezone: null,
  country: null,
  city: null,
  status: null,
  website: null,
  socials: { facebook: null, linkedin: null, twitter: null, youtube: null },
  highlighted: false,
  announced: false,
  attached: false,
  passwordHash: 'none',
  language: null,
  passwordMustChange: false,
  passwordExpiresAt: null,
  totpSecret: null,
  totpUsedAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
})

/** The text of a test message, which contains its number. */
export const markedText = (number: number): string => `m${number}`

/** The browser of a member. */
export function browserOf({ sendTo, url }: ServerProcess, { cookie }: AudienceMember): Visitor {
  const visitor = new Visitor({ sendTo, url })
  const [name = '', value = ''] = cookie.split('=')
  visitor.cookies.set(name, value)
  return visitor
}

export type FormSender = {
  send(member: AudienceMember, path: string, fields: Record<string, string>): Promise<Answer>
  close(): void
}

/** Sends forms of many members over a few connections. The token comes from one browser and belongs to no account. */
export async function openFormSender(
  { folder }: Pick<TestInstallation, 'folder'>,
  server: ServerProcess,
  { member, talkId, connections }: { member: AudienceMember; talkId: string; connections: number },
): Promise<FormSender> {
  const browser = browserOf(server, member)
  const { text } = await browser.get(`/talks/${talkId}`)
  const token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ca = readFileSync(join(folder, 'tls/cert.pem'))
  const client = createClient({ port: server.port, ca, key: '', agent })
  return {
    send: ({ cookie }, path, fields) =>
      client('POST', path, {
        key: null,
        headers: {
          cookie: `${cookie}; __Host-csrf=${browser.cookies.get('__Host-csrf')}`,
          origin: new URL(server.url).origin,
          'sec-fetch-site': 'same-origin',
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        raw: new URLSearchParams({ _csrf: token, ...fields }).toString(),
      }),
    close: () => agent.destroy(),
  }
}
