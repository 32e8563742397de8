// The page of one question, with all actions of its reader, and the page of all questions of a talk.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { Choice, Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type Audience, audienceOf, type LiveContext } from '../live/items.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { liveContextOf, type OfTalk } from '../live/page-request.ts'
import { speaksAt } from '../live/rights.ts'
import { featureOff } from '../live/state.ts'
import { MAX_ANSWER_LENGTH } from './limits.ts'
import { QuestionItem } from './page-item.tsx'
import type { OfQuestion } from './page-routes.tsx'
import { type QuestionDetails, type QuestionView, readQuestion, readQuestions } from './views.ts'

export const questionPages: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options

  site.get<OfTalk>(
    '/talks/:id/questions',
    { config: { operation: 'questionsPage', parameters: ['sort'] } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      if (!context.features.includes('questions')) throw featureOff('questions', context.talk)
      const { user } = request.visit
      const audience = audienceOf(context, { user }) ?? 'public'
      const order = queryOf(request)('sort') === 'newest' ? 'newest' : 'votes'
      const list = await readQuestions(services, context, {
        audience,
        userId: user?.id ?? null,
        order,
        isWhole: true,
      })
      const { questions: texts } = messagesOf(request)
      const { talk } = context
      const path = `/talks/${talk.id}`
      const title = texts.page.listTitle({ talk: talk.title })
      return sendLivePage(request, reply, { title, talk }, (csrf) => (
        <>
          <nav class="question-sort" aria-label={texts.sort}>
            <a href={`${path}/questions`} {...(order === 'votes' ? { 'aria-current': 'true' as const } : {})}>
              {texts.byVotes}
            </a>
            <a
              href={`${path}/questions?sort=newest`}
              {...(order === 'newest' ? { 'aria-current': 'true' as const } : {})}
            >
              {texts.newest}
            </a>
          </nav>
          {list.questions.length === 0 ? <p class="quiet">{texts.empty}</p> : null}
          <Form action={`${path}/votes`} csrf={csrf}>
            <ol class="question-list">
              {list.questions.map((question) => (
                <QuestionItem
                  {...{ question, audience }}
                  talkId={talk.id}
                  hasVoted={list.votedIds.includes(question.id)}
                />
              ))}
            </ol>
          </Form>
        </>
      ))
    },
  )

  site.get<OfQuestion>(
    '/talks/:id/questions/:questionId',
    { config: { operation: 'questionPage' } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      if (!context.features.includes('questions')) throw featureOff('questions', context.talk)
      const { user } = request.visit
      const audience = audienceOf(context, { user }) ?? 'public'
      const userId = user?.id ?? null
      const details = await readQuestion(services, context, {
        id: request.params.questionId,
        audience,
        userId,
      })
      if (!details) throw new Refusal('question_not_found')
      const others = audience === 'public' ? [] : await readTargets(details.question)
      const { title } = messagesOf(request).questions.page
      return sendLivePage(request, reply, { title, talk: context.talk }, (csrf) => (
        <QuestionActions {...{ context, audience, csrf, details, others }} canAnswer={canAnswer()} />
      ))

      function canAnswer(): boolean {
        return audience !== 'public' || speaksAt(user, context.attached)
      }
      /** The questions that this one can be a duplicate of. */
      async function readTargets({ id }: QuestionView): Promise<QuestionView[]> {
        const { questions } = await readQuestions(services, context, { audience, userId })
        return questions.filter((one) => one.id !== id && one.state !== 'dismissed')
      }
    },
  )
}

type ActionProps = {
  context: LiveContext
  audience: Audience
  csrf: string
  details: QuestionDetails
  /** Questions that this one can be merged into. */
  others: readonly QuestionView[]
  canAnswer: boolean
}

function QuestionActions({ context: { talk }, audience, csrf, details, others, canAnswer }: ActionProps) {
  const { questions: texts } = useMessages()
  const { question, isOwn, hasVoted } = details
  const path = `/talks/${talk.id}`
  const ofQuestion = `${path}/questions/${question.id}`
  if (question.mergedInto !== null) {
    return (
      <>
        <p dir="auto" class="question-text">
          {question.text}
        </p>
        <p>
          <a href={`${path}/questions/${question.mergedInto}`}>{texts.page.mergedInto}</a>
        </p>
      </>
    )
  }
  return (
    <>
      <Form action={`${path}/votes`} csrf={csrf}>
        <ol class="question-list">
          <QuestionItem {...{ question, audience, hasVoted }} talkId={talk.id} />
        </ol>
      </Form>
      {isOwn && (question.state === 'open' || question.state === 'pending') ? (
        <Form action={`${ofQuestion}/withdraw`} csrf={csrf}>
          <button type="submit">{texts.page.withdraw}</button>
        </Form>
      ) : null}
      {canAnswer ? <AnswerForm {...{ question, csrf }} action={`${ofQuestion}/answer`} /> : null}
      {others.length > 0 && (question.state === 'open' || question.state === 'pending') ? (
        <Form action={`${ofQuestion}/merge`} csrf={csrf}>
          <Choice
            name="into"
            label={texts.page.mergeInto}
            value={null}
            options={others.map(({ id, text }) => [id, excerpt(text)] as const)}
            hint={texts.page.mergeHint}
          />
          <button type="submit">{texts.page.merge}</button>
        </Form>
      ) : null}
      {audience === 'admins' && question.isAnonymous ? (
        <Form action={`${ofQuestion}/author`} csrf={csrf} opensPage>
          <p class="quiet">{texts.page.showAuthorHint}</p>
          <button type="submit">{texts.page.showAuthor}</button>
        </Form>
      ) : null}
    </>
  )
}

const EXCERPT_LENGTH = 80
const excerpt = (text: string): string =>
  text.length > EXCERPT_LENGTH ? `${[...text].slice(0, EXCERPT_LENGTH).join('')}…` : text

function AnswerForm({
  question: { answer, state },
  action,
  csrf,
}: Pick<ActionProps, 'csrf'> & { question: QuestionView; action: string }) {
  const { page: texts, actions } = useMessages().questions
  return (
    <Form action={action} csrf={csrf}>
      <Field
        name="answer"
        label={texts.answer}
        value={answer}
        rows={3}
        hint={texts.answerHint}
        maxLength={MAX_ANSWER_LENGTH}
      />
      <button type="submit" class="primary">
        {state === 'answered' ? texts.saveAnswer : actions.markAsAnswered}
      </button>
    </Form>
  )
}
