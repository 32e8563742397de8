// Reading the questions of a talk with their authors, as each audience sees them.

import type { Services } from '../../kernel/changes/services.ts'
import type { Author } from '../chat/store.ts'
import type { Audience, LiveContext, LiveItem } from '../live/items.ts'
import { speaksAt } from '../live/rights.ts'
import { MAX_LISTED, MAX_SHOWN } from './limits.ts'
import { type ShownQuestion, showQuestion } from './present-question.ts'
import type { QuestionState, StoredQuestionState } from './schema.ts'
import {
  type AskedQuestion,
  type QuestionOrder,
  questionsByIds,
  questionsOfPerson,
  questionsOfTalk,
  votesInTalk,
} from './store.ts'

/** A question as pages show it, without anything that leads to the author of an anonymous one. */
export type QuestionView = ShownQuestion & { author: Author | null; isSpeaker: boolean }

type Reading = Pick<Services, 'store'>
type Context = Pick<LiveContext, 'talk' | 'live' | 'attached'>

const viewOfQuestion = (question: AskedQuestion, { talk, live, attached }: Context): QuestionView => ({
  ...showQuestion(question, talk, live),
  author: question.author,
  isSpeaker: speaksAt(question.author, attached),
})

/** Questions that only their author sees: pending ones, and dismissed ones that were not merged. */
const isHidden = ({ state, mergedInto }: AskedQuestion): boolean =>
  state === 'pending' || (state === 'dismissed' && mergedInto === null)

/** The changed questions of journal entries. Deleted questions disappear for everyone. */
export async function readQuestionItems(
  { store }: Reading,
  context: LiveContext,
  ids: readonly string[],
): Promise<LiveItem<'question'>[]> {
  const found = new Map((await store.read(questionsByIds({ ids }))).map((one) => [one.id, one]))
  return ids.map((id) => toItem(id, found.get(id), context))
}

/** A person's own questions that others do not see. */
export async function readOwnQuestionItems(
  { store }: Reading,
  context: LiveContext,
  userId: string,
): Promise<LiveItem<'question'>[]> {
  const own = await store.read(questionsOfPerson({ talkId: context.talk.id, userId }))
  return own.filter(isHidden).map((question) => toItem(question.id, question, context))
}

function toItem(id: string, question: AskedQuestion | undefined, context: Context): LiveItem<'question'> {
  if (!question) {
    return { kind: 'question', id, views: { public: null, moderators: null, admins: null }, personal: [] }
  }
  const view = viewOfQuestion(question, context)
  const forStaff = question.state === 'dismissed' ? null : view
  const { userId } = question
  return {
    kind: 'question',
    id,
    views: { public: question.state === 'pending' ? null : forStaff, moderators: forStaff, admins: forStaff },
    personal: userId !== null && isHidden(question) ? [{ userId, view }] : [],
  }
}

export type QuestionList = {
  questions: QuestionView[]
  hasMore: boolean
  /** The questions that the reader has voted for. */
  votedIds: readonly string[]
}
type ListOptions = {
  audience: Audience
  userId: string | null
  order?: QuestionOrder
  /** Returns everything that a moderator can see, including dismissed questions, instead of the first hundred. */
  isWhole?: boolean
}

/** The questions of a talk, including the reader's own that others do not see. */
export async function readQuestions(
  { store }: Reading,
  context: Context,
  { audience, userId, order = 'votes', isWhole = false }: ListOptions,
): Promise<QuestionList> {
  const isStaff = audience !== 'public'
  const states: StoredQuestionState[] = ['open', 'answered']
  if (isStaff) states.push('pending')
  if (isStaff && isWhole) states.push('dismissed')
  const limit = isWhole ? MAX_LISTED : MAX_SHOWN
  const { id: talkId } = context.talk
  const [listed, own, votedIds] = await Promise.all([
    store.read(questionsOfTalk({ talkId, order, states, limit: limit + 1 })),
    userId === null ? [] : store.read(questionsOfPerson({ talkId, userId })),
    readVotes(store, talkId, userId),
  ])
  const shown = new Map([...own.filter(isHidden), ...listed.slice(0, limit)].map((one) => [one.id, one]))
  const placeOf = order === 'votes' ? placeByVotes : placeByTime
  return {
    questions: [...shown.values()]
      .map((question) => viewOfQuestion(question, context))
      .sort((a, b) => placeOf(a) - placeOf(b)),
    hasMore: listed.length > limit,
    votedIds,
  }
}

/** The questions of a talk that a person has voted for. */
export const readVotes = async (
  store: Reading['store'],
  talkId: string,
  userId: string | null,
): Promise<readonly string[]> => (userId === null ? [] : store.read(votesInTalk({ talkId, userId })))

const ranks: Record<QuestionState, number> = {
  on_stage: 0,
  pending: 1,
  open: 2,
  answered: 3,
  dismissed: 4,
}
const MAX_COUNT = 10 ** 6
const MAX_SEQ = 10 ** 8

/** A number that sorts questions: the one on stage first, then by votes, older ones first, and answered ones last. */
export const placeByVotes = ({ state, votes, seq }: QuestionView): number =>
  (ranks[state] * MAX_COUNT + Math.max(0, MAX_COUNT - 1 - votes)) * MAX_SEQ + seq

/** A number that sorts questions by time, newest first. */
export const placeByTime = ({ seq }: QuestionView): number => MAX_SEQ - seq

export type QuestionDetails = { question: QuestionView; isOwn: boolean; hasVoted: boolean }

/** One question for a reader; undefined if it does not exist or the reader may not see it. */
export async function readQuestion(
  { store }: Reading,
  context: Context,
  { id, audience, userId }: { id: string; audience: Audience; userId: string | null },
): Promise<QuestionDetails | undefined> {
  const [[found], votedIds] = await Promise.all([
    store.read(questionsByIds({ ids: [id] })),
    readVotes(store, context.talk.id, userId),
  ])
  if (found?.talkId !== context.talk.id) return undefined
  const isOwn = userId !== null && found.userId === userId
  const isShown = found.state === 'open' || found.state === 'answered' || found.mergedInto !== null
  if (!isShown && !isOwn && audience === 'public') return undefined
  return { question: viewOfQuestion(found, context), isOwn, hasVoted: votedIds.includes(id) }
}

/** The question on the stage of a talk; undefined if there is none. */
export async function readQuestionOnStage(
  { store }: Reading,
  context: Context,
): Promise<QuestionView | undefined> {
  const { stage } = context.live
  if (stage?.kind !== 'question') return undefined
  const [found] = await store.read(questionsByIds({ ids: [stage.id] }))
  return found && viewOfQuestion(found, context)
}
