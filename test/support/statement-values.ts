// The values for running statements. A parameter that is a column of the statement's table has the value of its first
// row or, if the statement inserts or replaces a row, of a new one. Other values are listed here: by parameter, or by
// statement.
import { type Stored, type StoredRow, snakeCase } from '../../src/kernel/store/sql/columns.ts'
import type { Statement, Values } from '../../src/kernel/store/sql/statements.ts'
import { HOUR, idOf, makeRow, NOW, type Schema } from './statement-rows.ts'

type Value = Stored | boolean | object
type ByParameter = Readonly<Record<string, Value>>

/** Some, but not all, rows of both platforms. */
const ids = (...tables: string[]) => tables.flatMap((table) => [1, 2, 4, 5].map((n) => idOf(table, n)))

/** By parameter, for all statements. */
const SHARED: ByParameter = {
  after: 0,
  at: NOW,
  before: NOW + 1,
  earliest: NOW - 9 * HOUR,
  endedBefore: NOW + 9 * HOUR,
  endsAfter: NOW - 9 * HOUR,
  from: 0,
  instants: [NOW - 9 * HOUR, NOW].map(String),
  isDefault: true,
  leftBy: NOW,
  limit: 10,
  most: 10,
  names: ['Ärger', 'ärger', ''],
  now: NOW,
  offset: 0,
  platformId: idOf('platforms', 1),
  since: NOW - HOUR - 1,
  sponsorId: idOf('sponsors', 1),
  sponsorIds: ids('sponsors'),
  startAt: NOW - HOUR / 2,
  startsAfter: NOW - 9 * HOUR,
  startsBefore: NOW + 9 * HOUR,
  surveyId: idOf('surveys', 1),
  talkId: idOf('talks', 1),
  talkIds: ids('talks'),
  times: [NOW - 9 * HOUR, NOW, NOW + 9 * HOUR].map(String),
  to: NOW + 9 * HOUR,
  until: NOW + HOUR,
  upTo: 100,
  userId: idOf('users', 1),
  userIds: ids('users'),
  webhookId: idOf('webhooks', 1),
}

/** The table of the object whose id or other reference a statement uses, if it is not the statement's own table. */
const REFERRED: Readonly<Record<string, readonly string[]>> = {
  questions: ['questions.asked'],
  sponsors: ['sponsor_people.ids'],
  surveys: [
    'survey_tallies',
    'survey_participations.of_survey',
    'talks.of_survey',
    'live_talks.of_survey',
    'live_talks.of_talk_of_survey',
    'talk_people.of_survey',
  ],
  talks: [
    'live_talks',
    'credits.open_debits',
    'credits.debits',
    'talk_people.ids',
    'talk_proposals.files_of_talk',
  ],
  users: [
    ...[
      'chat_mutes',
      'credits.last',
      'credits.lock',
      'credits.on_talks',
      'favorites.ids',
      'point_totals',
      'points.granted',
    ],
    ...['talk_people.sole_speaker', 'talk_people.spoken_at', 'talk_proposals.files_of_user'],
  ],
}

const REDELIVERED = { position: 0, lastSeq: 100, fromAt: 0, toAt: NOW + 9 * HOUR }
const NOT_FILTERED = { actor: null, objectKind: null, action: null, objectId: null }

/** Groups of people, some of them with what narrows them. */
const EVERY_PERSON = { track: '', tag: '', state: '', invitedAt: NOW }
const NARROWED = [
  EVERY_PERSON,
  { ...EVERY_PERSON, track: 'Ärger 100%_a', tag: 'Ärger 100%_a' },
  { ...EVERY_PERSON, state: 'not_invited' },
  { ...EVERY_PERSON, state: 'incomplete' },
]
const groupValues = (names: readonly string[], values: readonly ByParameter[]) =>
  names.flatMap((name) => ['recipients', 'count'].map((of) => [`mailings.${of}_${name}`, values] as const))
const GROUPS = [
  ...groupValues(['everyone', 'speakers'], NARROWED),
  ...groupValues(['attendees', 'only_speakers', 'only_moderators', 'stars'], [EVERY_PERSON]),
]

/** A word in the texts, as a search for it. */
const WORD = { word: 'rge', after: 'rge\x7f', grams: '"rge"', like: '%rge%' }
const FREQUENCIES = ['talk_texts', 'user_texts', 'talk_texts_and_user_texts'].flatMap((tables) =>
  ['usual', 'marks', 'short'].map((kind) => [`${tables}.frequency_${kind}`, WORD] as const),
)

