// Proposals in the store: changes to talks that wait for approval, at most one for each talk.
import { integer, text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import { prefixColumns } from '../sql/table.ts'
import { type ProposalRow, proposals, type TalkRow, talks, type UserRow, users } from '../sql/tables.ts'

export const proposalWrites = rowWrites(proposals)

const ofTalk = defineQuery(
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
/** The last proposal for a talk, unless it was approved. */
export const proposalOf = (platformId: string, talkId: string): Query<ProposalRow | undefined> =>
  ofTalk({ platformId, talkId })

export type OpenProposal = { proposal: ProposalRow; talk: TalkRow; user: UserRow }

const [ofTalks, ofUsers] = [prefixColumns(talks, 'talk_'), prefixColumns(users, 'user_')]
const open = defineQuery(
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
/** The proposals that wait, oldest first. */
export const openProposals = (platformId: string, limit: number): Query<OpenProposal[]> =>
  open({ platformId, limit })

const countOpen = defineQuery(
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
export const countOpenProposals = (platformId: string): Query<number | undefined> => countOpen({ platformId })

const ofUser = defineQuery(
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
/** The proposals for the talks of a person, in any order. */
export const proposalsForTalksOf = (userId: string): Query<ProposalRow[]> => ofUser({ userId })
