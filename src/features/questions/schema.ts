// Questions to the speakers of a talk in requests and responses.
import Type, { type Static } from 'typebox'
import {
  byExternalId,
  changedSince,
  clearable,
  externalId,
  filledText,
  flag,
  id,
  line,
  listQuery,
  nullable,
  oneOf,
  ref,
  text,
  versionFields,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { Author } from '../chat/schema.ts'
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH } from './limits.ts'

/** The stored states. The question on stage is stored as open. */
export const storedQuestionStates = ['pending', 'open', 'answered', 'dismissed'] as const
export type StoredQuestionState = (typeof storedQuestionStates)[number]

/** `pending` questions wait for a moderator; `dismissed` questions are not shown. */
export const questionStates = ['pending', 'open', 'on_stage', 'answered', 'dismissed'] as const
export type QuestionState = (typeof questionStates)[number]

const questionText = () =>
  filledText(MAX_QUESTION_LENGTH, { examples: ['Which drawer should a new team open first?'] })
const answerText = () =>
  filledText(MAX_ANSWER_LENGTH, {
    description: 'The written answer.',
    examples: ['The one with the most visitors. It is documented best.'],
  })

/** A question as a person submits it. */
export const QuestionPost = Type.Object(
  { text: questionText(), isAnonymous: Type.Boolean() },
  { additionalProperties: false },
)
export const AnswerPost = Type.Object({ answer: clearable(answerText()) }, { additionalProperties: false })

export const QuestionCreate = Type.Object(
  {
    externalId: Type.Optional(clearable(externalId())),
    text: questionText(),
    user: Type.Optional(
      text(254, {
        description:
          'Who asks: the id, the e-mail, or `ext:` followed by your identifier of an account. Limits of the talk page do not apply.',
        examples: ['ada@example.org'],
      }),
    ),
    label: Type.Optional(
      line(100, {
        description: 'The name to show for someone without an account. Cannot be sent with `user`.',
        examples: ['Room 2'],
      }),
    ),
    anonymous: Type.Optional(flag(false, 'The name is hidden. Only admins can look it up.')),
    state: Type.Optional(
      oneOf(['pending', 'open'], {
        description: 'Default: `open`, or `pending` if the platform reviews new questions.',
      }),
    ),
  },
  {
    $id: 'QuestionCreate',
    additionalProperties: false,
    description: 'A new question.',
    examples: [examples.questionCreate],
  },
)
export type QuestionCreate = Static<typeof QuestionCreate>

export const QuestionUpdate = Type.Partial(
  Type.Object({
    externalId: clearable(externalId()),
    text: questionText(),
    state: oneOf(questionStates, {
      description:
        '`on_stage` replaces what is on stage. `answered` stores the time of the answer. A question that gets an `answer` without a `state` becomes answered.',
    }),
    answer: clearable(answerText()),
  }),
  {
    $id: 'QuestionUpdate',
    additionalProperties: false,
    description: 'The attributes of a question to change.',
    examples: [examples.questionUpdate],
  },
)
export type QuestionUpdate = Static<typeof QuestionUpdate>

export const QuestionMerge = Type.Object(
  {
    questions: Type.Array(text(36), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The duplicates, open or pending questions of the same talk. They are dismissed.',
    }),
  },
  {
    $id: 'QuestionMerge',
    additionalProperties: false,
    description: 'Duplicates of a question.',
    examples: [examples.questionMerge],
  },
)
export type QuestionMerge = Static<typeof QuestionMerge>

export const Question = Type.Object(
  {
    id: id(),
    externalId: nullable(Type.String()),
    talkId: id(),
    text: Type.String(),
    state: Type.Unsafe<QuestionState>({
      type: 'string',
      description: `One of ${questionStates.join(', ')}. More values may be added.`,
    }),
    votes: Type.Integer({ minimum: 0, description: 'Each person counts once.' }),
    anonymous: Type.Boolean(),
    author: Type.Union([ref(Author), Type.Null()], {
      description:
        'Null if the question is anonymous, the account was deleted, or the question has a `label`.',
    }),
    label: nullable(Type.String({ description: 'The name of someone without an account.' })),
    answer: nullable(Type.String()),
    answeredAt: nullable(Type.String({ format: 'date-time' })),
    answeredAfter: nullable(
      Type.Number({ description: 'Seconds from the start of the talk to the answer, for its replay.' }),
    ),
    mergedInto: nullable(
      Type.String({ format: 'uuid', description: 'The question that this one was a duplicate of.' }),
    ),
    ...versionFields,
    version: Type.Integer({
      minimum: 1,
      description: 'Increases by one with every change except a vote, which only changes `updatedAt`.',
    }),
  },
  { $id: 'Question', description: 'A question to the speakers of a talk.' },
)
export type Question = Static<typeof Question>

export const QuestionSaved = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id() },
  { $id: 'QuestionSaved', description: 'The question was saved.', examples: [examples.questionSaved] },
)
export type QuestionSaved = Static<typeof QuestionSaved>

export const QuestionListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    ...byExternalId,
    state: Type.Optional(oneOf(questionStates, { description: 'Only questions in this state.' })),
  },
  { additionalProperties: false },
)
export type QuestionListQuery = Static<typeof QuestionListQuery>
