// Questions as the API reads them.

import { Refusal } from '../../kernel/changes/errors.ts'
import { allPages, filtersOf, ifSent, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { parseInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import { equals, type Filter, isAtLeast } from '../../kernel/store/sql/filters.ts'
import { type LiveContext, readLiveContext } from '../live/items.ts'
import { featureOff } from '../live/state.ts'
import type { LiveTalkRow } from '../live/tables.ts'
import { presentQuestion } from './present-question.ts'
import type { Question, QuestionListQuery, QuestionState } from './schema.ts'
import { type AskedQuestion, findAskedQuestion, listQuestions, otherThan } from './store.ts'
import { questions } from './tables.ts'

export async function readApiQuestion(
  services: Services,
  caller: Caller,
  { talk: reference, question }: { talk: string; question: string },
) {
  const { talk, live } = await requireQuestions(services, caller, reference)
  const found = await services.store.read(
    findAskedQuestion({
      platformId: caller.platform.id,
      ...requireReference(question, 'question_not_found'),
    }),
  )
  if (found?.talkId !== talk.id) throw new Refusal('question_not_found')
  return presentQuestion(found, talk, live)
}

export async function listApiQuestions(
  services: Services,
  caller: Caller,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor, state, updatedSince, externalId }: QuestionListQuery,
) {
  const { talk, live } = await requireQuestions(services, caller, reference)
  const [after = ''] = readCursor(cursor, ['string']) ?? []
  const filters = filtersOf([
    ...(state === undefined ? [] : stateFilters(state, live)),
    ifSent(externalId, (value) => equals(questions, 'externalId', value)),
    ifSent(updatedSince, (value) => isAtLeast(questions, 'updatedAt', parseInstant(value) ?? 0)),
  ])
  const read = await services.store.read(
    listQuestions({ talkId: talk.id, after: String(after), limit: limit + 1 }, filters),
  )
  const { rows, next } = pageOf(read, limit, ({ id }) => [id])
  return { code: 'ok' as const, items: rows.map((row) => presentQuestion(row, talk, live)), next }
}

/** All questions of a talk in the order in which they were asked, read page by page as they are consumed. */
export async function* allQuestions(
  services: Pick<Services, 'store' | 'clock'>,
  { platform }: Caller,
  talkId: string,
): AsyncGenerator<Question[]> {
  const { store } = services
  const context = await readLiveContext(services, platform.id, { by: 'id', value: talkId })
  // The talk can be deleted during an export.
  if (!context) return
  yield* allPages(
    (last, limit) => store.read(listQuestions({ talkId, after: last?.id ?? '', limit }, [])),
    (row: AskedQuestion) => presentQuestion(row, context.talk, context.live),
  )
}

/** The question on stage is stored as open. */
function stateFilters(state: QuestionState, { stage }: LiveTalkRow): Filter<'questions'>[] {
  const staged = stage?.kind === 'question' ? stage.id : ''
  if (state === 'on_stage') return [equals(questions, 'state', 'open'), equals(questions, 'id', staged)]
  return [equals(questions, 'state', state), ...(state === 'open' ? [otherThan(staged)] : [])]
}

async function requireQuestions(services: Services, caller: Caller, reference: string): Promise<LiveContext> {
  const found = requireReference(reference, 'talk_not_found')
  const context = await readLiveContext(services, caller.platform.id, found)
  if (!context) throw new Refusal('talk_not_found')
  if (!context.features.includes('questions')) throw featureOff('questions', context.talk)
  return context
}
