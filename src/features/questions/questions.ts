// Questions to the speakers of a talk: asking and withdrawing.

import { createdEvent, deletedEvent } from '../../kernel/changes/change-events.ts'
import { requireFreeExternalId } from '../../kernel/changes/creation.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { NO_REFERENCE } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, LoadContext, NewEvent, Operation } from '../../kernel/store/changes/operation.ts'
import { type MessageAuthor, requireNotMuted } from '../chat/chat.ts'
import { muteOf } from '../chat/store.ts'
import type { ChatMuteRow } from '../chat/tables.ts'
import { activityWrites } from '../live/activities.ts'
import { actsAsModerator, isModerator, speaksAt } from '../live/rights.ts'
import { stageChange } from '../live/stage.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature } from '../live/state.ts'
import { type LoadedForWatching, loadForWatching, requireViewer } from '../live/watch-lock.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { MAX_PER_MINUTE, MAX_WAITING } from './limits.ts'
import { questionContent, stateOf } from './present-question.ts'
import type { QuestionSaved } from './schema.ts'
import { findQuestion, questionsOfPerson, questionWrites } from './store.ts'
import type { QuestionRow } from './tables.ts'

export type AskInput = {
  talk: Reference
  author: MessageAuthor
  externalId?: string | null | undefined
  text: string
  isAnonymous: boolean
  /** If absent, the setting of the platform decides. */
  state?: 'pending' | 'open' | undefined
  precondition?: Precondition | undefined
}
type AskState = LiveState &
  LoadedForWatching & {
    author: UserRow | undefined
    mute: ChatMuteRow | undefined
    /** Loaded only for people who ask themselves. API keys have limits of their own. */
    earlier?: Pick<QuestionRow, 'state' | 'createdAt'>[]
    externalIdHolder?: QuestionRow | undefined
  }

/** Asks a question, which is open or waits for a moderator. */
export const askQuestionOperation: Operation<AskState, AskInput, Saved<QuestionSaved>> = {
  name: 'askQuestion',
  load(ctx, { talk, author, externalId }) {
    const user = 'user' in author ? author.user : NO_REFERENCE
    return {
      ...loadLive(ctx, talk),
      author: userObjects.find({ platformId: ctx.platformId, ...user }),
      ...loadForWatching(ctx, user),
      mute: muteOf({ platformId: ctx.platformId, ...user }),
      ...(ctx.actor.kind === 'user'
        ? { earlier: questionsOfPerson({ talkId: talk.value, userId: user.value }) }
        : {}),
      ...loadExternalIdHolder(ctx, externalId),
    }
  },
  decide(state, ctx, { author: input, externalId = null, text, isAnonymous, ...sent }) {
    const open = requireFeature(state, ctx, 'questions')
    const author = 'user' in input ? requireViewer(open, state.author, state, ctx) : null
    requireNotMuted(state.mute, ctx)
    const isTrusted =
      author !== null && (isModerator(author, open.attached) || speaksAt(author, open.attached))
    if (!isTrusted) requireWithinLimits(state.earlier ?? [], ctx)
    requirePrecondition(undefined, sent.precondition)
    requireFreeExternalId(state.externalIdHolder, undefined)
    const isReviewed = open.platform.settings.questions.areReviewed && !isTrusted
    const question = newQuestion(open, ctx, {
      externalId,
      userId: author?.id ?? null,
      label: 'label' in input ? input.label : null,
      isAnonymous,
      messageId: null,
      text,
      state: sent.state ?? (isReviewed ? 'pending' : 'open'),
    })
    const decision = createQuestion(open, ctx, question)
    // The ledger of points would reveal the author of an anonymous question.
    if (author === null || isAnonymous) return decision
    const { platform, talk } = open
    const asked = { platform, talk, userId: author.id, kind: 'question' as const, objectId: question.id }
    return { ...decision, writes: [...decision.writes, ...activityWrites(ctx, [asked])] }
  },
}

/** Queries the question that already has an externalId. */
export const loadExternalIdHolder = ({ platformId }: LoadContext, externalId: string | null | undefined) =>
  externalId ? { externalIdHolder: findQuestion({ platformId, by: 'external_id', value: externalId }) } : {}

