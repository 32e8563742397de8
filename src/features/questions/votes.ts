// Votes for the questions of a talk, counted many at a time.

import { execute, outcomeOf } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import type { Outcome } from '../../kernel/store/changes/transaction.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature } from '../live/state.ts'
import { type LoadedForWatching, loadForWatching, requireViewer } from '../live/watch-lock.ts'
import { usersByIds } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import { requireQuestion } from './questions.ts'
import {
  addQuestionVotes,
  countedVotes,
  type QuestionVote,
  questionRowsByIds,
  questionWrites,
  removeQuestionVotes,
} from './store.ts'
import type { QuestionRow } from './tables.ts'

/** A vote of a person for a question, or its withdrawal. */
export type Vote = QuestionVote & { isOn: boolean }
/** A question with its number of votes right after this vote was counted. */
export type Voted = { id: string; votes: number }

type Input = { talk: Reference; votes: readonly Vote[] }
type State = LiveState &
  LoadedForWatching & { voters: UserRow[]; questions: QuestionRow[]; counted: QuestionVote[] }

/**
 * Counts votes for open questions of a talk in order. Each stands on its own: a refused vote does not affect the
 * others. A person counts once, and a repeat changes nothing. Each question that changes gets one journal entry.
 */
export const countVotesOperation: Operation<State, Input, Outcome<Voted>[]> = {
  name: 'countVotes',
  load: (ctx, { talk, votes }) => ({
    ...loadLive(ctx, talk),
    voters: usersByIds({ platformId: ctx.platformId, ids: votersOf(votes) }),
    ...loadForWatching(ctx, { ...talk, userIds: votersOf(votes) }),
    questions: questionRowsByIds({
      platformId: ctx.platformId,
      ids: [...new Set(votes.map(({ questionId }) => questionId))],
    }),
    counted: countedVotes({ votes }),
  }),
  decide(state, ctx, { votes }) {
    const open = requireFeature(state, ctx, 'questions')
    const voters = new Map(state.voters.map((user) => [user.id, user]))
    const questions = new Map(state.questions.map((question) => [question.id, question]))
    const before = new Set(state.counted.map(keyOf))
    const after = new Map<string, Vote>()
    const outcomes = votes.map((vote) =>
      outcomeOf((): Voted => {
        requireViewer(open, voters.get(vote.userId), state, ctx)
        const question = requireQuestion(questions.get(vote.questionId), open)
        if (question.state !== 'open') throw new Refusal('question_closed')
        const wasOn = after.get(keyOf(vote))?.isOn ?? before.has(keyOf(vote))
        const total = Math.max(0, question.votes + Number(vote.isOn) - Number(wasOn))
        questions.set(question.id, { ...question, votes: total, updatedAt: ctx.now })
        after.set(keyOf(vote), vote)
        return { id: question.id, votes: total }
      }),
    )
    const changed = [...after.values()].filter((vote) => vote.isOn !== before.has(keyOf(vote)))
    return { writes: writesOf(changed, questions, open, ctx), events: [], answer: outcomes }
  },
}

const votersOf = (votes: readonly Vote[]): string[] => [...new Set(votes.map(({ userId }) => userId))]

function writesOf(
  votes: readonly Vote[],
  questions: ReadonlyMap<string, QuestionRow>,
  open: OpenTalk,
  ctx: DecideContext,
): Write[] {
  if (votes.length === 0) return []
  const changedIds = new Set(votes.map(({ questionId }) => questionId))
  const changed = [...questions.values()].filter(({ id }) => changedIds.has(id))
  return [
    addQuestionVotes({
      rows: votes.filter(({ isOn }) => isOn).map((vote) => ({ ...vote, createdAt: ctx.now })),
    }),
    removeQuestionVotes({ votes: votes.filter(({ isOn }) => !isOn) }),
    ...changed.map(questionWrites.replace),
    ...journal(
      open,
      ctx,
      changed.map(({ id }) => ({ kind: 'question', objectId: id })),
    ),
  ]
}

const keyOf = ({ questionId, userId }: QuestionVote): string => `${questionId} ${userId}`

/** Counts votes for questions of a talk. The outcomes are in the order of the votes. */
export const countVotes = (
  services: Pick<Services, 'store' | 'clock'>,
  { platformId, id }: Pick<TalkRow, 'platformId' | 'id'>,
  votes: readonly Vote[],
): Promise<Outcome<Voted>[]> =>
  execute(services, systemCaller({ id: platformId }), countVotesOperation, {
    talk: { by: 'id', value: id },
    votes,
  })
