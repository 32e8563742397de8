// Moderating the questions of a talk: their states and answers, duplicates, chat messages as questions, and the names behind
// anonymous ones.

import { actionEvent, updatedEvent } from '../../kernel/changes/change-events.ts'
import { requireFreeExternalId } from '../../kernel/changes/creation.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { requireMessage } from '../chat/chat.ts'
import { type Author, messageById } from '../chat/store.ts'
import type { ChatMessageRow } from '../chat/tables.ts'
import { actsAsModerator, requireModerator, speaksAt } from '../live/rights.ts'
import { isOnStage, stageChange } from '../live/stage.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature } from '../live/state.ts'
import { questionContent, stateOf } from './present-question.ts'
import {
  createQuestion,
  loadExternalIdHolder,
  loadQuestion,
  newQuestion,
  type OneQuestion,
  type QuestionInput,
  requireQuestion,
  savedQuestion,
} from './questions.ts'
import type { QuestionSaved, QuestionUpdate } from './schema.ts'
import {
  authorOfQuestion,
  moveQuestionVotes,
  questionOfMessage,
  questionRowsByIds,
  questionWrites,
  votesOfDuplicates,
} from './store.ts'
import type { QuestionRow } from './tables.ts'

type Conditional = { precondition?: Precondition | undefined }

/**
 * Changes the text, the state, or the answer of a question. Speakers of the talk can answer; moderators can do
 * everything.
 */
export const changeQuestionOperation: Operation<
  OneQuestion & { externalIdHolder?: QuestionRow | undefined },
  QuestionInput & Conditional & { change: QuestionUpdate },
  Saved<QuestionSaved>
> = {
  name: 'changeQuestion',
  load: (ctx, input) => ({
    ...loadQuestion(ctx, input),
    ...loadExternalIdHolder(ctx, input.change.externalId),
  }),
  decide(state, ctx, { change, precondition }) {
    const open = requireFeature(state, ctx, 'questions')
    const question = requireQuestion(state.question, open)
    requireRightToChange(open, ctx, change)
    requirePrecondition(question, precondition)
    requireFreeExternalId(state.externalIdHolder, question.id)
    if (question.mergedInto !== null) throw new Refusal('question_closed')
    const { next, stage } = changed(question, open, ctx, change)
    const event = updatedEvent(
      'question',
      next,
      questionContent(question, open.talk, open.live),
      questionContent(next, open.talk, { stage }),
    )
    if (!event) {
      const message = 'Nothing to change: the question already matches the request.'
      return { writes: [], events: [], answer: savedQuestion(question, message, { isChanged: false }) }
    }
    const staged = stageChange(open.live, stage)
    const isAnswered = question.state !== 'answered' && next.state === 'answered'
    return {
      writes: [
        questionWrites.replace(next),
        ...journal(open, ctx, [{ kind: 'question', objectId: next.id }, ...staged.entries], staged.change),
      ],
      events: [isAnswered ? { ...event, type: 'question.answered' } : event],
      answer: savedQuestion(next, 'Question updated.'),
    }
  },
}

function requireRightToChange(
  open: OpenTalk,
  ctx: DecideContext,
  { externalId, state, text }: QuestionUpdate,
): void {
  if (actsAsModerator(open, ctx)) return
  const isAnswer =
    externalId === undefined && text === undefined && (state === undefined || state === 'answered')
  if (!isAnswer || !speaksAt(open.actor, open.attached)) throw new Refusal('moderators_only')
}

/** The changed question, and the stage after the change. */
function changed(question: QuestionRow, { live }: OpenTalk, ctx: DecideContext, change: QuestionUpdate) {
  const before = stateOf(question, live)
  const after = change.state ?? (typeof change.answer === 'string' ? 'answered' : before)
  const state = after === 'on_stage' ? 'open' : after
  const own = { kind: 'question' as const, id: question.id }
  const next: QuestionRow = {
    ...question,
    externalId: change.externalId === undefined ? question.externalId : change.externalId,
    text: change.text ?? question.text,
    answer: change.answer === undefined ? question.answer : change.answer,
    state,
    answeredAt: state === 'answered' ? (question.answeredAt ?? ctx.now) : null,
    version: question.version + 1,
    updatedAt: ctx.now,
  }
  const stage = after === 'on_stage' ? own : before === 'on_stage' ? null : live.stage
  return { next, stage }
}

type MergeState = OneQuestion & { duplicates: QuestionRow[]; gained: number }

/** Merges duplicates into a question. A person who voted for several of them counts once. */
export const mergeQuestionsOperation: Operation<
  MergeState,
  QuestionInput & Conditional & { duplicateIds: readonly string[] },
  Saved<QuestionSaved>
