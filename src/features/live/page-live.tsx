// The frame of pages around a live talk for signed-in users: a message, earlier messages, moderation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Layout } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { TalkRow } from '../talks/tables.ts'

/** `talk` is null for pages about the whole event. `path` is the path of the page, if the navigation contains it. */
type LivePage = { title: string; talk: TalkRow | null; path?: string; scripts?: readonly string[] }

/** Sends a page about a talk. `content` gets the token for its forms: '' for visitors without an account. */
export function sendLivePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, talk, path: own, scripts = [] }: LivePage,
  content: (csrf: string) => ComponentChildren,
) {
  const { visit } = request
  const csrf = visit.user === null ? '' : reply.generateCsrf()
  const path = talk ? `/talks/${talk.id}` : '/'
  const { live, surveys } = messagesOf(request)
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={visit}
      title={title}
      path={own ?? path}
      sheet="site.css"
      styles={['talk-pages.css']}
      scripts={['public.js', 'live-times.js', ...scripts]}
      nonce={nonce}
    >
      <div class="live-page" data-dialog-content>
        <p class="quiet">
          {talk ? (
            <>
              <a href={`${path}#live`}>{live.chat.page.back}</a> · <bdi>{talk.title}</bdi>
            </>
          ) : (
            <a href={path}>{surveys.home}</a>
          )}
        </p>
        <h1 dir="auto">{title}</h1>
        {content(csrf)}
      </div>
    </Layout>
  ))
}
