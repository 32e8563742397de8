// The projector view: the question on stage, or the results of a survey, for everyone in a room to read.
import type { FastifyPluginAsync } from 'fastify'
import { type QuestionView, readQuestionOnStage } from '../../../domain/live/question-views.ts'
import { useMessages } from '../../messages/use-messages.tsx'
import { Page } from '../../pages/layout.tsx'
import { sendPrivatePage } from '../../pages/render.tsx'
import { messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { liveContextOf, type OfTalk } from './live-request.ts'
import { useAuthorName } from './question-item.tsx'

export const stagePage: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options

  site.get<OfTalk>('/talks/:id/stage', { config: { operation: 'stagePage' } }, async (request, reply) => {
    const context = await liveContextOf(options, request)
    const { talk, live, features } = context
    const question = features.includes('questions') ? await readQuestionOnStage(services, context) : undefined
    const { visit } = request
    return sendPrivatePage(reply, (nonce) => (
      <Page
        visit={visit}
        title={messagesOf(request).questions.stage.title(talk.title)}
        styles={['public.css', 'projector.css']}
        scripts={['projector.js']}
        nonce={nonce}
      >
        <main id="main" class="projector" data-talk={talk.id} data-seq={live.lastSeq} aria-live="polite">
          <p class="projector-talk">{talk.title}</p>
          {question ? <QuestionOnStage question={question} /> : <EmptyStage />}
        </main>
      </Page>
    ))
  })
}

function QuestionOnStage({ question }: { question: QuestionView }) {
  const { questions: texts } = useMessages()
  const name = useAuthorName()(question)
  return (
    <>
      <h1 class={`projector-question${question.text.length > 140 ? ' long' : ''}`}>{question.text}</h1>
      <p class="projector-author">
        {name} · {texts.votes(question.votes)}
      </p>
    </>
  )
}

function EmptyStage() {
  const { stage: texts } = useMessages().questions
  return (
    <>
      <h1 class="projector-question">{texts.waiting}</h1>
      <p class="projector-author">{texts.invitation}</p>
    </>
  )
}