function requireWithinLimits(
  earlier: readonly Pick<QuestionRow, 'state' | 'createdAt'>[],
  { now }: DecideContext,
): void {
  const recent = earlier.filter(({ createdAt }) => createdAt > now - MINUTE_MS)
  if (recent.length >= MAX_PER_MINUTE) {
    const firstAt = Math.min(...recent.map(({ createdAt }) => createdAt))
    const seconds = Math.ceil((firstAt + MINUTE_MS - now) / 1000)
    throw new Refusal('too_many_requests', {
      message: `You have just asked ${MAX_PER_MINUTE} questions. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
      retryAfterSeconds: seconds,
    })
  }
  const waiting = earlier.filter(({ state }) => state === 'open' || state === 'pending')
  if (waiting.length >= MAX_WAITING) throw new Refusal('question_limit')
}

type NewQuestion = Pick<
  QuestionRow,
  'externalId' | 'userId' | 'label' | 'isAnonymous' | 'messageId' | 'text' | 'state'
>

export const newQuestion = (
  { talk, live }: OpenTalk,
  ctx: DecideContext,
  content: NewQuestion,
): QuestionRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  talkId: talk.id,
  seq: live.lastSeq + 1,
  ...content,
  votes: 0,
  answer: null,
  answeredAt: null,
  mergedInto: null,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

/** The decision to add a question. */
export const createQuestion = (open: OpenTalk, ctx: DecideContext, question: QuestionRow) => ({
  writes: [
    questionWrites.insert(question),
    ...journal(open, ctx, [{ kind: 'question' as const, objectId: question.id }]),
  ],
  events: [
    withoutActor(
      createdEvent('question', question, questionContent(question, open.talk, open.live)),
      question,
      ctx,
    ),
  ],
  answer: savedQuestion(question, 'Question created.', { isCreated: true }),
})

/** Leaves out the actor of a person's own anonymous question, which would reveal the author. */
const withoutActor = (event: NewEvent, { isAnonymous, userId }: QuestionRow, ctx: DecideContext): NewEvent =>
  isAnonymous && userId === ctx.actor.id ? { ...event, actorId: null } : event

export const savedQuestion = (
  { id }: QuestionRow,
  message: string,
  { isCreated = false, isChanged = true } = {},
): Saved<QuestionSaved> => ({ isCreated, isChanged, response: { code: 'ok', message, id } })

/** A question of this talk. Throws `question_not_found`. */
export function requireQuestion(question: QuestionRow | undefined, { talk }: OpenTalk): QuestionRow {
  if (!question || question.talkId !== talk.id) throw new Refusal('question_not_found')
  return question
}

export type OneQuestion = LiveState & { question: QuestionRow | undefined }
export type QuestionInput = { talk: Reference; question: Reference }

export const loadQuestion = (ctx: LoadContext, { talk, question }: QuestionInput) => ({
  ...loadLive(ctx, talk),
  question: findQuestion({ platformId: ctx.platformId, ...question }),
})

/** Deletes a question. Moderators can delete any; authors can delete their own until it is on stage. */
export const deleteQuestionOperation: Operation<
  OneQuestion,
  QuestionInput & { precondition?: Precondition | undefined },
  Saved<Deleted>
> = {
  name: 'deleteQuestion',
  load: loadQuestion,
  decide(state, ctx, { precondition }) {
    const open = requireFeature(state, ctx, 'questions')
    const question = requireQuestion(state.question, open)
    const isOwn = open.actor !== undefined && question.userId === open.actor.id
    const isModerated = actsAsModerator(open, ctx)
    if (!isModerated && !isOwn) throw new Refusal('moderators_only')
    const current = stateOf(question, open.live)
    if (!isModerated && current !== 'open' && current !== 'pending') throw new Refusal('question_closed')
    requirePrecondition(question, precondition)
    const stage = stageChange(open.live, current === 'on_stage' ? null : open.live.stage)
    const { id } = question
    return {
      writes: [
        questionWrites.remove(question),
        ...journal(open, ctx, [{ kind: 'question', objectId: id }, ...stage.entries], stage.change),
      ],
      events: [
        withoutActor(
          deletedEvent('question', question, questionContent(question, open.talk, open.live)),
          question,
          ctx,
        ),
      ],
      answer: {
        isCreated: false,
        isChanged: true,
        response: { code: 'ok', message: 'Question deleted.', id },
      },
    }
  },
}
