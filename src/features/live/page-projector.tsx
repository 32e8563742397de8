// The projector view: the question on stage, or the results of a survey, for everyone in a room to read.
import type { FastifyPluginAsync } from 'fastify'
import { pageHooks } from '../../kernel/changes/features.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Page } from '../../kit/pages/layout.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { audienceOf, liveKey } from './items.ts'
import { liveContextOf, type OfTalk } from './page-request.ts'
import { formatPosition } from './streams/cursors.ts'

export const stagePage: FastifyPluginAsync<WebOptions> = async (site, options) => {
  site.get<OfTalk>(
    '/talks/:id/stage',
    { config: { operation: 'stagePage', parameters: ['chart'] } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      const { talk, live } = context
      const { visit } = request
      const recipient = { user: visit.user }
      const audience = audienceOf(context, recipient)
      const { stage } = live
      const part = pageHooks.of('panel').find(({ onStage }) => onStage?.kind === stage?.kind)?.onStage
      const place = Math.max(0, (Number.parseInt(queryOf(request)('chart'), 10) || 1) - 1)
      const reader = { id: stage?.id ?? '', audience: audience ?? 'public', place }
      const content = await part?.show(options.services, context, reader)
      const position = formatPosition({ seq: live.lastSeq, key: liveKey(context, recipient) })
      return sendPrivatePage(reply, (nonce) => (
        <Page
          visit={visit}
          title={messagesOf(request).questions.stage.title({ talk: talk.title })}
          sheet="site.css"
          styles={['talk-pages.css', 'projector.css']}
          scripts={['live-fresh.js']}
          nonce={nonce}
        >
          <main
            id="main"
            class="projector"
            aria-live="polite"
            data-fresh={stage?.id ?? ''}
            data-talk={talk.id}
            data-position={position}
            data-ignored="message"
          >
            <p dir="auto" class="projector-talk">
              {talk.title}
            </p>
            {content ?? <EmptyStage />}
          </main>
        </Page>
      ))
    },
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
