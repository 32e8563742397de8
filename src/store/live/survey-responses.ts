// Responses to surveys in the store: who took part, what they answered, and the counted results.
import { byReference, type Reference } from '../changes/objects.ts'
import { instant, integer, text, textList } from '../sql/columns.ts'
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
import { prefixColumns, type RowOf, selectColumns } from '../sql/table.ts'
import {
  type SurveyResponseRow,
  type SurveyRow,
  type SurveyTallyRow,
  surveyResponses,
  surveys,
  surveyTallies,
  users,
} from '../sql/tables.ts'
import type { Tools } from '../sql/tools.ts'

const { insert, replace } = rowWrites(surveyResponses)
export const addResponse = insert
export const replaceResponse = replace

const tally = byReference((by) =>
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
/** The results of a survey; undefined before the first response. */
export const tallyOfSurvey = (
  platformId: string,
  { by, value }: Reference,
): Query<SurveyTallyRow | undefined> => tally({ platformId, by, value })

const tallies = defineQuery(
  'survey_tallies.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('survey_tallies')
      .select(surveyTallies.columnNames)
      .where(({ ref }) => isAmong(ref('survey_id'), p.ids)),
  (rows) => new Map(rows.map((row) => [row.survey_id, surveyTallies.decode(row)])),
)
/** The results of these surveys by id, without those that have no response. */
export const talliesOf = (ids: readonly string[]): Query<Map<string, SurveyTallyRow>> => tallies({ ids })

const changed = defineQuery(
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
/** Surveys on all platforms with results that open pages have not received; 100 at most. */
export const surveysWithNewResults = (): Query<{ id: string; platformId: string }[]> => changed({})

const put = defineWrite('survey_tallies.put', surveyTallies.columns, ({ db }, p) =>
  db
    .insertInto('survey_tallies')
    .values({ survey_id: p.surveyId, responses: p.responses, counts: p.counts, changed: p.changed })
    .onConflict((conflict) =>
      conflict
        .column('survey_id')
        .doUpdateSet({ responses: p.responses, counts: p.counts, changed: p.changed }),
    ),
)
export const putTally = (row: SurveyTallyRow): Write => put(row)

const participation = { surveyId: text(), userId: text() }

const findParticipation = defineQuery(
  'survey_participations.find',
  participation,
  ({ db }, p) =>
    db
      .selectFrom('survey_participations')
      .select('user_id')
      .where('survey_id', '=', p.surveyId)
      .where('user_id', '=', p.userId),
  (rows) => rows.length > 0,
)
export const hasAnswered = (surveyId: string, userId: string): Query<boolean> =>
  findParticipation({ surveyId, userId })

const addParticipationWrite = defineWrite('survey_participations.insert', participation, ({ db }, p) =>
  db.insertInto('survey_participations').values({ survey_id: p.surveyId, user_id: p.userId }),
)
/** Of two transactions that add the same one, the second fails and is repeated. */
export const addParticipation = (surveyId: string, userId: string): Write =>
  addParticipationWrite({ surveyId, userId })

const eraseParticipationsWrite = defineWrite(
  'survey_participations.erase',
  { surveyId: text() },
  ({ db }, p) => db.deleteFrom('survey_participations').where('survey_id', '=', p.surveyId),
)
/** Forgets who took part in a survey. */
export const eraseParticipations = (surveyId: string): Write => eraseParticipationsWrite({ surveyId })

const participants = defineQuery(
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
/** The accounts that have answered each of these surveys. */
export const participantsOf = (ids: readonly string[]): Query<ReadonlyMap<string, ReadonlySet<string>>> =>
  participants({ ids })

const ofSurvey = byReference((by) =>
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
/** The accounts that have answered a survey, by id. */
export const participantsOfSurvey = (platformId: string, { by, value }: Reference): Query<string[]> =>
  ofSurvey({ platformId, by, value })

const answeredAmong = defineQuery(
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
/** The ids of those of these surveys that an account has answered. */
export const surveysAnsweredBy = (userId: string, ids: readonly string[]): Query<ReadonlySet<string>> =>
  answeredAmong({ userId, ids })

const responseOf = defineQuery(
  'survey_responses.of_person',
  participation,
  ({ db }, p) =>
    db
      .selectFrom('survey_responses')
      .select(surveyResponses.columnNames)
      .where('survey_id', '=', p.surveyId)
      .where('user_id', '=', p.userId),
  firstRow(surveyResponses.decode),
)
/** What an account has answered; undefined for anonymous surveys. */
export const responseOfPerson = (surveyId: string, userId: string): Query<SurveyResponseRow | undefined> =>
  responseOf({ surveyId, userId })

const person = selectColumns(users, ['id', 'email', 'firstName', 'lastName', 'username'])
const personColumns = prefixColumns(person, 'person_')
type StoredPerson = Parameters<typeof personColumns.decode>[0]
export type GivenResponse = SurveyResponseRow & { person: RowOf<typeof person> | null }

const listed = defineQuery(
  'survey_responses.list',
  { surveyId: text(), after: text(), limit: integer() },
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
/** Responses in the order of their ids, which is random for anonymous ones. */
export const listResponses = (
  surveyId: string,
  { after, limit }: { after: string | null; limit: number },
): Query<GivenResponse[]> => listed({ surveyId, after: after ?? '', limit })

const missing = defineQuery(
  'users.without_answer',
  { platformId: text(), surveyId: text(), after: text(), limit: integer() },
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
/** Accounts with an accepted registration that have not answered a survey, by name. */
export const peopleWithoutAnswer = (
  platformId: string,
  surveyId: string,
  { after, limit }: { after: string | null; limit: number },
): Query<(RowOf<typeof person> & { searchKey: string })[]> =>
  missing({ platformId, surveyId, after: after ?? '', limit })

const ofPerson = defineQuery(
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
  allRows((row) => ({
    survey: surveys.decode(row),
    answers: row.answers === null ? null : surveyResponses.columns.answers.fromStored(row.answers),
    answeredAt: row.answered_at,
  })),
)
export type OwnResponse = {
  survey: SurveyRow
  /** Null if the survey is anonymous. */
  answers: SurveyResponseRow['answers'] | null
  answeredAt: number | null
}
/** The surveys that an account is known to have answered, with its answers. */
export const responsesOfPerson = (userId: string): Query<OwnResponse[]> => ofPerson({ userId })

const closed = { platformId: text(), closedBefore: instant() }
/** The ids of surveys that were closed before a time. */
const closedSurveys = ({ db }: Tools, p: ParametersOf<typeof closed>) =>
  db
    .selectFrom('surveys')
    .select('surveys.id')
    .where('platform_id', '=', p.platformId)
    .where('state', '=', 'closed')
    .where('closed_at', '<', p.closedBefore)

const removeOldResponses = defineWrite('survey_responses.remove_old', closed, (tools, p) =>
  tools.db.deleteFrom('survey_responses').where('survey_id', 'in', closedSurveys(tools, p)),
)
const removeOldParticipations = defineWrite('survey_participations.remove_old', closed, (tools, p) =>
  tools.db.deleteFrom('survey_participations').where('survey_id', 'in', closedSurveys(tools, p)),
)
/**
 * Removes the responses to surveys of a platform that were closed before a time (epoch milliseconds), and who took part. The
 * counted results stay.
 */
export const removeResponsesBefore = (platformId: string, closedBefore: number): Write[] => [
  removeOldResponses({ platformId, closedBefore }),
  removeOldParticipations({ platformId, closedBefore }),
]
