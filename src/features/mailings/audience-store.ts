// Who gets the e-mails of a mailing.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { MailingKind } from '../../kernel/outbox/schema.ts'
import { boolean, instant, text, textList } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { defineQuery, type ParametersOf, type Query } from '../../kernel/store/sql/statements.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { isNotInvited } from '../people/new-accounts/links-store.ts'
import type { UserRow } from '../people/tables.ts'
import type { MailingData, MailingRow, PersonState } from './tables.ts'

export type Recipient = Pick<UserRow, 'id' | 'email'>
/** `next` is the last person that the page looked at, or null on the last page. */
export type RecipientPage = { recipients: Recipient[]; next: string | null }
/** Audience of a mailing, by the values that define it. `id` is the id of the mailing. */
export type Audience = Pick<
  MailingRow,
  'id' | 'platformId' | 'kind' | 'startAt' | 'audience' | 'talkId' | 'senderId'
> & { data: Pick<MailingData, 'userIds' | 'filter'> }

const selected = {
  platformId: text(),
  id: text(),
  kind: text<MailingKind>(),
  startAt: instant(),
  talkId: text(),
  senderId: text(),
  userIds: textList(),
  track: text(),
  tag: text(),
  state: text<PersonState | ''>(),
  invitedAt: instant(),
  isDefault: boolean(),
}
type Selected = ParametersOf<typeof selected>
type Users = ExpressionBuilder<Database, 'users'>
type Condition = (eb: Users, p: Selected, tools: Tools) => Expression<SqlBool>

const wants = (eb: Users, kind: Expression<MailingKind>, isDefault: Expression<0 | 1>) =>
  eb(
    eb.fn.coalesce(
      eb
        .selectFrom('email_choices')
        .select('is_wanted')
        .whereRef('email_choices.user_id', '=', 'users.id')
        .where('email_choices.kind', '=', kind),
      eb.cast<0 | 1>(isDefault, 'bigint'),
    ),
    '=',
    1,
  )

/** Number of people that a page looks at, however few of them are in the audience. */
const PEOPLE_PER_PAGE = 100

/**
 * People with accepted registrations who want such e-mails and meet a condition. `among` is a condition that an index
 * can answer.
 */
function defineAudience(name: string, condition: Condition, among: Condition = (eb) => eb.lit(true)) {
  const isRecipient: Condition = (eb, p, tools) =>
    eb.and([
      eb('users.registration_status', '=', 'accepted'),
      wants(eb, p.kind, p.isDefault),
      condition(eb, p, tools),
    ])
  return {
    page: defineQuery(
      `mailings.recipients_${name}`,
      { ...selected, after: text() },
      (tools, p) =>
        tools.db
          .selectFrom('users')
          .select(['users.id', 'users.email'])
          .select((eb) =>
            eb
              .case()
              .when(isRecipient(eb, p, tools))
              .then(sql.lit<1>(1))
              .else(sql.lit<0>(0))
              .end()
              .as('is_recipient'),
          )
          .where('users.platform_id', '=', p.platformId)
          .where('users.id', '>', p.after)
          .where((eb) => among(eb, p, tools))
          .orderBy('users.id')
          .limit(sql.lit(PEOPLE_PER_PAGE)),
      (rows): RecipientPage => ({
        recipients: rows.flatMap(({ id, email, is_recipient }) =>
          is_recipient === 1 ? [{ id, email }] : [],
        ),
        next: (rows.length === PEOPLE_PER_PAGE && rows.at(-1)?.id) || null,
      }),
    ),
    count: defineQuery(
      `mailings.count_${name}`,
      selected,
      (tools, p) =>
        tools.db
          .selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('users.platform_id', '=', p.platformId)
          .where((eb) => among(eb, p, tools))
          .where((eb) => isRecipient(eb, p, tools)),
      ([row]) => Number(row?.count ?? 0),
    ),
  }
}

const isEmpty = (eb: Users, value: Expression<string>) => eb(eb.cast<string>(value, 'text'), '=', '')

const hasOwnTag: Condition = (eb, p, { hasText }) => hasText(eb.ref('users.tags'), p.tag)

/**
 * Whether the person takes part in a talk, or has starred one, that has the track, and the tag unless the person has it.
 * Correlated with each person: with IN, the people of all talks would be read again for every page.
 */
const isOfTalk =
  (of: 'talk_people' | 'favorites', kind?: 'speaker' | 'moderator'): Condition =>
  (eb, p, tools) =>
    eb.exists(
      eb
        .selectFrom(of)
        .select(`${of}.talk_id`)
        .whereRef(`${of}.user_id`, '=', 'users.id')
        .$if(kind !== undefined, (query) => query.where(sql.ref('talk_people.kind'), '=', sql.lit(kind)))
        .where(({ exists, or, selectFrom }) =>
          or([
            isEmpty(eb, p.track),
            exists(
              selectFrom('talks')
                .select('talks.id')
                .whereRef('talks.id', '=', sql.ref(`${of}.talk_id`))
                .where('talks.track', '=', p.track),
            ),
          ]),
        )
        .where(({ exists, or, selectFrom }) =>
          or([
            isEmpty(eb, p.tag),
            hasOwnTag(eb, p, tools),
            exists(
              selectFrom('talk_tags')
                .select('talk_tags.tag')
                .whereRef('talk_tags.talk_id', '=', sql.ref(`${of}.talk_id`))
                .where('talk_tags.tag', '=', p.tag),
            ),
          ]),
        ),
    )

