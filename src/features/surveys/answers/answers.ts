// Answering a survey: valid answers, one response per person, and the counted results.
import { randomUUID } from 'node:crypto'
import { execute } from '../../../kernel/changes/commands.ts'
import { invalidData, type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { cleanText, isVisible } from '../../../kernel/lib/text/characters.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { activityWrites } from '../../live/activities.ts'
import { requireParticipant } from '../../live/rights.ts'
import type { LiveTalkRow } from '../../live/tables.ts'
import { type LoadedForWatching, loadForWatching, requireViewer } from '../../live/watch-lock.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { MAX_ANSWER_LENGTH } from '../limits.ts'
import type { AskedQuestion } from '../schema.ts'
import { loadSurvey, requireSurvey, requireSurveysOn, type SurveyState } from '../state.ts'
import { liveTalkOfSurvey, talksOfSurvey } from '../store.ts'
import type { QuestionTally, SurveyAnswer, SurveyResponseRow, SurveyRow, SurveyTallyRow } from '../tables.ts'
import {
  addParticipation,
  addResponse,
  hasAnswered,
  putTally,
  replaceResponse,
  responseOfPerson,
  tallyOfSurvey,
} from './responses-store.ts'

/** The values that were sent for each question: indexes of choices, a number, or a text. */
export type SentAnswers = readonly (readonly string[])[]

type Input = {
  surveyId: string
  sent: SentAnswers
  /** The id of an anonymous response. Ids made by the operation contain the time. */
  anonymousId: string
}
type State = SurveyState &
  LoadedForWatching & {
    live: LiveTalkRow | undefined
    talks: TalkRow[]
    tally: SurveyTallyRow | undefined
    hasAnswered: boolean
    response: SurveyResponseRow | undefined
  }

/** Answers a survey as the signed-in person, or changes the answers if the survey allows it. */
export const answerSurvey = (
  services: Services,
  caller: Caller,
  { surveyId, sent }: Pick<Input, 'surveyId' | 'sent'>,
): Promise<SurveyRow> =>
  execute(services, caller, answerSurveyOperation, { surveyId, sent, anonymousId: randomUUID() })

export const answerSurveyOperation: Operation<State, Input, SurveyRow> = {
  name: 'answerSurvey',
  load(ctx, { surveyId }) {
    const reference = { by: 'id' as const, value: surveyId }
    const userId = ctx.actor.id ?? ''
    return {
      ...loadSurvey(ctx, reference),
      live: liveTalkOfSurvey({ platformId: ctx.platformId, ...reference }),
      ...loadForWatching(ctx),
      talks: talksOfSurvey({ platformId: ctx.platformId, ...reference, now: ctx.now }),
      tally: tallyOfSurvey({ platformId: ctx.platformId, ...reference }),
      hasAnswered: hasAnswered({ surveyId, userId }),
      response: responseOfPerson({ surveyId, userId }),
    }
  },
  decide(state, ctx, { sent, anonymousId }) {
    const { survey, platform, actor, talks, live, attached, response } = requireSurvey(state)
    // A draft does not exist for people who cannot see it.
    const place = { platform, talk: talks.find(({ id }) => id === survey.talkId) ?? null }
    if (survey.state === 'draft' || place.talk?.state === 'draft') throw new Refusal('survey_not_found')
    requireSurveysOn(platform, place.talk)
    const person = place.talk
      ? requireViewer({ platform, talk: place.talk, live, attached }, actor, state, ctx)
      : requireParticipant({ platform }, actor)
    if (survey.state !== 'open') throw new Refusal('survey_not_open')
    if (state.hasAnswered && !(survey.editable && response)) throw new Refusal('survey_answered')
    const answers = readAnswers(survey.questions, sent)
    const tally = state.tally ?? emptyTally(survey)
    if (response) {
      const counts = countAnswers(
        countAnswers(tally.counts, survey, response.answers, -1),
        survey,
        answers,
        1,
      )
      return {
        writes: [
          replaceResponse({ ...response, answers, updatedAt: ctx.now }),
          putTally({ ...tally, counts, changed: true }),
        ],
        events: [],
        answer: survey,
      }
    }
    return {
      writes: [
        addParticipation({ surveyId: survey.id, userId: person.id }),
        // Points for an anonymous survey are given when it closes, because they would show when each person answered.
        ...(survey.anonymous
          ? []
          : activityWrites(ctx, [{ ...place, userId: person.id, kind: 'survey', objectId: survey.id }])),
        addResponse(newResponse(survey, ctx, { userId: person.id, answers, anonymousId })),
        putTally({
          surveyId: survey.id,
          responses: tally.responses + 1,
          counts: countAnswers(tally.counts, survey, answers, 1),
          changed: true,
        }),
      ],
      events: [],
      answer: survey,
    }
  },
}

type NewResponse = { userId: string; answers: SurveyAnswer[]; anonymousId: string }

const newResponse = (
  { id: surveyId, anonymous }: SurveyRow,
  ctx: DecideContext,
  { userId, answers, anonymousId }: NewResponse,
): SurveyResponseRow =>
  anonymous
    ? { id: anonymousId, surveyId, userId: null, answers, createdAt: null, updatedAt: null }
    : { id: ctx.newId(), surveyId, userId, answers, createdAt: ctx.now, updatedAt: ctx.now }

/** The answers in the order of the questions. Throws `invalid_data` with every problem, at `/answers/<place>`. */
function readAnswers(questions: readonly AskedQuestion[], sent: SentAnswers): SurveyAnswer[] {
  const read = questions.map((question, index) => readAnswer(question, sent[index] ?? []))
  const problems = read.flatMap((answer, index): Problem[] => {
    const pointer = `/answers/${index}`
    if (answer === undefined) return [{ pointer, code: 'answer', message: 'is not a possible answer' }]
    if (answer === null && questions[index]?.required)
      return [{ pointer, code: 'required', message: 'is required' }]
    return []
  })
  if (problems.length > 0) throw invalidData(problems)
  return read.map((answer) => answer ?? null)
}

/** Null without an answer; undefined if the answer is not possible. */
function readAnswer(
  { kind, options, scale }: AskedQuestion,
  sent: readonly string[],
): SurveyAnswer | undefined {
  const values = [...new Set(sent.map((value) => cleanText(value).trim()).filter(isVisible))]
  const [first] = values
  if (first === undefined) return null
  if (kind === 'multiple') {
    const places = values.map((value) => numberIn(value, 0, options.length - 1))
    return places.some((place) => place === undefined)
      ? undefined
      : places.filter((place) => place !== undefined).sort((a, b) => a - b)
  }
  if (values.length > 1) return undefined
  if (kind === 'single') return numberIn(first, 0, options.length - 1)
  if (kind === 'scale') return scale ? numberIn(first, scale.min, scale.max) : undefined
  return [...first].length <= MAX_ANSWER_LENGTH ? first : undefined
}

function numberIn(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** The results of a survey without responses. */
export const emptyTally = ({ id, questions }: SurveyRow): SurveyTallyRow => ({
  surveyId: id,
  responses: 0,
  counts: questions.map(({ options, scale }) => ({
    answers: 0,
    values: Array<number>(scale ? scale.max - scale.min + 1 : options.length).fill(0),
  })),
  changed: false,
})

/** The counts with the answers of one response added (1) or removed (-1). */
const countAnswers = (
  counts: readonly QuestionTally[],
  { questions }: SurveyRow,
  answers: readonly SurveyAnswer[],
  step: 1 | -1,
): QuestionTally[] =>
  counts.map((tally, index) => {
    const answer = answers[index] ?? null
    if (answer === null) return tally
    const places = placesOf(answer, questions[index]?.scale?.min ?? 0)
    return {
      answers: tally.answers + step,
      values: tally.values.map((count, place) => (places.includes(place) ? count + step : count)),
    }
  })

const placesOf = (answer: NonNullable<SurveyAnswer>, first: number): readonly number[] => {
  if (typeof answer === 'string') return []
  return typeof answer === 'number' ? [answer - first] : answer
}
