// Questions and their votes in the store.
import { sql } from 'kysely'
import type { StoredQuestionState } from '../../schema/live/questions.ts'
import { byReference, type Reference } from '../changes/objects.ts'
import { instant, integer, text, textList } from '../sql/columns.ts'
import { defineFilter, defineFilteredQuery, type Filter } from '../sql/filters.ts'
import { rowWrites } from '../sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Query,
  type Write,
} from '../sql/statements.ts'
import { jsonRows, selectColumns } from '../sql/table.ts'
import { events, type QuestionRow, type QuestionVoteRow, questions, questionVotes } from '../sql/tables.ts'
import type { Tools } from '../sql/tools.ts'
import { type Author, authorColumns } from './chat.ts'

export const questionWrites = rowWrites(questions)

/** A question with its author; null if it is anonymous, the account was deleted, or there never was one. */
export type AskedQuestion = QuestionRow & { author: Author | null }

/** The name behind an anonymous question is not even read. */
const selectAsked = ({ db }: Tools) =>
  db
    .selectFrom('questions')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'questions.user_id').on('questions.is_anonymous', '=', 0),
    )
    .select(questions.qualifiedNames)
    .select(authorColumns.columns)
type AuthorColumns = Parameters<typeof authorColumns.decode>[0]
type AskedColumns = Parameters<typeof questions.decode>[0] & {
  [K in keyof AuthorColumns]: AuthorColumns[K] | null
}
// If there is an account, none of its required columns is null.
const toAsked = (row: AskedColumns): AskedQuestion => ({
  ...questions.decode(row),
  author: row.author_id === null ? null : authorColumns.decode(row as AuthorColumns),
})

