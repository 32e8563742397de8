// Questions as the API changes them.
import type {
  QuestionCreate,
  QuestionMerge,
  QuestionSaved,
  QuestionUpdate,
} from '../../../schema/live/questions.ts'
import type { Deleted } from '../../../schema/problems.ts'
import { type Command, command } from '../../../store/changes/transaction.ts'
import type { SaveRequest } from '../../changes/commands.ts'
import { requireReference } from '../../changes/references.ts'
import type { Saved } from '../../changes/saved.ts'
import { authorOf } from '../chat/chat.ts'
import { changeQuestionOperation, mergeQuestionsOperation } from './question-moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './questions.ts'

type Paths = Pick<SaveRequest<unknown>, 'reference' | 'itemReference'>

const talkOf = ({ reference }: Paths) => requireReference(reference ?? '', 'talk_not_found')

const questionOf = (request: Paths) => ({
  talk: talkOf(request),
  question: requireReference(request.itemReference ?? '', 'question_not_found'),
})

export const askQuestionCommand = ({
  body: { externalId, text, anonymous = false, state, ...author },
  precondition,
  ...path
}: SaveRequest<QuestionCreate>): Command<Saved<QuestionSaved>> =>
  command(askQuestionOperation, {
    talk: talkOf(path),
    author: authorOf(author),
    externalId,
    text,
    isAnonymous: anonymous,
    state,
    precondition,
  })

export const changeQuestionCommand = ({
  body: change,
  precondition,
  ...path
}: SaveRequest<QuestionUpdate>): Command<Saved<QuestionSaved>> =>
  command(changeQuestionOperation, { ...questionOf(path), change, precondition })

export const deleteQuestionCommand = ({
  precondition,
  ...path
}: Omit<SaveRequest<unknown>, 'body'>): Command<Saved<Deleted>> =>
  command(deleteQuestionOperation, { ...questionOf(path), precondition })

export const mergeQuestionsCommand = ({
  body: { questions },
  precondition,
  ...path
}: SaveRequest<QuestionMerge>): Command<Saved<QuestionSaved>> =>
  command(mergeQuestionsOperation, { ...questionOf(path), duplicateIds: questions, precondition })
