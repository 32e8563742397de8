// Responses to surveys in the store: participations, answers, and counted results.
import { byReference } from '../../../kernel/store/changes/objects.ts'
import { instant, integer, text, textList, textOr, type ValuesOf } from '../../../kernel/store/sql/columns.ts'
import { defineInsert, defineUpsert, rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Write,
} from '../../../kernel/store/sql/statements.ts'
import { prefixColumns, type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import type { Tools } from '../../../kernel/store/sql/tools.ts'
import { users } from '../../people/tables.ts'
import {
  type SurveyResponseRow,
  type SurveyRow,
  surveyParticipations,
  surveyResponses,
  surveys,
  surveyTallies,
} from '../tables.ts'

const { insert, replace } = rowWrites(surveyResponses)
export const addResponse = insert
export const replaceResponse = replace

/** The results of a survey; undefined before the first response. */
export const tallyOfSurvey = byReference((by) =>
  defineQuery(
    `survey_tallies.by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('survey_tallies')
        .select(surveyTallies.columnNames)
        .where('survey_id', '=', (eb) =>
          eb
            .selectFrom('surveys')
            .select('id')
            .where('platform_id', '=', p.platformId)
            .where(by, '=', p.value),
        ),
    firstRow(surveyTallies.decode),
  ),
)

/** The results of these surveys by id. Surveys without responses are left out. */
export const talliesOf = defineQuery(
  'survey_tallies.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('survey_tallies')
      .select(surveyTallies.columnNames)
      .where(({ ref }) => isAmong(ref('survey_id'), p.ids)),
  (rows) => new Map(rows.map((row) => [row.survey_id, surveyTallies.decode(row)])),
)

/** Surveys on all platforms whose new results have not been sent to open pages; 100 at most. */
export const surveysWithNewResults = defineQuery(
  'survey_tallies.changed',
  {},
  ({ db }) =>
    db
      .selectFrom('survey_tallies')
      .innerJoin('surveys', 'surveys.id', 'survey_tallies.survey_id')
      .select(['surveys.id', 'surveys.platform_id'])
      .where('survey_tallies.changed', '=', 1)
      .limit(100),
  allRows(({ id, platform_id }) => ({ id, platformId: platform_id })),
)

export const putTally = defineUpsert(surveyTallies, 'surveyId')

export const hasAnswered = defineQuery(
  'survey_participations.find',
  surveyParticipations.columns,
  ({ db }, p) =>
    db
      .selectFrom('survey_participations')
      .select('user_id')
      .where('survey_id', '=', p.surveyId)
      .where('user_id', '=', p.userId),
  (rows) => rows.length > 0,
)

/** Adds a participation. If two transactions add the same one, the second fails and is repeated. */
export const addParticipation = defineInsert(surveyParticipations)

/** Removes the participations in a survey. */
export const eraseParticipations = defineWrite(
  'survey_participations.erase',
  { surveyId: text() },
  ({ db }, p) => db.deleteFrom('survey_participations').where('survey_id', '=', p.surveyId),
)

/** The accounts that have answered each of these surveys. */
export const participantsOf = defineQuery(
  'survey_participations.of_surveys',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('survey_participations')
      .select(['survey_id', 'user_id'])
      .where(({ ref }) => isAmong(ref('survey_id'), p.ids)),
  (rows) => {
    const bySurvey = Map.groupBy(rows, ({ survey_id }) => survey_id)
    return new Map([...bySurvey].map(([id, own]) => [id, new Set(own.map(({ user_id }) => user_id))]))
  },
)

/** The accounts that have answered a survey, by id. */
export const participantsOfSurvey = byReference((by) =>
  defineQuery(
    `survey_participations.of_survey_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('survey_participations')
        .innerJoin('surveys', 'surveys.id', 'survey_participations.survey_id')
        .select('survey_participations.user_id')
        .where('surveys.platform_id', '=', p.platformId)
        .where(`surveys.${by}`, '=', p.value)
        .orderBy('survey_participations.user_id'),
    allRows(({ user_id }) => user_id),
  ),
)

/** The surveys among these that an account has answered, by id. */
export const surveysAnsweredBy = defineQuery(
  'survey_participations.answered_among',
  { ids: textList(), userId: text() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('survey_participations')
      .select('survey_id')
      .where('user_id', '=', p.userId)
      .where(({ ref }) => isAmong(ref('survey_id'), p.ids)),
  (rows) => new Set(rows.map(({ survey_id }) => survey_id)),
)

/** The answers of an account; undefined for anonymous surveys. */
export const responseOfPerson = defineQuery(
  'survey_responses.of_person',
  surveyParticipations.columns,
  ({ db }, p) =>
    db
      .selectFrom('survey_responses')
      .select(surveyResponses.columnNames)
      .where('survey_id', '=', p.surveyId)
      .where('user_id', '=', p.userId),
  firstRow(surveyResponses.decode),
)

const person = selectColumns(users, ['id', 'email', 'firstName', 'lastName', 'username'])
const personColumns = prefixColumns(person, 'person_')
type StoredPerson = Parameters<typeof personColumns.decode>[0]
export type GivenResponse = SurveyResponseRow & { person: RowOf<typeof person> | null }

/** Responses in the order of their ids, which is random for anonymous responses. */
export const listResponses = defineQuery(
  'survey_responses.list',
  { surveyId: text(), after: textOr(''), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('survey_responses')
      .leftJoin('users', 'users.id', 'survey_responses.user_id')
      .select(surveyResponses.qualifiedNames)
      .select(personColumns.columns)
      .where('survey_id', '=', p.surveyId)
      .where('survey_responses.id', '>', p.after)
      .orderBy('survey_responses.id')
      .limit(p.limit),
  allRows(
    (row): GivenResponse => ({
      ...surveyResponses.decode(row),
      // If there is an account, none of its required columns is null.
      person: row.person_id === null ? null : personColumns.decode(row as StoredPerson),
    }),
  ),
)

/** Accounts with an accepted registration that have not answered a survey, by name. */
export const peopleWithoutAnswer = defineQuery(
  'users.without_answer',
  { platformId: text(), surveyId: text(), after: textOr(''), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(person.columnNames)
      .select('search_key')
      .where('platform_id', '=', p.platformId)
      .where('registration_status', '=', 'accepted')
      .where('search_key', '>', p.after)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('survey_participations')
              .select('survey_participations.user_id')
              .where('survey_id', '=', p.surveyId)
              .whereRef('survey_participations.user_id', '=', 'users.id'),
          ),
        ),
      )
      .orderBy('search_key')
      .limit(p.limit),
  allRows((row) => ({ ...person.decode(row), searchKey: row.search_key })),
)

/** The surveys that an account answered, with its answers unless the survey is anonymous. */
export const responsesOfPerson = defineQuery(
  'survey_responses.all_of_person',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('survey_participations')
      .innerJoin('surveys', 'surveys.id', 'survey_participations.survey_id')
      .leftJoin('survey_responses', (join) =>
        join
          .onRef('survey_responses.survey_id', '=', 'survey_participations.survey_id')
          .onRef('survey_responses.user_id', '=', 'survey_participations.user_id'),
      )
      .select(surveys.qualifiedNames)
      .select(['survey_responses.answers', 'survey_responses.updated_at as answered_at'])
      .where('survey_participations.user_id', '=', p.userId)
      .orderBy('surveys.id'),
  allRows(
    (row): OwnResponse => ({
      survey: surveys.decode(row),
      answers: row.answers === null ? null : surveyResponses.columns.answers.fromStored(row.answers),
      answeredAt: row.answered_at,
    }),
  ),
)
export type OwnResponse = {
  survey: SurveyRow
  /** Null if the survey is anonymous. */
  answers: SurveyResponseRow['answers'] | null
  answeredAt: number | null
}

const closed = { platformId: text(), before: instant() }
/** The ids of surveys that were closed before a time. */
const closedSurveys = ({ db }: Tools, p: ParametersOf<typeof closed>) =>
  db
    .selectFrom('surveys')
    .select('surveys.id')
    .where('platform_id', '=', p.platformId)
    .where('state', '=', 'closed')
    .where('closed_at', '<', p.before)

const removeSurveyResponsesBefore = defineWrite('survey_responses.remove_old', closed, (tools, p) =>
  tools.db.deleteFrom('survey_responses').where('survey_id', 'in', closedSurveys(tools, p)),
)
const removeParticipationsBefore = defineWrite('survey_participations.remove_old', closed, (tools, p) =>
  tools.db.deleteFrom('survey_participations').where('survey_id', 'in', closedSurveys(tools, p)),
)
/**
 * Removes the responses to surveys of a platform that were closed before a time (epoch milliseconds), and the
 * participations. The counted results stay.
 */
export const removeResponsesBefore = (span: ValuesOf<typeof closed>): Write[] => [
  removeSurveyResponsesBefore(span),
  removeParticipationsBefore(span),
]