/** Values by statement. With several, the statement runs with each. */
export const OF_STATEMENT: Readonly<Record<string, ByParameter | readonly ByParameter[]>> = {
  'chat_messages.page': { states: ['visible', 'held'], updatedSince: NOW - HOUR },
  'chat_mutes.forget_moderator': { userId: 'users-3' },
  'deleted_objects.keep_favorites': { id: 'talks-1' },
  'deleted_objects.keep_sponsor_people': { id: 'sponsors-1' },
  'deleted_objects.keep_talk_people': { id: 'talks-1' },
  'deleted_objects.page': { beforeAt: NOW * 2, beforeId: '' },
  'deleted_objects.people': { id: 'talks-5' },
  'deleted_objects.restore_favorites': { id: 'talks-5' },
  'deleted_objects.restore_sponsor_people': { id: 'sponsors-5' },
  'deleted_objects.restore_talk_people': { id: 'talks-5' },
  'emails.list': [{ before: '~' }, { before: '~', state: null }],
  'events.audit': [
    NOT_FILTERED,
    { ...NOT_FILTERED, objectKind: 'talk', action: 'updated', objectId: 'talks-1' },
  ],
  'events.between': { types: ['talk.updated'] },
  'events.of_object': { id: 'talks-1', kind: 'talk' },
  'idempotency_records.remove_all_old': { since: NOW },
  'idempotency_records.remove_old': { since: NOW },
  'imported_values.of_sponsors': { externalId: 'Ärger 100%_a1' },
  'imported_values.of_talks': { externalId: 'Ärger 100%_a1' },
  'imported_values.of_users': { externalId: 'Ärger 100%_a1' },
  'imports.progress': { doneCount: 7 },
  'kept_captions.keep': { id: 'talks-1' },
  'kept_captions.restore': { id: 'talks-5' },
  'leases.change_rooms': { names: ['room talks-2'], holder: 'other node', expiresAt: NOW + HOUR },
  'leases.of_holder': { names: ['room talks-2'], holder: 'node' },
  'leases.of_rooms': { names: ['room talks-2'] },
  'leases.release_rooms': { names: ['room talks-2'], holder: 'node' },
  'leases.remove_old_rooms': { before: NOW * 2 },
  'listed_viewers.page': { word0: 'zoe', word1: 'arg', word2: '', word3: '', word4: '' },
  'mailings.preparing': { platformId: idOf('platforms', 2) },
  'mailings.recipients_sender': { senderId: 'users-1' },
  'mailings.count_sender': { senderId: 'users-1' },
  // The invitation of the rows has expired by then.
  'one_time_links.open_invitations': { now: 0 },
  'platform_hosts.claims': { hosts: ['Ärger 100%_a1'] },
  'platforms.by_host': { host: 'Ärger 100%_a1' },
  'points.of_user': { before: '~' },
  'programme.after': { id: 'talks-1' },
  'sign_ups.open': { before: '~' },
  'programme.beside': { id: 'talks-3' },
  'programme.related': { id: 'talks-1', track: 'Ärger 100%_a', startAt: 0 },
  'public_people.one': { id: 'users-1' },
  'question_votes.merge': { into: 'questions-3', from: ['questions-1'] },
  'question_votes.new_voters_by_external_id': { into: '3', from: ['questions-1'] },
  'question_votes.new_voters_by_id': { into: 'questions-3', from: ['questions-1'] },
  'questions.by_votes': { states: ['open', 'answered'] },
  'questions.newest': { states: ['open', 'answered'] },
  'request_log.list': [
    { statusFrom: 0, statusTo: 999 },
    { statusFrom: 0, statusTo: 999, keyId: null, operation: null },
  ],
  'request_log.trim': { maxRows: 2 },
  'sessions.end_others': { keptId: 'sessions-1' },
  'sessions.end_stale': { idleSince: NOW - HOUR, staffIdleSince: NOW, staffStartedBefore: NOW + 1 },
  'sponsors.named': { externalIds: ['Ärger 100%_a1'] },
  'talk_announcements.due': { changedBefore: NOW, notedBefore: 0 },
  'talk_tags.move': { startAt: NOW + HOUR },
  'talks.named': { externalIds: ['Ärger 100%_a1'] },
  'talks.placed': { rooms: ['Ü'] },
  'talks.clear_recorded_before': { before: NOW * 2 },
  'recordings.is_playable': { now: NOW * 2 },
  'talks.set_recorded_at': { recordedAt: NOW + 1 },
  'talks.starts_without_reminder': { after: NOW - 9 * HOUR, upTo: NOW + 9 * HOUR },
  'talks.upcoming': { afterStart: 0, afterId: '' },
  'users.attachable': { emailKeys: ['ärger@example.org', 'Ärger@example.org'] },
  'users.by_emails': { emailKeys: ['ärger@example.org', 'Ärger@example.org'] },
  'users.by_emails.locked': { emailKeys: ['ärger@example.org', 'Ärger@example.org'] },
  'users.named': { externalIds: ['Ärger 100%_a1'] },
  'users.set_language': { language: 'de' },
  'users.taken_numbers': { keys: ['Ärger 100%_a1'], bases: ['zoe'] },
  'users.taken_usernames': { keys: ['Ärger 100%_a1', 'ärger 100%_a1'] },
  'webhook_redeliveries.count_events': { first: '', end: '~' },
  'webhook_redeliveries.next_events': REDELIVERED,
  ...Object.fromEntries(FREQUENCIES),
  ...Object.fromEntries(GROUPS),
}

