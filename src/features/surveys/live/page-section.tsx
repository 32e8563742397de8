// The surveys beside a talk.

import { Form } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { LivePanel } from '../../live/panel.ts'
import { SurveyForm } from '../answers/page-form.tsx'
import { SurveyResults } from '../answers/page-results.tsx'
import type { SurveyRow } from '../tables.ts'
import { isPublic, type ShownSurvey } from './live-items.ts'

type SectionProps = { panel: LivePanel; surveys: readonly ShownSurvey[]; csrf: string }

export function SurveySection({ panel, surveys, csrf }: SectionProps) {
  const { surveys: texts } = useMessages()
  return (
    <section class="live-section surveys" id="surveys" aria-labelledby="surveys-heading">
      <h2 id="surveys-heading">{texts.heading}</h2>
      <div class="survey-list" data-list="survey">
        {surveys.map((shown) => (
          <SurveyItem shown={shown} talkId={panel.context.talk.id} csrf={csrf} />
        ))}
      </div>
      <p class="survey-empty quiet">{texts.empty}</p>
    </section>
  )
}

/** Whether the reader can answer it now. */
export const isAsking = ({ survey, isModerator, hasAnswered }: ShownSurvey): boolean =>
  survey.state === 'open' && !hasAnswered && !isModerator

type ItemProps = {
  shown: ShownSurvey
  talkId: string
  /** '' in streams, because `live.js` puts the token of its page into forms. */
  csrf: string
}

/** Sent again when the survey opens, closes, or changes. Numbers are sent separately. */
export function SurveyItem({ shown, talkId, csrf }: ItemProps) {
  const { surveys: texts } = useMessages()
  const { survey, isModerator, hasAnswered, results } = shown
  return (
    <article
      class="survey"
      id={`survey-${survey.id}`}
      data-order={-(survey.openedAt ?? survey.createdAt)}
      aria-labelledby={`survey-title-${survey.id}`}
      {...(survey.state === 'open' ? { 'data-news': texts.opened({ title: survey.title }) } : {})}
      tabIndex={-1}
    >
      <h3 dir="auto" id={`survey-title-${survey.id}`}>
        {survey.title}
      </h3>
      <SurveyMarks survey={survey} />
      {survey.description ? <p dir="auto">{survey.description}</p> : null}
      {isAsking(shown) ? <Asking survey={survey} talkId={talkId} csrf={csrf} /> : null}
      {survey.state === 'open' && hasAnswered ? (
        <Answered survey={survey} hasResults={results !== null} />
      ) : null}
      {results && survey.state !== 'draft' ? <SurveyResults results={results} /> : null}
      {isModerator ? <ModeratorActions survey={survey} talkId={talkId} csrf={csrf} /> : null}
    </article>
  )
}

export function SurveyMarks({ survey }: { survey: SurveyRow }) {
  const { surveys: texts } = useMessages()
  return (
    <p class="survey-marks">
      <span class={survey.state === 'open' ? 'badge success' : 'badge'}>{texts.states[survey.state]}</span>
      {survey.talkId === null ? <span class="badge">{texts.wholeEvent}</span> : null}
      {survey.anonymous ? (
        <span class="badge" title={texts.anonymousHint}>
          {texts.anonymous}
        </span>
      ) : null}
    </p>
  )
}

/** The form for people with an account, and links to get one for others. The style sheet shows one of them. */
function Asking({ survey, talkId, csrf }: { survey: SurveyRow; talkId: string; csrf: string }) {
  const { surveys: texts } = useMessages()
  return (
    <>
      <SurveyForm survey={survey} csrf={csrf} prefix="panel" submit={texts.send} />
      <p class="survey-sign-in">
        <a class="button" href={`/sign-in?next=${encodeURIComponent(`/talks/${talkId}`)}`}>
          {texts.signIn}
        </a>
      </p>
    </>
  )
}

type AnsweredProps = { survey: SurveyRow; hasResults: boolean; isOnOwnPage?: boolean }

/** Shown to people who have answered an open survey. */
export function Answered({ survey, hasResults, isOnOwnPage = false }: AnsweredProps) {
  const { surveys: texts } = useMessages()
  return (
    <p class="survey-answered" role="status">
      {texts.answered} {!hasResults && survey.results === 'after_closing' ? `${texts.resultsLater} ` : null}
      {survey.editable && !isOnOwnPage ? (
        <a href={`/surveys/${survey.id}`} data-dialog>
          {texts.change}
        </a>
      ) : null}
    </p>
  )
}

type ActionProps = {
  survey: SurveyRow
  /** The talk whose stage can show the results; null on the page of a survey about the whole event. */
  talkId: string | null
  csrf: string
  isOnOwnPage?: boolean
}

/** Actions of moderators on a survey. */
export function ModeratorActions({ survey, talkId, csrf, isOnOwnPage = false }: ActionProps) {
  const { surveys } = useMessages()
  const texts = surveys.moderation
  const path = `/surveys/${survey.id}`
  return (
    <Form action={`${path}/moderate`} csrf={csrf} class="survey-actions">
      {talkId === null ? null : <input type="hidden" name="talk" value={talkId} />}
      {survey.state === 'open' ? (
        <button type="submit" name="do" value="close">
          {texts.close}
        </button>
      ) : survey.state === 'draft' || !survey.anonymous ? (
        <button type="submit" name="do" value="open" class={survey.state === 'draft' ? 'primary' : undefined}>
          {survey.state === 'draft' ? texts.open : texts.reopen}
        </button>
      ) : null}
      {talkId !== null && isPublic(survey) ? (
        <button type="submit" name="do" value="show">
          {texts.show}
        </button>
      ) : null}
      {isOnOwnPage ? null : <a href={path}>{texts.details}</a>}
    </Form>
  )
}
