// The database as kysely sees it: stored values under their stored names.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { StoredColumns } from './columns.ts'
import type { Table } from './table.ts'
import type {
  apiKeys,
  attendances,
  calendarLinks,
  chatMembers,
  chatMessages,
  chatMutes,
  chatReactions,
  chatReports,
  credits,
  dailyCounts,
  deletedObjects,
  emailChoices,
  emails,
  events,
  favorites,
  files,
  idempotencyRecords,
  identities,
  importedValues,
  importHabits,
  imports,
  liveEntries,
  liveTalks,
  mailings,
  mailingTalks,
  oneTimeLinks,
  oneTimeSlots,
  openIdSecrets,
  passkeys,
  platforms,
  points,
  pointTotals,
  proposals,
  questions,
  questionVotes,
  requestCounts,
  requestLog,
  roomKeys,
  sessions,
  signInAttempts,
  signUps,
  sponsors,
  surveyParticipations,
  surveyResponses,
  surveys,
  surveyTallies,
  talkAnnouncements,
  talks,
  talkTexts,
  users,
  userTexts,
  viewerAgreements,
  webhookAttempts,
  webhookDeliveries,
  webhookRedeliveries,
  webhooks,
} from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

type StoredRowOf<T> =
  T extends Table<string, infer C, infer D> ? StoredColumns<C> & { [K in keyof D]: string } : never
/** The store numbers these rows in the order of insertion. */
type Numbered = { seq: number }

export type Database = {
  installation: { id: number; secret: string }
  secret_check: { id: number; encrypted: string }
  platforms: StoredRowOf<typeof platforms>
  platform_hosts: { host: string; platform_id: string }
  api_keys: StoredRowOf<typeof apiKeys>
  users: StoredRowOf<typeof users>
  talks: StoredRowOf<typeof talks>
  talk_texts: StoredRowOf<typeof talkTexts>
  user_texts: StoredRowOf<typeof userTexts>
  talk_people: { talk_id: string; user_id: string; kind: 'speaker' | 'moderator'; position: number }
  talk_tags: { talk_id: string; tag: string; platform_id: string; is_hidden: number }
  talk_files: { talk_id: string; file_id: string }
  sponsors: StoredRowOf<typeof sponsors>
  sponsor_people: { sponsor_id: string; user_id: string; position: number }
  deleted_objects: StoredRowOf<typeof deletedObjects>
  /** For a favorite, the position is the time when it was added. */
  deleted_object_people: {
    object_id: string
    user_id: string
    kind: 'speaker' | 'moderator' | 'favorite'
    position: number
  }
  files: StoredRowOf<typeof files>
  tags: { platform_id: string; name: string }
  passkeys: StoredRowOf<typeof passkeys>
  identities: StoredRowOf<typeof identities>
  sessions: StoredRowOf<typeof sessions>
  one_time_links: StoredRowOf<typeof oneTimeLinks>
  sign_in_attempts: StoredRowOf<typeof signInAttempts>
  sign_ups: StoredRowOf<typeof signUps>
  daily_counts: StoredRowOf<typeof dailyCounts>
  one_time_slots: StoredRowOf<typeof oneTimeSlots>
  emails: StoredRowOf<typeof emails>
  mailings: StoredRowOf<typeof mailings>
  mailing_talks: StoredRowOf<typeof mailingTalks>
  talk_announcements: StoredRowOf<typeof talkAnnouncements>
  email_choices: StoredRowOf<typeof emailChoices>
  /** The positions of readers of the events, by name. */
  feed_positions: { reader: string; position: number }
  events: StoredRowOf<typeof events> & Numbered
  idempotency_records: StoredRowOf<typeof idempotencyRecords>
  request_log: StoredRowOf<typeof requestLog> & Numbered
  request_counts: StoredRowOf<typeof requestCounts>
  webhooks: StoredRowOf<typeof webhooks>
  webhook_deliveries: StoredRowOf<typeof webhookDeliveries>
  webhook_redeliveries: StoredRowOf<typeof webhookRedeliveries>
  webhook_attempts: StoredRowOf<typeof webhookAttempts>
  live_talks: StoredRowOf<typeof liveTalks>
  live_entries: StoredRowOf<typeof liveEntries>
  chat_messages: StoredRowOf<typeof chatMessages>
  chat_reactions: StoredRowOf<typeof chatReactions>
  chat_reports: StoredRowOf<typeof chatReports>
  chat_members: StoredRowOf<typeof chatMembers>
  chat_mutes: StoredRowOf<typeof chatMutes>
  attendances: StoredRowOf<typeof attendances>
  listed_viewers: StoredRowOf<typeof viewerAgreements>
  points: StoredRowOf<typeof points>
  point_totals: StoredRowOf<typeof pointTotals>
  credits: StoredRowOf<typeof credits>
  surveys: StoredRowOf<typeof surveys>
  survey_tallies: StoredRowOf<typeof surveyTallies>
  survey_participations: StoredRowOf<typeof surveyParticipations>
  survey_responses: StoredRowOf<typeof surveyResponses>
  imports: StoredRowOf<typeof imports>
  import_habits: StoredRowOf<typeof importHabits>
  imported_values: StoredRowOf<typeof importedValues>
  favorites: StoredRowOf<typeof favorites>
  calendar_links: StoredRowOf<typeof calendarLinks>
  talk_proposals: StoredRowOf<typeof proposals>
  room_keys: StoredRowOf<typeof roomKeys>
  openid_secrets: StoredRowOf<typeof openIdSecrets>
  questions: StoredRowOf<typeof questions>
  question_votes: StoredRowOf<typeof questionVotes>
  /** `session` is the process ID of the holder's connection on the server. */
  leases: { name: string; holder: string; token: number; session: number; expires_at: number }
}

/** Builds SQL for each store. No statement runs through it. */
export const databases: Record<Dialect, Kysely<Database>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}
