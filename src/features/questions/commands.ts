// Questions as the API changes them.

import type { SaveRequest } from '../../kernel/changes/commands.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { authorOf } from '../chat/chat.ts'
import { changeQuestionOperation, mergeQuestionsOperation } from './moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './questions.ts'
import type { QuestionCreate, QuestionMerge, QuestionSaved, QuestionUpdate } from './schema.ts'

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