const isTagged: Condition = (eb, p, tools) => eb.or([isEmpty(eb, p.tag), hasOwnTag(eb, p, tools)])

const isInState: Condition = (eb, { state }) =>
  eb
    .case()
    .when(eb.cast<string>(state, 'text'), '=', sql.lit('not_invited'))
    .then(isNotInvited)
    .when(eb.cast<string>(state, 'text'), '=', sql.lit('incomplete'))
    .then(eb.or([eb('users.avatar', 'is', null), eb('users.description', 'is', null)]))
    .else(sql<SqlBool>`1 = 1`)
    .end()

/** An audience that the track, the tag, and the state of people narrow. */
const defineGroup = (name: string, condition: Condition) =>
  defineAudience(name, (eb, p, tools) => eb.and([condition(eb, p, tools), isInState(eb, p, tools)]))

const audiences = {
  /** People who have starred one of the talks or take part in it. */
  talk_changes: defineAudience('talk_changes', (eb, p) =>
    eb.or(
      (['favorites', 'talk_people'] as const).map((of) =>
        eb.exists(
          eb
            .selectFrom(of)
            .select(`${of}.talk_id`)
            .whereRef(`${of}.user_id`, '=', 'users.id')
            // With `exists`, PostgreSQL would use a join and read all talks of the mailing for each person.
            .where(
              ({ selectFrom }) =>
                selectFrom('mailing_talks')
                  .select('mailing_talks.talk_id')
                  .where('mailing_talks.mailing_id', '=', p.id)
                  .whereRef('mailing_talks.talk_id', '=', sql.ref(`${of}.talk_id`)),
              'is not',
              null,
            ),
        ),
      ),
    ),
  ),
  /** People who have starred a talk that starts at this time. */
  talk_reminder: defineAudience('talk_reminder', (eb, p) =>
    eb.exists(
      eb
        .selectFrom('favorites')
        .innerJoin('talks', 'talks.id', 'favorites.talk_id')
        .select('talks.id')
        .whereRef('favorites.user_id', '=', 'users.id')
        .where('talks.start_at', '=', p.startAt)
        .where('talks.state', '=', 'published'),
    ),
  ),
  everyone: defineGroup('everyone', isTagged),
  attendees: defineGroup('attendees', (eb, p, tools) =>
    eb.and([eb('users.role', '=', 'attendee'), isTagged(eb, p, tools)]),
  ),
  /** Without a track, also those who were created as speakers and have no talk yet. */
  speakers: defineGroup('speakers', (eb, p, tools) =>
    eb.or([
      eb.and([eb('users.role', '=', 'speaker'), isEmpty(eb, p.track), isTagged(eb, p, tools)]),
      isOfTalk('talk_people')(eb, p, tools),
    ]),
  ),
  only_speakers: defineGroup('only_speakers', isOfTalk('talk_people', 'speaker')),
  only_moderators: defineGroup('only_moderators', isOfTalk('talk_people', 'moderator')),
  stars: defineGroup('stars', (eb, p, tools) =>
    eb.and([
      isOfTalk('favorites')(eb, p, tools),
      eb.or([
        isEmpty(eb, p.talkId),
        eb.exists(
          eb
            .selectFrom('favorites')
            .select('talk_id')
            .whereRef('favorites.user_id', '=', 'users.id')
            .where('favorites.talk_id', '=', p.talkId),
        ),
      ]),
    ]),
  ),
  people: defineAudience(
    'people',
    (eb) => eb.lit(true),
    (eb, p, { isAmong }) => isAmong(eb.ref('users.id'), p.userIds),
  ),
  sender: defineAudience(
    'sender',
    (eb) => eb.lit(true),
    (eb, p) => eb('users.id', '=', p.senderId),
  ),
}

/** Whether people who made no choice want the e-mails, and the time at which invitations are open or not. */
type Now = { isDefault: boolean; now: number }

const valuesOf = (audience: Audience, { isDefault, now }: Now) => ({
  ...audience,
  track: '',
  tag: '',
  state: '' as const,
  ...audience.data.filter,
  invitedAt: now,
  startAt: audience.startAt ?? 0,
  talkId: audience.talkId ?? '',
  senderId: audience.senderId ?? '',
  userIds: audience.data.userIds ?? [],
  isDefault,
})
const audienceOf = ({ kind, audience }: Audience) =>
  audiences[kind === 'message' ? (audience ?? 'sender') : kind]

/**
 * The next people of an audience who want the e-mails, by id. A page takes a few milliseconds, however many people there are.
 */
export const nextRecipients = (
  audience: Audience,
  { after, ...now }: Now & { after: string },
): Query<RecipientPage> => audienceOf(audience).page({ ...valuesOf(audience, now), after })

/** The number of people in an audience who want the e-mails. */
export const countRecipients = (audience: Audience, now: Now): Query<number> =>
  audienceOf(audience).count(valuesOf(audience, now))

/** The number of people who have starred one of these talks or take part in it, and want e-mails about their changes. */
export const countPeopleOfTalks = defineQuery(
  'mailings.count_of_talks',
  { platformId: text(), talkIds: textList(), isDefault: boolean() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('users.platform_id', '=', p.platformId)
      .where('users.registration_status', '=', 'accepted')
      .where('users.id', 'in', ({ selectFrom }) =>
        selectFrom('favorites')
          .select('user_id')
          .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds))
          .union(
            selectFrom('talk_people')
              .select('user_id')
              .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds)),
          ),
      )
      .where((eb) => wants(eb, sql.lit<MailingKind>('talk_changes'), p.isDefault)),
  ([row]) => Number(row?.count ?? 0),
)
