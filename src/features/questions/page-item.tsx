// One question, on pages and in streams.

import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { Prose } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Audience } from '../live/items.ts'
import type { QuestionState } from './schema.ts'
import { placeByTime, placeByVotes, type QuestionView } from './views.ts'

type ItemProps = { question: QuestionView; talkId: string; audience: Audience; hasVoted?: boolean }

/**
 * Goes inside a form for votes. It is the same for everyone in an audience. In streams, where `hasVoted` is unknown,
 * `questions.js` marks the reader's votes.
 */
export function QuestionItem({ question, talkId, audience, hasVoted = false }: ItemProps) {
  const { questions: texts, live, time } = useMessages()
  const { id, author, createdAt, state, votes } = question
  const name = useAuthorName()(question)
  return (
    <li
      id={`question-${id}`}
      class={`question ${state}`}
      data-order={placeByVotes(question)}
      data-newest={placeByTime(question)}
      {...(state === 'on_stage' ? { 'data-news': texts.nowOnStage({ question: question.text }) } : {})}
      {...(author ? { 'data-author': author.id } : {})}
    >
      {state === 'open' || state === 'on_stage' ? (
        <VoteButton id={id} votes={votes} hasVoted={hasVoted} />
      ) : (
        <span class="question-votes">
          <span aria-hidden="true">{votes}</span>
          <span class="visually-hidden">{texts.votes({ count: votes })}</span>
        </span>
      )}
      <div class="question-body">
        <p class="question-head">
          {state === 'open' ? null : <span class={`badge ${badges[state]}`}>{texts.states[state]}</span>}
          <bdi>{name}</bdi>
          {question.isSpeaker ? <span class="badge">{live.speaker}</span> : null}
          <time dateTime={formatInstant(createdAt)} data-local-time>
            {time.clock(createdAt, 'UTC')}
          </time>
          <a class="chat-link" href={`/talks/${talkId}/questions/${id}`} data-dialog>
            <span class="visually-hidden">{texts.details({ name })}</span>
          </a>
        </p>
        <p dir="auto" class="question-text">
          {question.text}
        </p>
        <Answer question={question} />
        {audience === 'public' ? null : <QuickActions question={question} talkId={talkId} />}
      </div>
    </li>
  )
}

const badges: Record<QuestionState, string> = {
  pending: 'warning',
  open: '',
  on_stage: 'accent',
  answered: 'success',
  dismissed: 'warning',
}

/** The name to show with a question. */
export function useAuthorName(): (question: QuestionView) => string {
  const { questions: texts, live } = useMessages()
  return ({ isAnonymous, author, label }) => {
    if (isAnonymous) return texts.anonymous
    return author ? displayName(author) : (label ?? live.deletedAccount)
  }
}

type VoteProps = { id: string; votes: number; hasVoted: boolean }

function VoteButton({ id, votes, hasVoted }: VoteProps) {
  const { questions: texts } = useMessages()
  return (
    <button
      type="submit"
      class="question-votes"
      name={hasVoted ? 'unvote' : 'vote'}
      value={id}
      aria-label={texts.vote({ count: votes })}
      aria-pressed={hasVoted}
    >
      <span class="vote-arrow" aria-hidden="true"></span>
      <span aria-hidden="true">{votes}</span>
    </button>
  )
}

/** The written answer, and its position in the replay. */
function Answer({ question: { state, answer, answeredAfter } }: { question: QuestionView }) {
  const { questions: texts, formats } = useMessages()
  if (answer === null && (state !== 'answered' || answeredAfter === null)) return null
  return (
    <div class="question-answer">
      {answer === null ? null : (
        <>
          <p class="visually-hidden">{texts.writtenAnswer}</p>
          <Prose text={answer} />
        </>
      )}
      {state === 'answered' && answeredAfter !== null ? (
        <button type="button" class="chip" data-seek={answeredAfter} hidden>
          {texts.playAnswer({ place: formats.place(answeredAfter) })}
        </button>
      ) : null}
    </div>
  )
}

type Action = {
  to: QuestionState
  name: 'approve' | 'dismiss' | 'putOnStage' | 'takeOffStage' | 'markAsAnswered' | 'reopen'
}

const actions: Record<QuestionState, readonly Action[]> = {
  pending: [
    { to: 'open', name: 'approve' },
    { to: 'dismissed', name: 'dismiss' },
  ],
  open: [
    { to: 'on_stage', name: 'putOnStage' },
    { to: 'answered', name: 'markAsAnswered' },
    { to: 'dismissed', name: 'dismiss' },
  ],
  on_stage: [
    { to: 'answered', name: 'markAsAnswered' },
    { to: 'open', name: 'takeOffStage' },
  ],
  answered: [{ to: 'open', name: 'reopen' }],
  dismissed: [{ to: 'open', name: 'reopen' }],
}

/** The most common actions of moderators, the first one outside their menu, as buttons that send the surrounding form to another address. */
function QuickActions({
  question: { id, state, mergedInto },
  talkId,
}: Pick<ItemProps, 'question' | 'talkId'>) {
  const { actions: texts } = useMessages().questions
  if (mergedInto !== null) return null
  const buttons = actions[state].map(({ to, name }) => (
    <button
      type="submit"
      class="chip"
      formaction={`/talks/${talkId}/questions/${id}/moderate`}
      name="state"
      value={to}
    >
      {texts[name]}
    </button>
  ))
  const [first, ...others] = buttons
  return (
    <div class="question-actions">
      {first}
      {others.length === 0 ? null : (
        <details>
          <summary class="chip" aria-label={texts.more}>
            <Icon name="ellipsis" />
          </summary>
          <div class="question-menu">{others}</div>
        </details>
      )}
    </div>
  )
}
