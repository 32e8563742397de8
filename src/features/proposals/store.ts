// Proposals in the store: changes to talks that wait for approval, at most one for each talk.
import { byReference, byUserReference } from '../../kernel/store/changes/objects.ts'
import { instant, integer, text } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, firstRow } from '../../kernel/store/sql/statements.ts'
import { prefixColumns, selectColumns } from '../../kernel/store/sql/table.ts'
import { type UserRow, users } from '../people/tables.ts'
import { type TalkRow, talks } from '../talks/tables.ts'
import { type ProposalRow, proposals } from './tables.ts'

export const proposalWrites = rowWrites(proposals)

/** The last proposal for a talk, unless it was approved. */
export const proposalOf = defineQuery(
  'talk_proposals.of_talk',
  { platformId: text(), talkId: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('talk_proposals')
      .select(proposals.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('talk_id', '=', p.talkId)
      .$call(lockRows),
  firstRow(proposals.decode),
)

export type OpenProposal = { proposal: ProposalRow; talk: TalkRow; user: UserRow }

const [ofTalks, ofUsers] = [prefixColumns(talks, 'talk_'), prefixColumns(users, 'user_')]

/** The proposals that wait for a decision, oldest first. */
export const openProposals = defineQuery(
  'talk_proposals.open',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talk_proposals')
      .innerJoin('talks', 'talks.id', 'talk_proposals.talk_id')
      .innerJoin('users', 'users.id', 'talk_proposals.user_id')
      .select(proposals.qualifiedNames)
      .select(ofTalks.columns)
      .select(ofUsers.columns)
      .where('talk_proposals.platform_id', '=', p.platformId)
      .where('talk_proposals.state', '=', 'open')
      .orderBy('talk_proposals.proposed_at')
      .orderBy('talk_proposals.id')
      .limit(p.limit),
  allRows(
    (row): OpenProposal => ({
      proposal: proposals.decode(row),
      talk: ofTalks.decode(row),
      user: ofUsers.decode(row),
    }),
  ),
)

export const countOpenProposals = defineQuery(
  'talk_proposals.count_open',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_proposals')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('platform_id', '=', p.platformId)
      .where('state', '=', 'open'),
  firstRow(({ count }) => Number(count)),
)

/** The proposals for the talks of a person, in any order. */
export const proposalsForTalksOf = defineQuery(
  'talk_proposals.of_talks_of_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_proposals')
      .select(proposals.columnNames)
      .where('talk_id', 'in', (of) =>
        of
          .selectFrom('talk_people')
          .select('talk_people.talk_id')
          .where('talk_people.user_id', '=', p.userId),
      ),
  allRows(proposals.decode),
)

const withFiles = selectColumns(proposals, ['files'])
const idsIn = (rows: readonly Pick<ProposalRow, 'files'>[]): string[] => [
  ...new Set(rows.flatMap(({ files }) => files)),
]

/** The ids of the files of the proposal for a talk, which is removed with the talk. */
export const filesProposedForTalk = byReference((by) =>
  defineQuery(
    `talk_proposals.files_of_talk_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('talk_proposals')
        .select(withFiles.columnNames)
        .where('talk_id', '=', (eb) =>
          eb.selectFrom('talks').select('id').where('platform_id', '=', p.platformId).where(by, '=', p.value),
        ),
    (rows) => idsIn(rows.map(withFiles.decode)),
  ),
)

/** The ids of the files of the proposals by an account, which are removed with the account. */
export const filesProposedBy = byUserReference((by) =>
  defineQuery(
    `talk_proposals.files_of_user_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('talk_proposals')
        .select(withFiles.columnNames)
        .where('user_id', '=', (eb) =>
          eb.selectFrom('users').select('id').where('platform_id', '=', p.platformId).where(by, '=', p.value),
        ),
    (rows) => idsIn(rows.map(withFiles.decode)),
  ),
)

/** The proposals of all platforms that were rejected before a time (epoch milliseconds), oldest first. */
export const proposalsDecidedBefore = defineQuery(
  'talk_proposals.decided_before',
  { before: instant(), limit: integer() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('talk_proposals')
      .select(proposals.columnNames)
      .where('decided_at', 'is not', null)
      .where('decided_at', '<', p.before)
      .orderBy('decided_at')
      .limit(p.limit)
      .$call(lockRows),
  allRows(proposals.decode),
)

/** The proposals of an account, oldest first. */
export const proposalsBy = defineQuery(
  'talk_proposals.of_author',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_proposals')
      .select(proposals.columnNames)
      .where('user_id', '=', p.userId)
      .orderBy('proposed_at')
      .orderBy('id'),
  allRows(proposals.decode),
)
