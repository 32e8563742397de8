// The tables of questions as the program uses them. The migrations create them.

import {
  boolean,
  instant,
  integer,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { StoredQuestionState } from './schema.ts'

export const questions = defineTable('questions', {
  id: text(),
  platformId: text(),
  externalId: optionalText(),
  talkId: text(),
  /** The number of the journal entry that added it, which is its place among the questions. */
  seq: integer(),
  /** Null if the account was deleted, or the question came from another system. Never shown if `isAnonymous`. */
  userId: optionalText(),
  /** The name that another system gave the person. */
  label: optionalText(),
  isAnonymous: boolean(),
  /** The chat message that it was made from. */
  messageId: optionalText(),
  text: text(),
  state: text<StoredQuestionState>(),
  votes: integer(),
  answer: optionalText(),
  answeredAt: optionalInstant(),
  /** The question that this one duplicates. */
  mergedInto: optionalText(),
  version: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type QuestionRow = RowOf<typeof questions>

export const questionVotes = defineTable('question_votes', {
  questionId: text(),
  userId: text(),
  createdAt: instant(),
})
export type QuestionVoteRow = RowOf<typeof questionVotes>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    questions: StoredRowOf<typeof questions>
    question_votes: StoredRowOf<typeof questionVotes>
  }
}
