// Reading surveys: one, a page of them, their results, their responses, and the people who have not answered.

import { Refusal } from '../../kernel/changes/errors.ts'
import {
  allPages,
  filtersOf,
  hasExternalId,
  ifSent,
  pageOf,
  readCursor,
  readPage,
} from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import { isModerator, requireWatcher } from '../live/rights.ts'
import { requireOpenTalk } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { isVisibleTo } from '../talks/talk-states.ts'
import { emptyTally } from './answers/answers.ts'
import {
  type GivenResponse,
  hasAnswered,
  listResponses,
  type OwnResponse,
  peopleWithoutAnswer,
  responseOfPerson,
  responsesOfPerson,
  tallyOfSurvey,
} from './answers/responses-store.ts'
import { PEOPLE_PER_PAGE } from './limits.ts'
import type { AskedQuestion, SurveyListQuery, SurveyResponse, SurveyResults } from './schema.ts'
import { presentSurvey, requireSurveysOn } from './state.ts'
import { attachedToSurvey, isOfTalk, surveyObjects } from './store.ts'
import {
  type SurveyAnswer,
  type SurveyResponseRow,
  type SurveyRow,
  type SurveyTallyRow,
  surveys,
} from './tables.ts'

type Reading = Pick<Services, 'store'>
type OfPlatform = { platform: { id: string } }

async function findSurvey(
  { store }: Reading,
  { platform }: OfPlatform,
  reference: string,
): Promise<SurveyRow> {
  const survey = await store.read(
    surveyObjects.find({ platformId: platform.id, ...requireReference(reference, 'survey_not_found') }),
  )
  if (!survey) throw new Refusal('survey_not_found')
  return survey
}

export const readSurvey = async (services: Reading, caller: OfPlatform, reference: string) =>
  presentSurvey(await findSurvey(services, caller, reference))

export async function listSurveys(services: Services, caller: Caller, query: SurveyListQuery) {
  const filters = filtersOf([
    hasExternalId(surveys, query),
    ifSent(query.talkId, isOfTalk),
    ifSent(query.state, (state) => equals(surveys, 'state', state)),
  ])
  const { rows, next } = await readPage(services, caller, surveyObjects, query, filters)
  return { code: 'ok' as const, items: rows.map(presentSurvey), next }
}

export async function readSurveyResults(
  services: Reading,
  caller: OfPlatform,
  reference: string,
): Promise<SurveyResults> {
  const survey = await findSurvey(services, caller, reference)
  return presentResults(survey, await tallyOf(services, survey))
}

const tallyOf = async ({ store }: Reading, survey: SurveyRow): Promise<SurveyTallyRow> =>
  (await store.read(tallyOfSurvey({ platformId: survey.platformId, by: 'id', value: survey.id }))) ??
  emptyTally(survey)

export const presentResults = (
  { id, state, questions }: SurveyRow,
  { responses, counts }: SurveyTallyRow,
): SurveyResults => ({
  id,
  state,
  responses,
  questions: questions.map((question, index) => {
    const { answers, values } = counts[index] ?? { answers: 0, values: [] }
    const { kind, text, scale } = question
    const sum = values.reduce((total, count, place) => total + count * (place + (scale?.min ?? 0)), 0)
    return {
      kind,
      text,
      answers,
      values: values.map((count, place) => ({ value: valueAt(question, place), count })),
      average: kind === 'scale' && answers > 0 ? sum / answers : null,
    }
  }),
})

const valueAt = ({ options, scale }: AskedQuestion, place: number): string =>
  scale ? String(scale.min + place) : (options[place] ?? '')

export async function listSurveyResponses(
  services: Reading,
  caller: OfPlatform,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string | undefined },
) {
  const survey = await findSurvey(services, caller, reference)
  const [after] = readCursor(cursor, ['string']) ?? []
  const page = { after: after === undefined ? null : String(after), limit: limit + 1 }
  const read = await services.store.read(listResponses({ surveyId: survey.id, ...page }))
  const { rows, next } = pageOf(read, limit, ({ id }) => [id])
  return { code: 'ok' as const, items: rows.map((row) => presentResponse(survey, row)), next }
}

/** All responses, read page by page as they are consumed. */
export const allSurveyResponses = ({ store }: Reading, survey: SurveyRow): AsyncIterable<SurveyResponse[]> =>
  allPages(
    (last, limit) => store.read(listResponses({ surveyId: survey.id, after: last?.id ?? null, limit })),
    (row: GivenResponse) => presentResponse(survey, row),
  )

const presentResponse = (
  { questions }: SurveyRow,
  { id, person, answers, createdAt, updatedAt }: GivenResponse,
): SurveyResponse => ({
  id,
  user: person,
  answers: questions.map((question, index) => presentAnswer(question, answers[index] ?? null)),
  createdAt: createdAt === null ? null : formatInstant(createdAt),
  updatedAt: updatedAt === null ? null : formatInstant(updatedAt),
})

