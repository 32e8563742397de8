// Surveys: saving and deleting them. A new one is a draft.

import { deletedEvent } from '../../kernel/changes/change-events.ts'
import { type DeleteRequest, executeCommand, type SaveRequest } from '../../kernel/changes/commands.ts'
import { newObject } from '../../kernel/changes/creation.ts'
import { invalidData, type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import {
  NO_REFERENCE,
  optionalReference,
  readReference,
  requireReference,
} from '../../kernel/changes/references.ts'
import { decideSave, loadExternalIdHolder, type SaveInput, type Saving } from '../../kernel/changes/save.ts'
import {
  belongsTo,
  type DeleteInput,
  deleted,
  messageOf,
  type Outcome,
  type Saved,
} from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { changesBetween } from '../../kernel/lib/data/diff.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { tallyOfSurvey } from './answers/responses-store.ts'
import {
  type AskedQuestion,
  type SurveyBody,
  SurveyCreate,
  type SurveySaved,
  surveyFields,
} from './schema.ts'
import { loadShownSurvey, presentSurvey, type ShownSurveyState, surveyEntries } from './state.ts'
import { surveyObjects } from './store.ts'
import type { SurveyRow, SurveyTallyRow } from './tables.ts'

type Input = SaveInput<SurveyBody>
type State = ShownSurveyState & {
  tally: SurveyTallyRow | undefined
  /** The talk that the body names. */
  talk: TalkRow | undefined
  externalIdHolder?: SurveyRow | undefined
}

/** Creates a survey (reference null), updates one, or creates one under an externalId. */
export function saveSurveyCommand(request: SaveRequest<SurveyBody>): Command<Saved<SurveySaved>> {
  const reference = optionalReference(request.reference, 'survey_not_found')
  return command(saveSurveyOperation, { ...request, reference })
}

export function deleteSurveyCommand(request: DeleteRequest): Command<Saved<Deleted>> {
  const reference = requireReference(request.reference, 'survey_not_found')
  return command(deleteSurveyOperation, { ...request, reference })
}

export const saveSurvey = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: SurveyBody,
  precondition: Precondition = {},
) => executeCommand(services, caller, saveSurveyCommand({ reference, body, precondition }))

export const deleteSurvey = (services: Services, caller: Caller, reference: string) =>
  executeCommand(services, caller, deleteSurveyCommand({ reference }))

export const saveSurveyOperation: Operation<State, Input, Saved<SurveySaved>> = {
  name: 'saveSurvey',
  load: (ctx, { reference, body }) => ({
    ...loadShownSurvey(ctx, reference ?? NO_REFERENCE),
    tally: tallyOfSurvey({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
    talk: talkObjects.find({
      platformId: ctx.platformId,
      ...(readReference(body.talkId ?? '') ?? NO_REFERENCE),
    }),
    ...loadExternalIdHolder(surveyObjects, ctx, body),
  }),
  decide: (state, ctx, input) => decideSave(surveySaving, state, ctx, input),
}

const surveySaving: Saving<SurveyRow, State, Input, Saved<SurveySaved>> = {
  kind: 'survey',
  insert: (row) => [surveyObjects.insert(row)],
  update: (row, before) => [surveyObjects.update(row, before)],
  find: ({ survey }) => survey,
  required: () => SurveyCreate.required,
  change(survey, state, ctx, { body, source = survey?.source }) {
    const row = { ...merge(survey ?? emptySurvey(ctx), body, state.talk), source: source ?? null }
    const [before, after] = [survey && presentSurvey(survey), presentSurvey(row)]
    const isFixed =
      before && changesBetween(before, after).some(({ pointer }) => fixedByResponses.has(pointer))
    if (isFixed && state.tally) throw new Refusal('survey_in_use')
    const dependent = survey && { writes: surveyEntries(state, ctx, 'survey', row) }
    return { row, before, after, dependent, answer: savedSurvey }
  },
}

/** Changing these would give existing responses another meaning, or break what people were promised. */
const fixedByResponses = new Set(['/questions', '/anonymous', '/talkId'])

/** The result of a change to a survey. */
export const savedSurvey = (
  survey: SurveyRow,
  what: Outcome,
  message = messageOf('survey', what),
): Saved<SurveySaved> => ({ ...what, response: { code: 'ok', message, id: survey.id } })

/** Replaces the attributes that were sent. Throws `invalid_data` if the result is inconsistent. */
function merge(survey: SurveyRow, body: SurveyBody, talk: TalkRow | undefined): SurveyRow {
  const { talkId } = body
  const next = {
    ...surveyFields.merge(survey, body),
    ...(talkId === undefined ? {} : { talkId: talk?.id ?? null }),
  }
  const problems = [
    ...(talkId && !talk ? [problem('/talkId', 'unknown_talk', 'must be the identifier of a talk')] : []),
    ...problemsOfSurvey(next),
  ]
  if (problems.length > 0) throw invalidData(problems)
  return next
}

const problem = (pointer: string, code: string, message: string): Problem => ({ pointer, code, message })

function problemsOfSurvey({ opens, talkId, anonymous, editable, questions }: SurveyRow): Problem[] {
  return [
    ...(opens !== 'by_hand' && talkId === null
      ? [problem('/opens', 'needs_talk', 'must be by_hand for a survey about the whole event')]
      : []),
    ...(anonymous && editable
      ? [problem('/editable', 'anonymous', 'must be false for an anonymous survey')]
      : []),
    ...questions.flatMap(problemsOfQuestion),
  ]
}

function problemsOfQuestion({ kind, options }: AskedQuestion, index: number): Problem[] {
  const pointer = `/questions/${index}/options`
  const isChoice = kind === 'single' || kind === 'multiple'
  if (isChoice && options.length < 2) return [problem(pointer, 'choices', 'must have at least 2 items')]
  if (!isChoice && options.length > 0)
    return [problem(pointer, 'no_choices', 'must be empty for this kind of question')]
  if (new Set(options).size < options.length)
    return [problem(pointer, 'same_choices', 'must not contain the same text twice')]
  return []
}

const emptySurvey = (ctx: DecideContext): SurveyRow => ({
  ...newObject(ctx),
  ...surveyFields.initial,
  openedAt: null,
  closedAt: null,
})

/** Deletes a survey with its responses. */
export const deleteSurveyOperation: Operation<ShownSurveyState, DeleteInput<Reference>, Saved<Deleted>> = {
  name: 'deleteSurvey',
  load: (ctx, { reference }) => loadShownSurvey(ctx, reference),
  decide(state, ctx, { precondition, source }) {
    const { survey } = state
    if (!survey || !belongsTo(survey, source)) throw new Refusal('survey_not_found')
    requirePrecondition(survey, precondition)
    return {
      writes: [surveyObjects.remove(survey), ...surveyEntries(state, ctx, 'survey', survey)],
      events: [deletedEvent('survey', survey, presentSurvey(survey))],
      answer: deleted('survey', survey),
    }
  },
}
