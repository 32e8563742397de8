// The pages of one survey: answering it and, for moderators, its responses and the people who have not answered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { ProblemSummary } from '../../kit/components/form-fields.tsx'
import { displayName, EmailText } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { mayTakePart } from '../live/rights.ts'
import type { SentAnswers } from './answers/answers.ts'
import { SurveyForm } from './answers/page-form.tsx'
import { SurveyResults } from './answers/page-results.tsx'
import { Answered, ModeratorActions, SurveyMarks } from './live/page-section.tsx'
import { answerTexts, type listMissingPeople, type SurveyForPerson } from './read-surveys.ts'
import type { SurveyResponse } from './schema.ts'
import type { SurveyRow } from './tables.ts'

/** Answers that were refused. */
type Refused = { sent: SentAnswers; problems: readonly Problem[] }

export function sendSurveyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  found: SurveyForPerson,
  refused?: Refused,
) {
  const { user } = request.visit
  return sendLivePage(request, reply, { title: found.survey.title, talk: found.talk }, (csrf) => (
    <SurveyContent
      found={found}
      refused={refused}
      csrf={csrf}
      isSignedIn={user !== null}
      mayAnswer={user !== null && mayTakePart(request.visit.platform, user)}
      isStaff={user !== null && isProtectedRole(user.role)}
    />
  ))
}

type ContentProps = {
  found: SurveyForPerson
  refused: Refused | undefined
  csrf: string
  isSignedIn: boolean
  mayAnswer: boolean
  isStaff: boolean
}

function SurveyContent({ found, refused, csrf, isSignedIn, mayAnswer, isStaff }: ContentProps) {
  const { surveys: texts, live } = useMessages()
  const { survey, hasAnswered, isModerator, results } = found
  const isOpen = survey.state === 'open'
  const canAnswer = isOpen && (!hasAnswered || survey.editable)
  return (
    <div class="survey">
      <SurveyMarks survey={survey} />
      {survey.description ? <p dir="auto">{survey.description}</p> : null}
      {survey.anonymous && canAnswer ? <p class="quiet">{texts.anonymousHint}</p> : null}
      {survey.state === 'draft' ? <p class="notice">{texts.notOpenYet}</p> : null}
      {survey.state === 'closed' ? <p class="notice">{texts.closed}</p> : null}
      {isOpen && hasAnswered && !refused ? (
        <Answered survey={survey} hasResults={results !== null} isOnOwnPage />
      ) : null}
      {canAnswer && isSignedIn && !mayAnswer ? <p class="quiet">{live.needsAcceptance}</p> : null}
      {canAnswer && mayAnswer ? (
        <ProblemSummary message={refused && texts.notSaved} problems={refused?.problems ?? []}>
          <SurveyForm
            survey={survey}
            csrf={csrf}
            prefix="page"
            values={refused?.sent ?? valuesOf(found)}
            problems={refused?.problems ?? []}
            submit={hasAnswered ? texts.save : texts.send}
          />
        </ProblemSummary>
      ) : null}
      {canAnswer && !isSignedIn ? (
        <p>
          <a class="button" href={`/sign-in?next=${encodeURIComponent(`/surveys/${survey.id}`)}`}>
            {texts.signIn}
          </a>
        </p>
      ) : null}
      {results && survey.state !== 'draft' ? (
        <section aria-labelledby="survey-results-heading">
          <h2 id="survey-results-heading">{texts.results}</h2>
          <SurveyResults results={results} />
        </section>
      ) : null}
      {isModerator ? <Moderation found={found} csrf={csrf} isStaff={isStaff} /> : null}
    </div>
  )
}

/** A person's answers as values of the form. */
const valuesOf = ({ response }: SurveyForPerson): string[][] =>
  (response?.answers ?? []).map((answer) => (answer === null ? [] : [answer].flat().map(String)))

