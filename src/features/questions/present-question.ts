// A question as everyone may see it, as the API returns it, and as its change events record it.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { isOnStage } from '../live/stage.ts'
import type { LiveTalkRow } from '../live/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import type { Question, QuestionState } from './schema.ts'
import type { AskedQuestion } from './store.ts'
import type { QuestionRow } from './tables.ts'

type Stage = Pick<LiveTalkRow, 'stage'>

/** The question on stage is stored as open. */
export const stateOf = ({ id, state }: Pick<QuestionRow, 'id' | 'state'>, live: Stage): QuestionState =>
  state === 'open' && isOnStage(live, { kind: 'question', id }) ? 'on_stage' : state

/** A question without the account and the label of an anonymous author. */
export type ShownQuestion = Omit<QuestionRow, 'state'> & {
  state: QuestionState
  /** Seconds from the start of the talk to the answer; null if it was not answered during the talk. */
  answeredAfter: number | null
}

export const showQuestion = (question: QuestionRow, talk: TalkRow, live: Stage): ShownQuestion => ({
  ...question,
  userId: question.isAnonymous ? null : question.userId,
  label: question.isAnonymous ? null : question.label,
  state: stateOf(question, live),
  answeredAfter: answeredAfter(question, talk),
})

function answeredAfter({ answeredAt }: QuestionRow, { startAt, endAt }: TalkRow): number | null {
  if (answeredAt === null || answeredAt < startAt || answeredAt > endAt) return null
  return Math.floor((answeredAt - startAt) / 1000)
}

/** The query of `AskedQuestion` has left out an anonymous author already. */
export const presentQuestion = (question: AskedQuestion, talk: TalkRow, live: Stage): Question =>
  presentShownQuestion({ ...showQuestion(question, talk, live), author: question.author })

export const presentShownQuestion = (question: ShownQuestion & Pick<AskedQuestion, 'author'>): Question => ({
  ...attributesOf(question),
  author: question.author,
})

/** A question as its events record it, with its author as an id. */
export function questionContent(question: QuestionRow, talk: TalkRow, live: Stage) {
  const shown = showQuestion(question, talk, live)
  return { ...attributesOf(shown), author: shown.userId }
}

const attributesOf = (question: ShownQuestion): Omit<Question, 'author'> => ({
  id: question.id,
  externalId: question.externalId,
  talkId: question.talkId,
  text: question.text,
  state: question.state,
  votes: question.votes,
  anonymous: question.isAnonymous,
  label: question.label,
  answer: question.answer,
  answeredAt: question.answeredAt === null ? null : formatInstant(question.answeredAt),
  answeredAfter: question.answeredAfter,
  mergedInto: question.mergedInto,
  version: question.version,
  createdAt: formatInstant(question.createdAt),
  updatedAt: formatInstant(question.updatedAt),
})
