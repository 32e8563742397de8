// The tables of surveys as the program uses them. The migrations create them.

import { searchKey } from '../../kernel/lib/text/search-keys.ts'
import {
  boolean,
  integer,
  json,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { objectColumns } from '../../kernel/store/sql/object-columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import { surveyFields } from './schema.ts'

export const surveys = defineTable(
  'surveys',
  { ...objectColumns(surveyFields), openedAt: optionalInstant(), closedAt: optionalInstant() },
  { search_key: (row) => searchKey([row.title], [row.externalId]) },
)
export type SurveyRow = RowOf<typeof surveys>

/** The number of answers to a question, and the number for each choice or number of the scale. */
export type QuestionTally = { answers: number; values: readonly number[] }

/** The counted results of a survey. A survey has none until the first response. */
export const surveyTallies = defineTable('survey_tallies', {
  surveyId: text(),
  responses: integer(),
  /** One tally per question. */
  counts: json<readonly QuestionTally[]>(),
  /** Whether open pages have yet to receive the counts. */
  changed: boolean(),
})
export type SurveyTallyRow = RowOf<typeof surveyTallies>

/** People who have answered a survey. */
export const surveyParticipations = defineTable('survey_participations', {
  surveyId: text(),
  userId: text(),
})

/** The index of a choice, the indexes of choices, the number on a scale, or a text; null without an answer. */
export type SurveyAnswer = number | readonly number[] | string | null

export const surveyResponses = defineTable('survey_responses', {
  /** Random for anonymous responses. */
  id: text(),
  surveyId: text(),
  /** Null for anonymous responses and deleted accounts. */
  userId: optionalText(),
  /** One answer per question. */
  answers: json<readonly SurveyAnswer[]>(),
  /** Null for anonymous responses. */
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
})
export type SurveyResponseRow = RowOf<typeof surveyResponses>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    surveys: StoredRowOf<typeof surveys>
    survey_tallies: StoredRowOf<typeof surveyTallies>
    survey_participations: StoredRowOf<typeof surveyParticipations>
    survey_responses: StoredRowOf<typeof surveyResponses>
  }
}
