// The speakers and moderators of talks, and the talks of accounts.
import { expressionBuilder, sql } from 'kysely'
import type { Role } from '../../kernel/schema/roles.ts'
import { byReference, byUserReference, type UserReference } from '../../kernel/store/changes/objects.ts'
import { text, textList } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import type { Filter } from '../../kernel/store/sql/filters.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  type ParametersOf,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import {
  type AttachedId,
  byObject,
  personColumns,
  type TalkPersonKind,
  talkPersonKinds,
} from '../people/attached/attached-people-store.ts'
import { isListed } from '../people/store.ts'
import { users } from '../people/tables.ts'
import { MAX_MEMBERSHIPS } from './limits.ts'

/** The speakers and moderators of these talks. */
export const peopleOfTalks = defineQuery(
  'talk_people.of_talks',
  { talkIds: textList() },
  ({ db, isAmong, rowWithId }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin(rowWithId(users, 'talk_people.user_id').as('users'), 'users.id', 'talk_people.user_id')
      .select(['talk_people.talk_id', 'talk_people.kind'])
      .select(personColumns.qualifiedNames)
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.kind')
      .orderBy('talk_people.position'),
  (rows) =>
    byObject(
      rows.map((row) => ({ objectId: row.talk_id, kind: row.kind, person: personColumns.decode(row) })),
    ),
)

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
/** Replaces the speakers or the moderators of a talk. */
export const setTalkPeople = (talkId: string, kind: TalkPersonKind, userIds: readonly string[]): Write[] => [
  clearTalkPeople({ talkId, kind }),
  insertTalkPeople({ talkId, kind, userIds }),
]

/** Keeps the people of a deleted talk. */
export const keepTalkPeople = defineWrite('deleted_objects.keep_talk_people', { id: text() }, ({ db }, p) =>
  db
    .insertInto('deleted_object_people')
    .columns(['object_id', 'user_id', 'kind', 'position'])
    .expression(
      db
        .selectFrom('talk_people')
        .select(['talk_id', 'user_id', 'kind', 'position'])
        .where('talk_id', '=', p.id),
    ),
)
/** Gives a restored talk the people that were kept. */
export const restoreTalkPeople = defineWrite(
  'deleted_objects.restore_talk_people',
  { id: text() },
  ({ db }, p) =>
    db
      .insertInto('talk_people')
      .columns(['talk_id', 'user_id', 'kind', 'position'])
      .expression(
        db
          .selectFrom('deleted_object_people')
          .select(['object_id', 'user_id', 'kind', 'position'])
          .where('object_id', '=', p.id)
          .where('kind', 'in', talkPersonKinds)
          .$narrowType<{ kind: TalkPersonKind }>(),
      ),
)

const ofUsers = expressionBuilder<Database, 'users'>()
/**
 * Accounts with the role speaker, and accounts that speak at a talk in any role. Each account is checked on its own, so
 * that a list is read in its order until the page is full.
 */
export const isSpeaker: Filter<'users'> = {
  table: 'users',
  name: 'isSpeaker',
  values: {},
  where: () =>
    ofUsers.and([
      isListed,
      ofUsers.or([
        ofUsers('users.role', '=', sql.lit<Role>('speaker')),
        ofUsers.exists(
          ofUsers
            .selectFrom('talk_people')
            .select('talk_people.talk_id')
            .whereRef('talk_people.user_id', '=', 'users.id')
            .where('talk_people.kind', '=', 'speaker'),
        ),
      ]),
    ]),
}

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
