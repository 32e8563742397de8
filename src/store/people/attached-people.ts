// Who belongs to a talk or a sponsor, in which order.
import { type RawBuilder, sql } from 'kysely'
import type { Reference } from '../changes/objects.ts'
import { allRows, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type UserRow, users } from '../sql/tables.ts'

const MOST_PARTS = 100

export type TalkPersonKind = 'speaker' | 'moderator'
export type Attached = { objectId: string; kind: TalkPersonKind; user: UserRow }

const userColumns = users.columnNames.map((column) => `users.${column}` as 'users.id')

const ofTalks = new Statement('talk_people.of_talks', ({ db, isAmong }) =>
  db
    .selectFrom('talk_people')
    .innerJoin('users', 'users.id', 'talk_people.user_id')
    .select(['talk_people.talk_id as object_id', 'talk_people.kind as attached_as', ...userColumns])
    .where(isAmong('talk_people.talk_id', 'talks'))
    .orderBy('talk_people.talk_id')
    .orderBy('talk_people.kind')
    .orderBy('talk_people.position'),
)

const ofSponsors = new Statement('sponsor_people.of_sponsors', ({ db, isAmong }) =>
  db
    .selectFrom('sponsor_people')
    .innerJoin('users', 'users.id', 'sponsor_people.user_id')
    .select([
      'sponsor_people.sponsor_id as object_id',
      sql<string>`'speaker'`.as('attached_as'),
      ...userColumns,
    ])
    .where(isAmong('sponsor_people.sponsor_id', 'sponsors'))
    .orderBy('sponsor_people.sponsor_id')
    .orderBy('sponsor_people.position'),
)

const attached = allRows<Attached>((row) => ({
  objectId: String(row.object_id),
  kind: row.attached_as === 'moderator' ? 'moderator' : 'speaker',
  user: users.decode(row),
}))

/** The speakers and moderators of these talks, each list in its order. */
export const peopleOfTalks = (talkIds: readonly string[]): Query<Attached[]> => ({
  statement: ofTalks,
  values: { talks: JSON.stringify(talkIds) },
  decode: attached,
})

/** The speakers of these sponsors, each list in its order. */
export const peopleOfSponsors = (sponsorIds: readonly string[]): Query<Attached[]> => ({
  statement: ofSponsors,
  values: { sponsors: JSON.stringify(sponsorIds) },
  decode: attached,
})

export type AttachedId = { kind: TalkPersonKind; userId: string }

const idsOfTalk = (by: 'id' | 'external_id') =>
  new Statement(`talk_people.ids_by_${by}`, ({ db }) =>
    db
      .selectFrom('talk_people')
      .innerJoin('talks', 'talks.id', 'talk_people.talk_id')
      .select(['talk_people.kind', 'talk_people.user_id'])
      .where('talks.platform_id', '=', parameter('platform'))
      .where(`talks.${by}`, '=', parameter('value'))
      .orderBy('talk_people.position'),
  )
const idsOfSponsor = (by: 'id' | 'external_id') =>
  new Statement(`sponsor_people.ids_by_${by}`, ({ db }) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
      .select([sql<string>`'speaker'`.as('kind'), 'sponsor_people.user_id'])
      .where('sponsors.platform_id', '=', parameter('platform'))
      .where(`sponsors.${by}`, '=', parameter('value'))
      .orderBy('sponsor_people.position'),
  )
const idStatements = {
  talk: { id: idsOfTalk('id'), external_id: idsOfTalk('external_id') },
  sponsor: { id: idsOfSponsor('id'), external_id: idsOfSponsor('external_id') },
}

/** The ids of everyone attached to one talk or sponsor, in order. */
export const attachedIds = (
  kind: 'talk' | 'sponsor',
  platformId: string,
  { by, value }: Reference,
): Query<AttachedId[]> => ({
  statement: idStatements[kind][by === 'external_id' ? 'external_id' : 'id'],
  values: { platform: platformId, value },
  decode: allRows((row) => ({
    kind: row.kind === 'moderator' ? 'moderator' : 'speaker',
    userId: String(row.user_id),
  })),
})

const clearTalk = new Statement('talk_people.clear', ({ db }) =>
  db
    .deleteFrom('talk_people')
    .where('talk_id', '=', parameter('object'))
    .where('kind', '=', parameter('kind')),
)
const fillTalk = new Statement('talk_people.fill', ({ db, elements }) =>
  db
    .insertInto('talk_people')
    .columns(['talk_id', 'kind', 'position', 'user_id'])
    .expression(
      db
        .selectFrom(elements('users').as('given'))
        .select([
          sql<string>`cast(${parameter('object')} as text)`.as('talk_id'),
          sql<'speaker'>`cast(${parameter('kind')} as text)`.as('kind'),
          'given.position',
          'given.value as user_id',
        ]),
    ),
)
const clearSponsor = new Statement('sponsor_people.clear', ({ db }) =>
  db.deleteFrom('sponsor_people').where('sponsor_id', '=', parameter('object')),
)
const fillSponsor = new Statement('sponsor_people.fill', ({ db, elements }) =>
  db
    .insertInto('sponsor_people')
    .columns(['sponsor_id', 'position', 'user_id'])
    .expression(
      db
        .selectFrom(elements('users').as('given'))
        .select([
          sql<string>`cast(${parameter('object')} as text)`.as('sponsor_id'),
          'given.position',
          'given.value as user_id',
        ]),
    ),
)