const found = byReference((by) =>
  defineQuery(
    `questions.by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('questions')
        .select(questions.columnNames)
        .where('platform_id', '=', p.platformId)
        .where(by, '=', p.value),
    firstRow(questions.decode),
  ),
)
export const findQuestion = (platformId: string, { by, value }: Reference): Query<QuestionRow | undefined> =>
  found({ platformId, by, value })

const askedFound = byReference((by) =>
  defineQuery(
    `questions.asked_by_${by}`,
    { platformId: text(), value: text() },
    (tools, p) =>
      selectAsked(tools)
        .where('questions.platform_id', '=', p.platformId)
        .where(`questions.${by}`, '=', p.value),
    firstRow(toAsked),
  ),
)
/** The same with its author, for reading. */
export const findAskedQuestion = (
  platformId: string,
  { by, value }: Reference,
): Query<AskedQuestion | undefined> => askedFound({ platformId, by, value })

const several = defineQuery(
  'questions.several',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('questions')
      .select(questions.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(questions.decode),
)
export const questionRowsByIds = (platformId: string, ids: readonly string[]): Query<QuestionRow[]> =>
  several({ platformId, ids })

const ofMessage = defineQuery(
  'questions.of_message',
  { messageId: text() },
  ({ db }, p) =>
    db.selectFrom('questions').select(questions.columnNames).where('message_id', '=', p.messageId),
  firstRow(questions.decode),
)
/** The question that was made from a chat message. */
export const questionOfMessage = (messageId: string): Query<QuestionRow | undefined> =>
  ofMessage({ messageId })

const byIds = defineQuery(
  'questions.by_ids',
  { ids: textList() },
  (tools, p) => selectAsked(tools).where(({ ref }) => tools.isAmong(ref('questions.id'), p.ids)),
  allRows(toAsked),
)
export const questionsByIds = (ids: readonly string[]): Query<AskedQuestion[]> => byIds({ ids })

const ofTalk = { talkId: text(), states: textList(), limit: integer() }
const selectOfTalk = (tools: Tools, p: ParametersOf<typeof ofTalk>) =>
  selectAsked(tools)
    .where('talk_id', '=', p.talkId)
    .where(({ ref }) => tools.isAmong(ref('questions.state'), p.states))
    .limit(p.limit)

const byVotes = defineQuery(
  'questions.by_votes',
  ofTalk,
  (tools, p) =>
    selectOfTalk(tools, p)
      .orderBy(sql`case questions.state when 'answered' then 1 when 'dismissed' then 2 else 0 end`)
      .orderBy('votes', 'desc')
      .orderBy('seq'),
  allRows(toAsked),
)
const newest = defineQuery(
  'questions.newest',
  ofTalk,
  (tools, p) => selectOfTalk(tools, p).orderBy('seq', 'desc'),
  allRows(toAsked),
)
export type QuestionOrder = 'votes' | 'newest'
/** The questions of a talk in some states: those with the most votes first, answered ones last; or the newest first. */
export const questionsOfTalk = (
  talkId: string,
  { order, ...shown }: { order: QuestionOrder; states: readonly StoredQuestionState[]; limit: number },
): Query<AskedQuestion[]> => (order === 'votes' ? byVotes : newest)({ talkId, ...shown })

const asked = defineQuery(
  'questions.of_person',
  { talkId: text(), userId: text() },
  (tools, p) =>
    selectAsked(tools).where('talk_id', '=', p.talkId).where('user_id', '=', p.userId).orderBy('seq'),
  allRows(toAsked),
)
/** Everything that a person has asked in a talk. */
export const questionsOfPerson = (talkId: string, userId: string): Query<AskedQuestion[]> =>
  asked({ talkId, userId })

const authorOf = defineQuery(
  'questions.author',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('questions')
      .innerJoin('users', 'users.id', 'questions.user_id')
      .select(authorColumns.columns)
      .where('questions.platform_id', '=', p.platformId)
      .where('questions.id', '=', p.id),
  firstRow(authorColumns.decode),
)
/** Who asked a question, even an anonymous one. */
export const authorOfQuestion = (platformId: string, id: string): Query<Author | undefined> =>
  authorOf({ platformId, id })

/** Questions with another id. */
export const otherThan = defineFilter('questions', 'otherThan', text(), ({ eb }, value) =>
  eb('questions.id', '!=', value),
)

const list = defineFilteredQuery(
  'questions',
  'list',
  { talkId: text(), after: text(), limit: integer() },
  (tools, p, isMatch) =>
    selectAsked(tools)
      .where('questions.talk_id', '=', p.talkId)
      .where('questions.id', '>', p.after)
      .where(isMatch)
      .orderBy('questions.id')
      .limit(p.limit),
  allRows(toAsked),
)
/** Questions of a talk that match filters, in the order of their ids. */
export const listQuestions = (
  talkId: string,
  filters: readonly Filter<'questions'>[],
  { after, limit }: { after: string; limit: number },
): Query<AskedQuestion[]> => list({ talkId, after, limit }, filters)

const vote = selectColumns(questionVotes, ['questionId', 'userId'])
export type QuestionVote = Pick<QuestionVoteRow, 'questionId' | 'userId'>

const findVotes = defineQuery(
  'question_votes.find',
  { votes: jsonRows(vote) },
  ({ db, rowsOf }, p) =>
    db
      .selectFrom(rowsOf(vote, p.votes).as('asked'))
      .innerJoin('question_votes', (join) =>
        join
          .onRef('question_votes.question_id', '=', 'asked.question_id')
          .onRef('question_votes.user_id', '=', 'asked.user_id'),
      )
      .select(['question_votes.question_id', 'question_votes.user_id']),
  allRows(vote.decode),
)
/** Those of these votes that have been counted. */
export const countedVotes = (votes: readonly QuestionVote[]): Query<QuestionVote[]> => findVotes({ votes })

const addVotes = defineWrite(
  'question_votes.insert',
  { rows: jsonRows(questionVotes) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('question_votes')
      .columns(questionVotes.columnNames)
      .expression(db.selectFrom(rowsOf(questionVotes, p.rows).as('new')).select(questionVotes.columnNames)),
)
export const addQuestionVotes = (rows: readonly QuestionVoteRow[]): Write => addVotes({ rows })

const removeVotes = defineWrite('question_votes.delete', { votes: jsonRows(vote) }, ({ db, rowsOf }, p) =>
  db
    .deleteFrom('question_votes')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('question_id', 'user_id'),
        'in',
        selectFrom(rowsOf(vote, p.votes).as('removed'))
          .select(['removed.question_id', 'removed.user_id'])
          .$asTuple('question_id', 'user_id'),
      ),
    ),
)
export const removeQuestionVotes = (votes: readonly QuestionVote[]): Write => removeVotes({ votes })

const votedIn = defineQuery(
  'question_votes.in_talk',
  { talkId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('question_votes')
      .innerJoin('questions', 'questions.id', 'question_votes.question_id')
      .select('question_votes.question_id')
      .where('questions.talk_id', '=', p.talkId)
      .where('question_votes.user_id', '=', p.userId),
  (rows) => rows.map(({ question_id }) => question_id),
)
/** The ids of the questions of a talk that a person has voted for. */
export const votesInTalk = (talkId: string, userId: string): Query<string[]> => votedIn({ talkId, userId })

const merge = { platformId: text(), into: text(), from: textList() }

/** Who has voted for duplicates, but not for the question itself. */
const selectNewVoters = ({ db, isAmong }: Tools, by: Reference['by'], p: ParametersOf<typeof merge>) =>
  db
    .selectFrom('question_votes')
    .select('user_id')
    .distinct()
    .where(({ ref }) => isAmong(ref('question_id'), p.from))
    .where(({ ref, not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('question_votes as own')
            .select('own.user_id')
            .where('own.question_id', '=', (eb) =>
              eb
                .selectFrom('questions')
                .select('questions.id')
                .where('platform_id', '=', p.platformId)
                .where(by, '=', p.into),
            )
            .whereRef('own.user_id', '=', ref('question_votes.user_id')),
        ),
      ),
    )
const newVoters = byReference((by) =>
  defineQuery(
    `question_votes.new_voters_by_${by}`,
    merge,
    (tools, p) => selectNewVoters(tools, by, p),
    (rows) => rows.length,
  ),
)
/** How many votes a question gains from its duplicates. Each person counts once. */
export const votesOfDuplicates = (
  platformId: string,
  { by, value }: Reference,
  from: readonly string[],
): Query<number> => newVoters({ platformId, by, into: value, from })

const moveVotesWrite = defineWrite(
  'question_votes.merge',
  { ...merge, createdAt: instant() },
  (tools, { createdAt, ...p }) =>
    tools.db
      .insertInto('question_votes')
      .columns(['question_id', 'user_id', 'created_at'])
      .expression(
        tools.db
          .selectFrom(selectNewVoters(tools, 'id', p).as('voters'))
          .select((eb) => [
            sql<string>`cast(${p.into} as text)`.as('question_id'),
            eb.ref('voters.user_id').as('user_id'),
            sql<number>`cast(${createdAt} as bigint)`.as('created_at'),
          ]),
      ),
)
/** Adds the votes of duplicates to a question. */
export const moveQuestionVotes = (values: {
  platformId: string
  into: string
  from: readonly string[]
  createdAt: number
}): Write => moveVotesWrite(values)

const askedBy = defineQuery(
  'questions.asked_by',
  { userId: text() },
  ({ db }, p) =>
    db.selectFrom('questions').select(questions.columnNames).where('user_id', '=', p.userId).orderBy('id'),
  allRows(questions.decode),
)
/** Everything that a person has asked, for the export of their data. */
export const questionsAskedBy = (userId: string): Query<QuestionRow[]> => askedBy({ userId })

const votesOf = defineQuery(
  'question_votes.of_person',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('question_votes')
      .select(['question_id', 'created_at'])
      .where('user_id', '=', p.userId)
      .orderBy('created_at'),
  allRows(({ question_id, created_at }) => ({ questionId: question_id, createdAt: created_at })),
)
/** The votes of a person, oldest first, for the export of their data. */
export const questionVotesOf = (userId: string): Query<{ questionId: string; createdAt: number }[]> =>
  votesOf({ userId })

const old = { platformId: text(), before: instant() }
const selectOld = ({ db }: Tools, p: ParametersOf<typeof old>) =>
  db
    .selectFrom('questions')
    .select('questions.id')
    .where('platform_id', '=', p.platformId)
    .where('created_at', '<', p.before)

const eraseOldValues = defineWrite(
  'events.erase_questions',
  { ...old, changes: events.columns.changes },
  (tools, p) =>
    tools.db.updateTable('events').set({ changes: p.changes }).where('object_id', 'in', selectOld(tools, p)),
)
const removeOld = defineWrite('questions.remove_old', old, (tools, p) =>
  tools.db.deleteFrom('questions').where('id', 'in', selectOld(tools, p)),
)
/** Removes the questions of a platform from before a time (epoch milliseconds), and their texts from the audit log. */
export const removeQuestionsBefore = (platformId: string, before: number): Write[] => [
  eraseOldValues({ platformId, before, changes: [] }),
  removeOld({ platformId, before }),
]
