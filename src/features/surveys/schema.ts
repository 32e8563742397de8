// Surveys in requests and responses: their questions, states, results, and responses.
import Type, { type Static } from 'typebox'
import {
  byExternalId,
  changedSince,
  clearable,
  etag,
  externalId,
  flag,
  id,
  line,
  lines,
  listOf,
  listQuery,
  nullable,
  oneOf,
  ref,
  text,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import * as field from '../../kernel/schema/fields.ts'
import { MAX_OF_SCALE, MAX_OPTIONS, MAX_QUESTIONS } from './limits.ts'

export const surveyStates = ['draft', 'open', 'closed'] as const
export type SurveyState = (typeof surveyStates)[number]

/** The ways a draft opens: by hand, or automatically at the start or end of its talk. */
export const surveyOpenings = ['by_hand', 'talk_start', 'talk_end'] as const
export type SurveyOpening = (typeof surveyOpenings)[number]

/** The visibility of results to everyone who can answer. */
export const surveyVisibilities = ['after_answering', 'after_closing', 'moderators'] as const
export type SurveyVisibility = (typeof surveyVisibilities)[number]

const questionKinds = ['single', 'multiple', 'scale', 'text'] as const

const scaleFields = {
  min: Type.Integer({ minimum: 0, maximum: 1, description: 'The lowest value.' }),
  max: Type.Integer({ minimum: 2, maximum: 10, description: 'The highest value.' }),
}
const scaleLabels = {
  minLabel: clearable(line(60, { description: 'What the lowest value means.', examples: ['Too slow'] })),
  maxLabel: clearable(line(60, { description: 'What the highest value means.', examples: ['Too fast'] })),
}

export const SurveyQuestion = Type.Object(
  {
    kind: oneOf(questionKinds, {
      description: 'One choice, any number of choices, a number on a scale, or a text.',
    }),
    text: line(300, { examples: ['Which topic should we cover next?'] }),
    required: Type.Optional(flag(false, 'A response must answer the question.')),
    options: Type.Optional(
      Type.Array(line(200), {
        maxItems: MAX_OPTIONS,
        description: 'For `single` and `multiple`: 2 to 20 different choices.',
        examples: [['Testing', 'Accessibility']],
      }),
    ),
    scale: Type.Optional(
      clearable(
        Type.Object(
          { ...scaleFields, ...Type.Partial(Type.Object(scaleLabels)).properties },
          { additionalProperties: false, description: 'For `scale`. Default: 1 to 5.' },
        ),
      ),
    ),
  },
  { $id: 'SurveyQuestion', additionalProperties: false, description: 'A question of a survey.' },
)
export type SurveyQuestionBody = Static<typeof SurveyQuestion>

/** A question as it is stored and returned. */
export const AskedQuestion = Type.Object(
  {
    kind: Type.Enum([...questionKinds]),
    text: Type.String(),
    required: Type.Boolean(),
    options: Type.Array(Type.String()),
    scale: nullable(
      Type.Object({
        min: Type.Integer(),
        max: Type.Integer(),
        minLabel: nullable(Type.String()),
        maxLabel: nullable(Type.String()),
      }),
    ),
  },
  { $id: 'AskedQuestion', description: 'A question of a survey, with all its attributes.' },
)
export type AskedQuestion = Static<typeof AskedQuestion>

const askedQuestion = ({
  kind,
  text,
  required = false,
  options = [],
  scale,
}: SurveyQuestionBody): AskedQuestion => ({
  kind,
  text,
  required,
  options,
  scale:
    kind === 'scale' ? { min: 1, max: MAX_OF_SCALE, minLabel: null, maxLabel: null, ...(scale ?? {}) } : null,
})

export const surveyFields = field.defineFields({
  externalId: field.optional(externalId()),
  talkId: field.plain({
    body: clearable(
      text(210, {
        description:
          'The talk of the survey: its id, or `ext:` followed by your own identifier. Null for a survey about the whole event, which is shown at all talks.',
        examples: ['ext:crm-4711'],
      }),
    ),
    shown: nullable(id()),
    initial: null,
  }),
  title: field.required(line(140, { examples: ['How was this talk?'] })),
  description: field.optional(lines(800, { minLength: 1 })),
  state: field.ruled(Type.Enum([...surveyStates]), 'draft'),
  opens: field.choice(surveyOpenings, {
    initial: 'by_hand',
    description:
      'When a draft opens: by hand, or by itself at the start or end of its talk. Default: by_hand.',
  }),
  results: field.choice(surveyVisibilities, {
    initial: 'after_answering',
    description:
      'Who sees the results: everyone who has answered and, once the survey is closed, everyone; everyone once it is closed; or only moderators. Default: after_answering.',
  }),
  anonymous: field.flag(
    false,
    'Responses are stored without the person and without times. Who took part is known until the survey is closed, so that everyone answers once.',
  ),
  editable: field.flag(false, 'People can change their answers while the survey is open.'),
  questions: field.plain({
    ...field.list(ref(AskedQuestion)),
    body: Type.Array(ref(SurveyQuestion), {
      minItems: 1,
      maxItems: MAX_QUESTIONS,
      description: 'They cannot be changed any more once there is a response.',
    }),
    merge: (_before, sent: readonly SurveyQuestionBody[]) => sent.map(askedQuestion),
  }),
  openedAt: { shown: nullable(Type.String({ format: 'date-time' })) },
  closedAt: { shown: nullable(Type.String({ format: 'date-time' })) },
})
const { title, questions, ...optional } = surveyFields.body

export const SurveyUpdate = Type.Partial(Type.Object(surveyFields.body), {
  $id: 'SurveyUpdate',
  additionalProperties: false,
  description:
    'The attributes of a survey to change. To create a survey, send all attributes that `SurveyCreate` requires.',
  examples: [examples.surveyUpdate],
})
export const SurveyCreate = Type.Object(
  { title, questions, ...Type.Partial(Type.Object(optional)).properties },
  {
    $id: 'SurveyCreate',
    additionalProperties: false,
    description: 'A new survey. It is a draft until it is opened.',
    examples: [examples.surveyCreate],
  },
)
export type SurveyBody = Static<typeof SurveyUpdate>

export const Survey = Type.Object(surveyFields.shown, { $id: 'Survey', description: 'A survey.' })
export type Survey = Static<typeof Survey>

export const SurveySaved = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id(), etag: etag() },
  { $id: 'SurveySaved', description: 'The survey was saved.', examples: [examples.surveySaved] },
)
export type SurveySaved = Static<typeof SurveySaved>