/** Replaces one list of a talk. */
export const setTalkPeople = (talkId: string, kind: TalkPersonKind, userIds: readonly string[]): Write[] => [
  { statement: clearTalk, values: { object: talkId, kind } },
  { statement: fillTalk, values: { object: talkId, kind, users: JSON.stringify(userIds) } },
]

/** Replaces the speakers of a sponsor. */
export const setSponsorPeople = (sponsorId: string, userIds: readonly string[]): Write[] => [
  { statement: clearSponsor, values: { object: sponsorId } },
  { statement: fillSponsor, values: { object: sponsorId, users: JSON.stringify(userIds) } },
]

const references = ['id', 'external_id', 'email_key'] as const

/** One statement for each way to name an account. */
const byReference = (make: (account: RawBuilder<string>, name: string) => Statement) =>
  Object.fromEntries(
    references.map((by) => [
      by,
      make(
        sql`(select id from users where platform_id = ${parameter('platform')} and ${sql.ref(by)} = ${parameter('value')})`,
        by,
      ),
    ]),
  ) as Record<Reference['by'], Statement>

const soleSpeaker = byReference(
  (account, by) =>
    new Statement(`talk_people.sole_speaker_by_${by}`, ({ db }) =>
      db
        .selectFrom('talk_people as own')
        .select('own.talk_id')
        .where('own.user_id', '=', account)
        .where('own.kind', '=', 'speaker')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('talk_people as other')
                .select('other.user_id')
                .whereRef('other.talk_id', '=', 'own.talk_id')
                .where('other.kind', '=', 'speaker')
                .whereRef('other.user_id', '!=', 'own.user_id'),
            ),
          ),
        )
        .limit(1),
    ),
)

const spokenAt = byReference(
  (account, by) =>
    new Statement(`talk_people.spoken_at_by_${by}`, ({ db, dialect }) =>
      db
        .selectFrom('talks')
        .select('id')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('talk_people')
            .select('talk_id')
            .where('user_id', '=', account)
            .where('kind', '=', 'speaker'),
        )
        .orderBy('id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
)

/** The talks that this account speaks at; they keep their speakers until the end of a change. */
export const talksSpokenBy = (platformId: string, { by, value }: Reference): Query<string[]> => ({
  statement: spokenAt[by],
  values: { platform: platformId, value },
  decode: allRows((row) => String(row.id)),
})

/** Talks that would have no speaker without this account; one at most. */
export const talksOnlySpokenBy = (platformId: string, { by, value }: Reference): Query<string[]> => ({
  statement: soleSpeaker[by],
  values: { platform: platformId, value },
  decode: allRows((row) => String(row.talk_id)),
})

const talkCounts = new Statement('talk_people.counts', ({ db, isAmong }) =>
  db
    .selectFrom('talk_people')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('talks')])
    .where(isAmong('user_id', 'users'))
    .where('kind', '=', 'speaker')
    .groupBy('user_id'),
)

/** At how many talks these accounts speak; those that speak at none are left out. */
export const talkCountsOf = (userIds: readonly string[]): Query<Map<string, number>> => ({
  statement: talkCounts,
  values: { users: JSON.stringify(userIds) },
  decode: (rows) => new Map(rows.map((row) => [String(row.user_id), Number(row.talks)])),
})

const talksOf = new Statement('talk_people.talks_of', ({ db }) =>
  db
    .selectFrom('talk_people as own')
    .innerJoin('talks', 'talks.id', 'own.talk_id')
    .select(({ exists, selectFrom }) => [
      'talks.id',
      'talks.title',
      'own.kind',
      exists(
        selectFrom('talk_people as other')
          .select('other.user_id')
          .whereRef('other.talk_id', '=', 'own.talk_id')
          .where('other.kind', '=', 'speaker')
          .whereRef('other.user_id', '!=', 'own.user_id'),
      ).as('has_other'),
    ])
    .where('own.user_id', '=', parameter('user'))
    .orderBy('talks.start_at')
    .orderBy('talks.id')
    .orderBy('own.kind')
    .limit(MOST_PARTS),
)
const sponsorsOf = new Statement('sponsor_people.sponsors_of', ({ db }) =>
  db
    .selectFrom('sponsor_people')
    .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
    .select(['sponsors.id', 'sponsors.name'])
    .where('sponsor_people.user_id', '=', parameter('user'))
    .orderBy('sponsors.level')
    .orderBy('sponsors.id')
    .limit(MOST_PARTS),
)

export type TalkPart = { id: string; title: string; kind: TalkPersonKind; isOnlySpeaker: boolean }

/** The talks that an account belongs to, by start; 100 at most. */
export const talksOfUser = (userId: string): Query<TalkPart[]> => ({
  statement: talksOf,
  values: { user: userId },
  decode: allRows((row) => ({
    id: String(row.id),
    title: String(row.title),
    kind: row.kind === 'moderator' ? 'moderator' : 'speaker',
    isOnlySpeaker: row.kind === 'speaker' && !row.has_other,
  })),
})

/** The sponsors that an account belongs to, by level; 100 at most. */
export const sponsorsOfUser = (userId: string): Query<{ id: string; name: string }[]> => ({
  statement: sponsorsOf,
  values: { user: userId },
  decode: allRows((row) => ({ id: String(row.id), name: String(row.name) })),
})
