// The people of talks and sponsors, in order.
import { expressionBuilder } from 'kysely'
import { byReference, byUserReference, type UserReference } from '../../../kernel/store/changes/objects.ts'
import { text, textList } from '../../../kernel/store/sql/columns.ts'
import type { Database } from '../../../kernel/store/sql/database.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  type ParametersOf,
  type Write,
} from '../../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import type { Tools } from '../../../kernel/store/sql/tools.ts'
import { users } from '../tables.ts'

const MAX_MEMBERSHIPS = 100

export type TalkPersonKind = 'speaker' | 'moderator'

/** The columns of people that objects show. */
const people = selectColumns(users, [
  'id',
  'email',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'description',
  'job',
  'company',
  'tags',
  'timezone',
  'highlighted',
  'role',
])
export type PersonRow = RowOf<typeof people>
type Attached = { objectId: string; kind: TalkPersonKind; person: PersonRow }
/** The people of several objects by object id, each list in order. Objects without people are absent. */
export type AttachedByObject = ReadonlyMap<string, readonly Attached[]>

const byObject = (attached: readonly Attached[]): AttachedByObject =>
  Map.groupBy(attached, ({ objectId }) => objectId)

/** The speakers and moderators of these talks. */
export const peopleOfTalks = defineQuery(
  'talk_people.of_talks',
  { talkIds: textList() },
  ({ db, isAmong, rowWithId }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin(rowWithId(users, 'talk_people.user_id').as('users'), 'users.id', 'talk_people.user_id')
      .select(['talk_people.talk_id', 'talk_people.kind'])
      .select(people.qualifiedNames)
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.kind')
      .orderBy('talk_people.position'),
  (rows) =>
    byObject(rows.map((row) => ({ objectId: row.talk_id, kind: row.kind, person: people.decode(row) }))),
)

/** The speakers of these sponsors. */
export const peopleOfSponsors = defineQuery(
  'sponsor_people.of_sponsors',
  { sponsorIds: textList() },
  ({ db, isAmong, rowWithId }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin(rowWithId(users, 'sponsor_people.user_id').as('users'), 'users.id', 'sponsor_people.user_id')
      .select('sponsor_people.sponsor_id')
      .select(people.qualifiedNames)
      .where(({ ref }) => isAmong(ref('sponsor_people.sponsor_id'), p.sponsorIds))
      .orderBy('sponsor_people.sponsor_id')
      .orderBy('sponsor_people.position'),
  (rows) =>
    byObject(rows.map((row) => ({ objectId: row.sponsor_id, kind: 'speaker', person: people.decode(row) }))),
)

/** The account columns that a change needs to attach people. */
const attachable = selectColumns(users, [
  'id',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'role',
  'attached',
])
export type AttachableAccount = RowOf<typeof attachable>

/** The accounts with these canonical e-mails. */
export const attachableAccounts = defineQuery(
  'users.attachable',
  { platformId: text(), emailKeys: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(attachable.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('email_key'), p.emailKeys)),
  allRows(attachable.decode),
)

export type AttachedId = { kind: TalkPersonKind; userId: string }

/** The speakers and moderators of a talk, in order. */
export const attachedToTalk = byReference((by) =>
  defineQuery(
    `talk_people.ids_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('talk_people')
        .select(['kind', 'user_id'])
        // A join would read all memberships if the planner expects many objects, as it does for tables without
        // statistics.
        .where('talk_id', '=', (eb) =>
          eb.selectFrom('talks').select('id').where('platform_id', '=', p.platformId).where(by, '=', p.value),
        )
        .orderBy('position'),
    allRows(({ kind, user_id }): AttachedId => ({ kind, userId: user_id })),
  ),
)

/** The speakers of a sponsor, in order. */
const attachedToSponsor = byReference((by) =>
  defineQuery(
    `sponsor_people.ids_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('sponsor_people')
        .select('user_id')
        .where('sponsor_id', '=', (eb) =>
          eb
            .selectFrom('sponsors')
            .select('id')
            .where('platform_id', '=', p.platformId)
            .where(by, '=', p.value),
        )
        .orderBy('position'),
    allRows(({ user_id }): AttachedId => ({ kind: 'speaker', userId: user_id })),
  ),
)

export const attachedTo = { talk: attachedToTalk, sponsor: attachedToSponsor }

const clearTalkPeople = defineWrite(
  'talk_people.clear',
  { talkId: text(), kind: text<TalkPersonKind>() },
  ({ db }, p) => db.deleteFrom('talk_people').where('talk_id', '=', p.talkId).where('kind', '=', p.kind),
)
const insertTalkPeople = defineWrite(
  'talk_people.fill',
  { talkId: text(), kind: text<TalkPersonKind>(), userIds: textList() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('talk_people')
      .columns(['talk_id', 'kind', 'position', 'user_id'])
      .expression(
        db
          .selectFrom(elementsOf(p.userIds).as('person'))
          .select(({ cast }) => [
            cast<string>(p.talkId, 'text').as('talk_id'),
            cast<TalkPersonKind>(p.kind, 'text').as('kind'),
            'person.position',
            'person.value as user_id',
          ]),
      ),
)
const clearSponsorPeople = defineWrite('sponsor_people.clear', { sponsorId: text() }, ({ db }, p) =>
  db.deleteFrom('sponsor_people').where('sponsor_id', '=', p.sponsorId),
)
const insertSponsorPeople = defineWrite(
  'sponsor_people.fill',
  { sponsorId: text(), userIds: textList() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('sponsor_people')
      .columns(['sponsor_id', 'position', 'user_id'])
      .expression(
        db
          .selectFrom(elementsOf(p.userIds).as('person'))
          .select(({ cast }) => [
            cast<string>(p.sponsorId, 'text').as('sponsor_id'),
            'person.position',
            'person.value as user_id',
          ]),
      ),
)

const markAttached = defineWrite('users.mark_attached', { ids: textList() }, ({ db, isAmong }, p) =>
  db
    .updateTable('users')
    .set({ attached: 1 })
    .where(({ ref }) => isAmong(ref('id'), p.ids)),
)
/** Marks accounts that are attached for the first time, so that lists of speakers include them. */
export function listAccounts(accounts: readonly AttachableAccount[]): Write[] {
  const ids = accounts.filter(({ attached }) => !attached).map(({ id }) => id)
  return ids.length === 0 ? [] : [markAttached({ ids })]
}

/** Replaces the speakers or the moderators of a talk. */
export const setTalkPeople = (talkId: string, kind: TalkPersonKind, userIds: readonly string[]): Write[] => [
  clearTalkPeople({ talkId, kind }),
  insertTalkPeople({ talkId, kind, userIds }),
]

/** Replaces the speakers of a sponsor. */
export const setSponsorPeople = (sponsorId: string, userIds: readonly string[]): Write[] => [
  clearSponsorPeople({ sponsorId }),
  insertSponsorPeople({ sponsorId, userIds }),
]

const account = { platformId: text(), value: text() }

const idOfAccount = ({ db }: Tools, by: UserReference['by'], p: ParametersOf<typeof account>) =>
  db.selectFrom('users').select('users.id').where('platform_id', '=', p.platformId).where(by, '=', p.value)

const ofOwn = expressionBuilder<Database & { own: Database['talk_people'] }, 'own'>()
/** Whether the talk of the membership `own` has another speaker. */
const hasOtherSpeaker = ofOwn.exists(
  ofOwn
    .selectFrom('talk_people as other')
    .select('other.user_id')
    .whereRef('other.talk_id', '=', 'own.talk_id')
    .where('other.kind', '=', 'speaker')
    .whereRef('other.user_id', '!=', 'own.user_id'),
)

/** A talk whose only speaker is this account, if there is one. */
export const talksOnlySpokenBy = byUserReference((by) =>
  defineQuery(
    `talk_people.sole_speaker_by_${by}`,
    account,
    (tools, p) =>
      tools.db
        .selectFrom('talk_people as own')
        .select('own.talk_id')
        .where('own.user_id', '=', idOfAccount(tools, by, p))
        .where('own.kind', '=', 'speaker')
        .where(({ not }) => not(hasOtherSpeaker))
        .limit(1),
    allRows(({ talk_id }) => talk_id),
  ),
)

/** The talks that this account speaks at, locked until the end of the transaction. */
export const talksSpokenBy = byUserReference((by) =>
  defineQuery(
    `talk_people.spoken_at_by_${by}`,
    account,
    (tools, p) =>
      tools.db
        .selectFrom('talks')
        .select('id')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('talk_people')
            .select('talk_id')
            .where('user_id', '=', idOfAccount(tools, by, p))
            .where('kind', '=', 'speaker'),
        )
        .orderBy('id')
        .$call(tools.lockRows),
    allRows(({ id }) => id),
  ),
)

/** The number of talks that each of these accounts speaks at. Accounts without a talk are left out. */
export const talkCountsOf = defineQuery(
  'talk_people.counts',
  { userIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_people')
      .select(({ fn }) => ['user_id', fn.countAll<number>().as('talks')])
      .where(({ ref }) => isAmong(ref('user_id'), p.userIds))
      .where('kind', '=', 'speaker')
      .groupBy('user_id'),
  (rows) => new Map(rows.map(({ user_id, talks }) => [user_id, talks])),
)

export type TalkMembership = { id: string; title: string; kind: TalkPersonKind; isOnlySpeaker: boolean }

/** The talks that an account belongs to, by start; 100 at most. */
export const talksOfUser = defineQuery(
  'talk_people.talks_of',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_people as own')
      .innerJoin('talks', 'talks.id', 'own.talk_id')
      .select(['talks.id', 'talks.title', 'own.kind', hasOtherSpeaker.as('has_other')])
      .where('own.user_id', '=', p.userId)
      .orderBy('talks.start_at')
      .orderBy('talks.id')
      .orderBy('own.kind')
      .limit(MAX_MEMBERSHIPS),
  allRows(
    ({ id, title, kind, has_other }): TalkMembership => ({
      id,
      title,
      kind,
      isOnlySpeaker: kind === 'speaker' && !has_other,
    }),
  ),
)

export type SponsorMembership = { id: string; name: string }

/** The sponsors that an account belongs to, by level; 100 at most. */
export const sponsorsOfUser = defineQuery(
  'sponsor_people.sponsors_of',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
      .select(['sponsors.id', 'sponsors.name'])
      .where('sponsor_people.user_id', '=', p.userId)
      .orderBy('sponsors.level')
      .orderBy('sponsors.id')
      .limit(MAX_MEMBERSHIPS),
  allRows((row): SponsorMembership => row),
)
