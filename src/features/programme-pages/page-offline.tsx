// The page that browsers show while offline, instead of pages that they have not kept (`service-worker.js`).
import type { FastifyPluginAsync } from 'fastify'
import { Empty } from '../../kit/components/empty.tsx'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage } from '../../kit/site/site-page.tsx'

export const offlineRoutes: FastifyPluginAsync<WebOptions> = async (site, { publicPages }) => {
  publicPages.route(site, '/offline', { operation: 'offlinePage' }, async (request) => {
    const { offline: texts, layout } = messagesOf(request)
    const links = texts.links({
      agenda: <a href="/agenda">{layout.agenda}</a>,
      myAgenda: <a href="/my-agenda">{layout.myAgenda}</a>,
    })
    return publicPage(
      request,
      <PublicPage
        visit={request.visit}
        title={texts.title}
        path="/offline"
        head={<meta name="robots" content="noindex" />}
      >
        <h1>{texts.title}</h1>
        <Empty icon="cloud-off" advice={links}>
          {texts.text}
        </Empty>
      </PublicPage>,
    )
  })
}