function Moderation({ found, csrf, isStaff }: Pick<ContentProps, 'found' | 'csrf' | 'isStaff'>) {
  const { moderation: texts } = useMessages().surveys
  const { survey, talk } = found
  const path = `/surveys/${survey.id}`
  return (
    <section class="moderation" aria-labelledby="survey-moderation">
      <h2 id="survey-moderation">{texts.heading}</h2>
      <ModeratorActions survey={survey} talkId={talk?.id ?? null} csrf={csrf} isOnOwnPage />
      {survey.anonymous && survey.state === 'open' ? <p class="quiet">{texts.erased}</p> : null}
      <ul class="survey-links">
        <li>
          <a href={`${path}/responses`}>{texts.responses}</a>
        </li>
        <li>
          <a href={`${path}/people`}>{texts.missing}</a>
        </li>
        {isStaff ? (
          <li>
            <a href={`/backoffice${path}`}>{texts.edit}</a>
          </li>
        ) : null}
      </ul>
      <ExportMenu href={(format) => `${path}/responses.${format}`} />
    </section>
  )
}

type Page<Item> = { items: readonly Item[]; next: string | null }

export function sendResponsesPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { survey, talk }: SurveyForPerson,
  { items, next }: Page<SurveyResponse>,
) {
  const { moderation: texts } = messagesOf(request).surveys
  return sendLivePage(request, reply, { title: texts.responsesTitle({ survey: survey.title }), talk }, () => (
    <>
      <BackToSurvey survey={survey} />
      {items.length === 0 ? (
        <Empty
          icon="chart-no-axes-column"
          advice={texts.noResponsesAdvice({ view: (text) => <a href={`/surveys/${survey.id}`}>{text}</a> })}
        >
          {texts.noResponses}
        </Empty>
      ) : null}
      <ul class="survey-responses">
        {items.map((response) => (
          <Response survey={survey} response={response} />
        ))}
      </ul>
      <NextPage path={`/surveys/${survey.id}/responses`} next={next} />
    </>
  ))
}

function Response({ survey, response }: { survey: SurveyRow; response: SurveyResponse }) {
  const { moderation: texts } = useMessages().surveys
  const { user } = response
  const answers = answerTexts(response)
  return (
    <li>
      <p dir="auto" class="survey-person">
        {user ? displayName(user) : survey.anonymous ? texts.someone : texts.deleted}
      </p>
      <dl>
        {survey.questions.map(({ text }, index) => (
          <>
            <dt dir="auto">{text}</dt>
            <dd dir="auto" class={answers[index] ? undefined : 'quiet'}>
              {answers[index] || texts.noAnswer}
            </dd>
          </>
        ))}
      </dl>
    </li>
  )
}

export function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { survey, talk }: SurveyForPerson,
  { people, next }: Awaited<ReturnType<typeof listMissingPeople>>,
) {
  const { moderation: texts } = messagesOf(request).surveys
  return sendLivePage(request, reply, { title: texts.missingTitle({ survey: survey.title }), talk }, () => (
    <>
      <BackToSurvey survey={survey} />
      {people === null ? <p class="notice">{texts.unknown}</p> : null}
      {people?.length === 0 ? <p class="quiet">{texts.noneMissing}</p> : null}
      <ul class="plain-list">
        {people?.map((person) => (
          <li>
            <bdi>{displayName(person)}</bdi>{' '}
            <span class="quiet">
              <EmailText email={person.email} />
            </span>
          </li>
        ))}
      </ul>
      <NextPage path={`/surveys/${survey.id}/people`} next={next} />
    </>
  ))
}

function BackToSurvey({ survey }: { survey: SurveyRow }): ComponentChildren {
  return (
    <p>
      <a dir="auto" href={`/surveys/${survey.id}`}>
        {survey.title}
      </a>
    </p>
  )
}

function NextPage({ path, next }: { path: string; next: string | null }) {
  const { moderation: texts } = useMessages().surveys
  if (next === null) return null
  return (
    <p>
      <a class="button" href={`${path}?cursor=${encodeURIComponent(next)}`}>
        {texts.next}
      </a>
    </p>
  )
}