/**
 * The values of each run of a statement. A write that can meet an existing row runs with a new and with an existing
 * one.
 */
export function valuesOf(schema: Schema, statement: Statement): Values[] {
  const table = statement.name.split('.')[0] ?? ''
  const { sql } = statement.for('sqlite')
  const isInsert = sql.startsWith('insert')
  const first = makeRow(schema, table, 1)
  const created = makeRow(schema, table, 10, 5)
  const changed = { ...makeRow(schema, table, 10, 1), ...keyOf(schema, table, first) }
  const rows = !isInsert ? [changed] : sql.includes(' on conflict ') ? [created, changed] : [created]
  const isWritten = isInsert || /\.(replace|change)$/.test(statement.name)
  const listed = {
    ids: [...schema.keys()].flatMap((name) => ids(name)),
    rows,
    counts: rows,
    votes: rows,
    watchers: rows,
  }
  const own = [OF_STATEMENT[statement.name] ?? {}].flat()
  return rows.flatMap((row) =>
    own.map((named) =>
      valuesFrom(statement, [
        { ...referenceOf(schema, statement), ...named },
        isWritten ? row : {},
        first,
        SHARED,
        listed,
      ]),
    ),
  )
}

/** Each parameter from the first source that has it, or from its column. */
const valuesFrom = (statement: Statement, sources: readonly ByParameter[]): Values =>
  Object.fromEntries(
    parametersOf(statement).map((name) => {
      const key = (source: ByParameter) => [name, snakeCase(name)].find((one) => one in source)
      const source = sources.find((one) => key(one) !== undefined)
      if (!source) throw new Error(`Add a value for the parameter ${name} of ${statement.name}.`)
      return [name, encode(source[key(source) ?? name] ?? null)]
    }),
  )

function parametersOf(statement: Statement): string[] {
  const names = new Set<string>()
  const asked = new Proxy<Values>({}, { get: (_none, name) => names.add(String(name)) && 0 })
  for (const dialect of ['sqlite', 'postgres'] as const) statement.for(dialect).bind(asked)
  return [...names]
}

/** The value of a parameter that refers to an object by its id, external id, or e-mail. */
function referenceOf(schema: Schema, { name }: Statement): ByParameter {
  const [, start = '', by = ''] =
    /^(.*?)[._](?:shared_)?by_(id|external_id|email_key)(?:\.locked)?$/.exec(name) ?? []
  const [table = start] = Object.entries(REFERRED).find(([, names]) => names.includes(start)) ?? []
  const value = makeRow(schema, table, 1)[by]
  return value === undefined ? {} : { value }
}

/** The columns that identify a row, with its values. */
const keyOf = (schema: Schema, table: string, row: StoredRow): StoredRow =>
  Object.fromEntries(
    (schema.get(table) ?? []).filter(({ isKey }) => isKey).map(({ name }) => [name, row[name] ?? null]),
  )

const encode = (value: Value): Stored => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
