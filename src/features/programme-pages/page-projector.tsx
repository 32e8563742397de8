// The projector view: the question on stage, or the results of a survey, for everyone in a room to read.
import type { FastifyPluginAsync } from 'fastify'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Page } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { audienceOf, liveKey } from '../live/items.ts'
import { liveContextOf, type OfTalk } from '../live/page-request.ts'
import { formatPosition } from '../live/streams/cursors.ts'
import { useAuthorName } from '../questions/page-item.tsx'
import type { QuestionView } from '../questions/views.ts'
import { SurveyResults } from '../surveys/page-results.tsx'
import { readStage, type StageContent } from './read-projector.ts'

export const stagePage: FastifyPluginAsync<WebOptions> = async (site, options) => {
  site.get<OfTalk>('/talks/:id/stage', { config: { operation: 'stagePage' } }, async (request, reply) => {
    const context = await liveContextOf(options, request)
    const { talk, live } = context
    const { visit } = request
    const recipient = { user: visit.user }
    const audience = audienceOf(context, recipient)
    const content = await readStage(options.services, context, audience ?? 'public')
    const position = formatPosition({ seq: live.lastSeq, key: liveKey(context, recipient) })
    return sendPrivatePage(reply, (nonce) => (
      <Page
        visit={visit}
        title={messagesOf(request).questions.stage.title({ talk: talk.title })}
        sheet="site.css"
        styles={['projector.css']}
        scripts={['projector.js']}
        nonce={nonce}
      >
        <main id="main" class="projector" data-talk={talk.id} data-position={position} aria-live="polite">
          <p dir="auto" class="projector-talk">
            {talk.title}
          </p>
          {content ? <Content content={content} /> : <EmptyStage />}
        </main>
      </Page>
    ))
  })
}

function Content({ content }: { content: StageContent }) {
  const { stage: texts } = useMessages().questions
  if (content.kind === 'question') return <QuestionOnStage question={content.question} />
  const { title, results } = content
  return (
    <>
      <h1 dir="auto" class="projector-title">
        {title}
      </h1>
      {results ? <SurveyResults results={results} /> : <p class="projector-author">{texts.noResults}</p>}
    </>
  )
}

const LONG = 140

function QuestionOnStage({ question }: { question: QuestionView }) {
  const { questions: texts } = useMessages()
  const name = useAuthorName()(question)
  return (
    <>
      <h1 dir="auto" class={`projector-question${question.text.length > LONG ? ' long' : ''}`}>
        {question.text}
      </h1>
      <p class="projector-author">
        <bdi>{name}</bdi> · {texts.votes({ count: question.votes })}
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
