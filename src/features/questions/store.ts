// Questions and their votes in the store.
import { sql } from 'kysely'
import { byReference, type Reference } from '../../kernel/store/changes/objects.ts'
import { instant, integer, text, textList, type ValuesOf } from '../../kernel/store/sql/columns.ts'
import { defineFilter, defineFilteredQuery } from '../../kernel/store/sql/filters.ts'
import { defineInsertAll, rowWrites } from '../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Query,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import { jsonRows, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { events } from '../../kernel/store/tables.ts'
import { type Author, authorColumns } from '../chat/store.ts'
import type { StoredQuestionState } from './schema.ts'
import { type QuestionRow, type QuestionVoteRow, questions, questionVotes } from './tables.ts'

export const questionWrites = rowWrites(questions)

/** A question with its author; null if it is anonymous, the account was deleted, or there never was one. */
export type AskedQuestion = QuestionRow & { author: Author | null }

/** Leaves out the author of an anonymous question already in SQL. */
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

export const findQuestion = byReference((by) =>
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

/** A question with its author, for reading. */
export const findAskedQuestion = byReference((by) =>
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

export const questionRowsByIds = defineQuery(
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

/** The question made from a chat message. */
export const questionOfMessage = defineQuery(
  'questions.of_message',
  { messageId: text() },
  ({ db }, p) =>
    db.selectFrom('questions').select(questions.columnNames).where('message_id', '=', p.messageId),
  firstRow(questions.decode),
)

export const questionsByIds = defineQuery(
  'questions.by_ids',
  { ids: textList() },
  (tools, p) => selectAsked(tools).where(({ ref }) => tools.isAmong(ref('questions.id'), p.ids)),
  allRows(toAsked),
)

const ofTalk = { talkId: text(), states: textList<StoredQuestionState>(), limit: integer() }
const selectOfTalk = (tools: Tools, p: ParametersOf<typeof ofTalk>) =>
  selectAsked(tools)
    .where('talk_id', '=', p.talkId)
    .where(({ ref }) => tools.isAmong(ref('questions.state'), p.states))
    .limit(p.limit)

const questionsByVotes = defineQuery(
  'questions.by_votes',
  ofTalk,
  (tools, p) =>
    selectOfTalk(tools, p)
      .orderBy(sql`case questions.state when 'answered' then 1 when 'dismissed' then 2 else 0 end`)
      .orderBy('votes', 'desc')
      .orderBy('seq'),
  allRows(toAsked),
)
const newestQuestions = defineQuery(
  'questions.newest',
  ofTalk,
  (tools, p) => selectOfTalk(tools, p).orderBy('seq', 'desc'),
  allRows(toAsked),
)
export type QuestionOrder = 'votes' | 'newest'
/** The questions of a talk in these states: by votes with answered ones last, or newest first. */
export const questionsOfTalk = ({
  order,
  ...shown
}: ValuesOf<typeof ofTalk> & { order: QuestionOrder }): Query<AskedQuestion[]> =>
  (order === 'votes' ? questionsByVotes : newestQuestions)(shown)

/** The number of open questions by talk. Talks without any are left out. */
export const countOpenQuestions = defineQuery(
  'questions.count_open',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('questions')
      .select(({ fn }) => ['talk_id', fn.countAll<number>().as('open')])
      .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds))
      .where('state', '=', sql.lit('open'))
      .groupBy('talk_id'),
  (rows) => new Map(rows.map(({ talk_id, open }) => [talk_id, Number(open)])),
)

/** All questions that a person asked in a talk. */
export const questionsOfPerson = defineQuery(
  'questions.of_person',
  { talkId: text(), userId: text() },
  (tools, p) =>
    selectAsked(tools).where('talk_id', '=', p.talkId).where('user_id', '=', p.userId).orderBy('seq'),
  allRows(toAsked),
)

/** The author of a question, even of an anonymous one. */
export const authorOfQuestion = defineQuery(
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

/** Filters out the question with this id. */
export const otherThan = defineFilter('questions', 'otherThan', text(), ({ eb }, value) =>
  eb('questions.id', '!=', value),
)

/** Questions of a talk that match filters, in the order of their ids. */
export const listQuestions = defineFilteredQuery(
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

const vote = selectColumns(questionVotes, ['questionId', 'userId'])
export type QuestionVote = Pick<QuestionVoteRow, 'questionId' | 'userId'>

/** The votes among these that have been counted. */
export const countedVotes = defineQuery(
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

export const addQuestionVotes = defineInsertAll(questionVotes)

export const removeQuestionVotes = defineWrite(
  'question_votes.delete',
  { votes: jsonRows(vote) },
  ({ db, rowsOf }, p) =>
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

/** The ids of the questions of a talk that a person has voted for. */
export const votesInTalk = defineQuery(
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

const merge = { platformId: text(), into: text(), from: textList() }

/** People who voted for duplicates, but not for the question itself. */
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

/** The number of votes that a question gains from its duplicates. Each person counts once. */
export const votesOfDuplicates = byReference((by) =>
  defineQuery(
    `question_votes.new_voters_by_${by}`,
    merge,
    (tools, p) => selectNewVoters(tools, by, p),
    (rows) => rows.length,
  ),
)

/** Adds the votes of duplicates to a question. */
export const moveQuestionVotes = defineWrite(
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

/** All questions that a person asked, for the export of their data. */
export const questionsAskedBy = defineQuery(
  'questions.asked_by',
  { userId: text() },
  ({ db }, p) =>
    db.selectFrom('questions').select(questions.columnNames).where('user_id', '=', p.userId).orderBy('id'),
  allRows(questions.decode),
)

/** The votes of a person, oldest first, for the export of their data. */
export const questionVotesOf = defineQuery(
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

const old = { platformId: text(), before: instant() }
const selectOld = ({ db }: Tools, p: ParametersOf<typeof old>) =>
  db
    .selectFrom('questions')
    .select('questions.id')
    .where('platform_id', '=', p.platformId)
    .where('created_at', '<', p.before)

const eraseQuestionTextsBefore = defineWrite('events.erase_questions', old, (tools, p) =>
  tools.db
    .updateTable('events')
    .set({ changes: events.columns.changes.toStored([]) })
    .where('object_id', 'in', selectOld(tools, p)),
)
const removeQuestionRowsBefore = defineWrite('questions.remove_old', old, (tools, p) =>
  tools.db.deleteFrom('questions').where('id', 'in', selectOld(tools, p)),
)
/** Removes the questions of a platform from before a time (epoch milliseconds), and their texts from the audit log. */
export const removeQuestionsBefore = (span: ValuesOf<typeof old>): Write[] => [
  eraseQuestionTextsBefore(span),
  removeQuestionRowsBefore(span),
]