function presentAnswer(
  { kind, options }: AskedQuestion,
  answer: SurveyAnswer,
): SurveyResponse['answers'][number] {
  const none = { choices: [], number: null, text: null }
  if (answer === null) return none
  if (typeof answer === 'string') return { ...none, text: answer }
  if (kind === 'scale') return { ...none, number: Number(answer) }
  return { ...none, choices: [answer].flat().flatMap((place) => options[place] ?? []) }
}

/** The answers of a response in readable form, one text per question. */
export const answerTexts = ({ answers }: Pick<SurveyResponse, 'answers'>): string[] =>
  answers.map(({ choices, number, text }) => text ?? (number === null ? choices.join('; ') : String(number)))

/** A survey as one person sees it on its own page. */
export type SurveyForPerson = {
  survey: SurveyRow
  /** Null for the whole event. */
  talk: TalkRow | null
  isModerator: boolean
  hasAnswered: boolean
  /** The person's response; undefined for anonymous surveys. */
  response: SurveyResponseRow | undefined
  /** Null if the person may not see them. */
  results: SurveyResults | null
}

/** Throws `survey_not_found`, also for drafts, `watching_restricted`, and what `featureOff` returns. */
export async function readSurveyForPerson(
  services: Pick<Services, 'store' | 'clock'>,
  { platform, user }: { platform: PlatformRow; user: UserRow | null },
  id: string,
): Promise<SurveyForPerson> {
  const { store } = services
  const survey = await findSurvey(services, { platform }, id)
  const userId = user?.id ?? ''
  const [talk, attached, answered, response, tally] = await Promise.all([
    store.read(talkObjects.find({ platformId: platform.id, by: 'id', value: survey.talkId ?? '' })),
    store.read(attachedToSurvey({ platformId: platform.id, by: 'id', value: survey.id })),
    store.read(hasAnswered({ surveyId: survey.id, userId })),
    store.read(responseOfPerson({ surveyId: survey.id, userId })),
    tallyOf(services, survey),
  ])
  const moderates = user !== null && isModerator(user, attached)
  if (survey.state === 'draft' && !moderates) throw new Refusal('survey_not_found')
  if (talk && !isVisibleTo(talk, user)) throw new Refusal('survey_not_found')
  requireSurveysOn(platform, talk)
  if (talk) await requireOpenTalk(services, { platform, talk }, user)
  else requireWatcher(platform, user)
  const seesResults = moderates || areResultsVisible(survey, answered)
  return {
    survey,
    talk: talk ?? null,
    isModerator: moderates,
    hasAnswered: answered,
    response,
    results: seesResults ? presentResults(survey, tally) : null,
  }
}

/** Whether people who do not moderate see the results. */
export function areResultsVisible({ state, results }: SurveyRow, answered: boolean): boolean {
  if (results === 'moderators' || state === 'draft') return false
  return state === 'closed' || (results === 'after_answering' && answered)
}

/** Reads a survey for its moderators. Throws like `readSurveyForPerson`, and `moderators_only`. */
export async function readModeratedSurvey(
  services: Pick<Services, 'store' | 'clock'>,
  visit: { platform: PlatformRow; user: UserRow },
  id: string,
): Promise<SurveyForPerson> {
  const found = await readSurveyForPerson(services, visit, id)
  if (!found.isModerator) throw new Refusal('moderators_only')
  return found
}

/** Accounts that have not answered, by name. For a closed anonymous survey nobody knows, so `people` is null. */
export async function listMissingPeople(
  { store }: Reading,
  { id, platformId, anonymous, state }: SurveyRow,
  cursor: string | undefined,
) {
  if (anonymous && state === 'closed') return { people: null, next: null }
  const [after] = readCursor(cursor, ['string']) ?? []
  const page = { after: after === undefined ? null : String(after), limit: PEOPLE_PER_PAGE + 1 }
  const read = await store.read(peopleWithoutAnswer({ platformId, surveyId: id, ...page }))
  const { rows, next } = pageOf(read, PEOPLE_PER_PAGE, ({ searchKey }) => [searchKey])
  return { people: rows, next }
}

/** The surveys that an account has answered, for the export of its data. */
export async function ownSurveyResponses({ store }: Reading, userId: string) {
  const own = await store.read(responsesOfPerson({ userId }))
  return own.map(presentOwnResponse)
}

const presentOwnResponse = ({ survey, answers, answeredAt }: OwnResponse) => ({
  id: survey.id,
  title: survey.title,
  talkId: survey.talkId,
  anonymous: survey.anonymous,
  answeredAt: answeredAt === null ? null : formatInstant(answeredAt),
  answers:
    answers === null
      ? null
      : survey.questions.map((question, index) => ({
          question: question.text,
          ...presentAnswer(question, answers[index] ?? null),
        })),
})
