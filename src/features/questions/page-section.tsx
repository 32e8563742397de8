// The questions of a talk beside its video: the list with votes, and the form to ask one.

import { Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { LivePanel } from '../live/panel.ts'
import { MAX_QUESTION_LENGTH } from './limits.ts'
import { QuestionItem } from './page-item.tsx'
import type { QuestionList } from './views.ts'

type SectionProps = { panel: LivePanel; list: QuestionList; csrf: string }

export function QuestionsSection({
  panel: { context, audience, isSignedIn, mayWrite },
  list,
  csrf,
}: SectionProps) {
  const { questions: texts, live } = useMessages()
  const { talk, platform } = context
  const path = `/talks/${talk.id}`
  return (
    <section class="live-section questions" id="questions" aria-labelledby="questions-heading">
      <h2 id="questions-heading">{texts.heading}</h2>
      <nav class="question-sort" aria-label={texts.sort}>
        <a href={`${path}/questions`} data-sort="order" aria-current="true">
          {texts.byVotes}
        </a>
        <a href={`${path}/questions?sort=newest`} data-sort="newest">
          {texts.newest}
        </a>
        {audience === 'public' ? null : <a href={`${path}/stage`}>{texts.projector}</a>}
      </nav>
      <Form action={`${path}/votes`} csrf={csrf} class="question-form">
        <ol
          class="question-list"
          data-list="question"
          data-voted={list.votedIds.join(' ')}
          aria-label={texts.list}
        >
          {list.questions.map((question) => (
            <QuestionItem
              question={question}
              talkId={talk.id}
              audience={audience}
              hasVoted={list.votedIds.includes(question.id)}
            />
          ))}
        </ol>
      </Form>
      <p class="question-empty quiet">{texts.empty}</p>
      {list.hasMore ? (
        <p class="quiet">
          <a href={`${path}/questions`}>{texts.all}</a>
        </p>
      ) : null}
      {mayWrite ? (
        <AskForm path={path} csrf={csrf} isReviewed={platform.settings.questions.areReviewed} />
      ) : isSignedIn ? (
        <p class="quiet">{live.needsAcceptance}</p>
      ) : (
        <p class="chat-sign-in">
          <a class="button" href={`/sign-in?next=${encodeURIComponent(path)}`}>
            {texts.signIn}
          </a>
        </p>
      )}
    </section>
  )
}

function AskForm({ path, csrf, isReviewed }: { path: string; csrf: string; isReviewed: boolean }) {
  const { questions: texts } = useMessages()
  return (
    <Form action={`${path}/questions`} csrf={csrf} class="chat-form ask-form">
      <p class="form-problem" role="alert" hidden></p>
      <label class="visually-hidden" for="question-text">
        {texts.yourQuestion}
      </label>
      <textarea
        id="question-text"
        dir="auto"
        name="text"
        rows={1}
        required
        maxLength={MAX_QUESTION_LENGTH}
        placeholder={texts.placeholder}
        data-submit-on-enter
      ></textarea>
      <button type="submit" class="primary">
        {texts.ask}
      </button>
      <label class="ask-anonymously">
        <input type="checkbox" name="anonymous" value="yes" /> {texts.anonymously}
      </label>
      {isReviewed ? <p class="quiet">{texts.reviewed}</p> : null}
    </Form>
  )
}