> = {
  name: 'mergeQuestions',
  load: (ctx, input) => ({
    ...loadQuestion(ctx, input),
    duplicates: questionRowsByIds({ platformId: ctx.platformId, ids: input.duplicateIds }),
    gained: votesOfDuplicates({
      platformId: ctx.platformId,
      by: input.question.by,
      into: input.question.value,
      from: input.duplicateIds,
    }),
  }),
  decide(state, ctx, { duplicateIds, precondition }) {
    const open = requireFeature(state, ctx, 'questions')
    requireModerator(open, ctx)
    const question = requireQuestion(state.question, open)
    requirePrecondition(question, precondition)
    if (question.state === 'dismissed') throw new Refusal('question_closed')
    const duplicates = duplicateIds.map((id) =>
      requireDuplicate(
        state.duplicates.find((one) => one.id === id),
        question,
        open,
      ),
    )
    const wasOnStage = duplicates.some(({ id }) => isOnStage(open.live, { kind: 'question', id }))
    const own = question.state === 'open' ? { kind: 'question' as const, id: question.id } : null
    const stage = wasOnStage ? own : open.live.stage
    const staged = stageChange(open.live, stage)
    const rows = [
      { ...question, votes: question.votes + state.gained },
      ...duplicates.map((one) => ({ ...one, state: 'dismissed' as const, mergedInto: question.id })),
    ].map((row) => ({ ...row, version: row.version + 1, updatedAt: ctx.now }))
    const before = new Map([question, ...duplicates].map((one) => [one.id, one]))
    return {
      writes: [
        moveQuestionVotes({
          platformId: ctx.platformId,
          into: question.id,
          from: duplicateIds,
          createdAt: ctx.now,
        }),
        ...rows.map((row) => questionWrites.replace(row)),
        ...journal(
          open,
          ctx,
          [...rows.map(({ id }) => ({ kind: 'question' as const, objectId: id })), ...staged.entries],
          staged.change,
        ),
      ],
      events: rows.map((row) => ({
        ...actionEvent('question', row, 'merged'),
        changes:
          updatedEvent(
            'question',
            row,
            questionContent(before.get(row.id) ?? row, open.talk, open.live),
            questionContent(row, open.talk, { stage }),
          )?.changes ?? [],
      })),
      answer: savedQuestion(question, mergedMessage(duplicates.length)),
    }
  },
}

const mergedMessage = (count: number): string =>
  count === 1 ? '1 duplicate merged.' : `${count} duplicates merged.`

function requireDuplicate(one: QuestionRow | undefined, into: QuestionRow, open: OpenTalk): QuestionRow {
  const duplicate = requireQuestion(one, open)
  const isWaiting = duplicate.state === 'open' || duplicate.state === 'pending'
  if (!isWaiting || duplicate.id === into.id) throw new Refusal('question_closed')
  return duplicate
}

type MessageState = LiveState & {
  message: ChatMessageRow | undefined
  existing: QuestionRow | undefined
}

/** Turns a chat message into an open question of its author, once. */
export const askFromMessageOperation: Operation<
  MessageState,
  { talk: Reference; messageId: string; text: string },
  Saved<QuestionSaved>
> = {
  name: 'askFromMessage',
  load: (ctx, { talk, messageId }) => ({
    ...loadLive(ctx, talk),
    message: messageById({ platformId: ctx.platformId, id: messageId }),
    existing: questionOfMessage({ messageId }),
  }),
  decide(state, ctx, { text }) {
    const open = requireFeature(state, ctx, 'questions')
    requireModerator(open, ctx)
    const { id: messageId, userId, label } = requireMessage(state.message, open)
    if (state.existing) {
      const answer = savedQuestion(state.existing, 'The message is a question already.', { isChanged: false })
      return { writes: [], events: [], answer }
    }
    const content = {
      externalId: null,
      userId,
      label,
      isAnonymous: false,
      messageId,
      text,
      state: 'open' as const,
    }
    return createQuestion(open, ctx, newQuestion(open, ctx, content))
  },
}

/** Reveals the author of an anonymous question to an admin. The audit log records it. */
export const revealAuthorOperation: Operation<
  OneQuestion & { author: Author | undefined },
  { talk: Reference; question: { by: 'id'; value: string } },
  Author | null
> = {
  name: 'revealQuestionAuthor',
  load: (ctx, input) => ({
    ...loadQuestion(ctx, input),
    author: authorOfQuestion({ platformId: ctx.platformId, id: input.question.value }),
  }),
  decide(state, ctx) {
    const open = requireFeature(state, ctx, 'questions')
    if (!open.actor || !isProtectedRole(open.actor.role)) throw new Refusal('admins_only')
    const question = requireQuestion(state.question, open)
    return {
      writes: [],
      events: [actionEvent('question', question, 'author_viewed')],
      answer: state.author ?? null,
    }
  },
}