export const SurveyResults = Type.Object(
  {
    id: id(),
    state: Type.Enum([...surveyStates]),
    responses: Type.Integer({ description: 'The number of people who have answered.' }),
    questions: Type.Array(
      Type.Object({
        kind: Type.Enum([...questionKinds]),
        text: Type.String(),
        answers: Type.Integer({ description: 'The number of people who have answered this question.' }),
        values: Type.Array(
          Type.Object({
            value: Type.String({ description: 'The choice, or the number on the scale.' }),
            count: Type.Integer(),
          }),
          { description: 'Every possible value with its count. Empty for texts.' },
        ),
        average: nullable(Type.Number({ description: 'For scales. Null without answers.' })),
      }),
    ),
  },
  { $id: 'SurveyResults', description: 'The results of a survey, counted.' },
)
export type SurveyResults = Static<typeof SurveyResults>

export const SurveyResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    user: nullable(
      Type.Object(
        {
          id: id(),
          email: Type.String(),
          firstName: nullable(Type.String()),
          lastName: nullable(Type.String()),
          username: Type.String(),
        },
        { description: 'Null for anonymous responses and deleted accounts.' },
      ),
    ),
    answers: Type.Array(
      Type.Object({
        choices: Type.Array(Type.String(), { description: 'For `single` and `multiple`.' }),
        number: nullable(Type.Integer({ description: 'For `scale`.' })),
        text: nullable(Type.String({ description: 'For `text`.' })),
      }),
      { description: 'One for each question, in their order. Empty for a question without an answer.' },
    ),
    createdAt: nullable(
      Type.String({ format: 'date-time', description: 'Null for anonymous responses, like `updatedAt`.' }),
    ),
    updatedAt: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'SurveyResponse', description: 'The response of one person to a survey.' },
)
export type SurveyResponse = Static<typeof SurveyResponse>

export const SurveyResponseList = listOf(ref(SurveyResponse))

export const SurveyResponseQuery = Type.Object(listQuery, { additionalProperties: false })

export const SurveyListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    ...byExternalId,
    talkId: Type.Optional(
      Type.String({ maxLength: 36, description: 'Only surveys of the talk with this id.' }),
    ),
    state: Type.Optional(oneOf(surveyStates, { description: 'Only surveys in this state.' })),
  },
  { additionalProperties: false },
)
export type SurveyListQuery = Static<typeof SurveyListQuery>
