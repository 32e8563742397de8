// Error pages: what happened, what to do, and the request ID for the operator.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import { problemHeaders, sendProblem, toRefusal } from '../../http/problems/problems.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { Layout } from './layout.tsx'
import { localizedRefusal, refusalText } from './refusal-texts.ts'
import { sendPrivatePage } from './render.tsx'
import { messagesOf } from './visit.ts'

/** Sends an error as a page to browsers, and as problem+json to other clients. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request)
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (!wantsPage || !request.visit) {
    const shown = request.visit ? localizedRefusal(messagesOf(request), refusal) : refusal
    sendProblem(request, reply, error, shown)
    return
  }
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'page failed')
  const messages = messagesOf(request)
  const { errors: texts } = messages
  const { title, text } = refusalText(messages, refusal)
  const { status } = refusal
  reply.code(status).headers(problemHeaders(refusal))
  void sendPrivatePage(reply, (nonce) => (
    <Layout visit={request.visit} title={title} path={request.url} nonce={nonce}>
      <h1>{title}</h1>
      <p>{text}</p>
      {status === 404 ? <Suggestions /> : null}
      <p>
        <a href="/">{texts.home}</a>
      </p>
      <p class="quiet">
        {texts.requestId} <code>{request.id}</code>
      </p>
    </Layout>
  ))
}

/** A search for a page that was not found. */
function Suggestions() {
  const { errors: texts } = useMessages()
  return (
    <>
      <p>{texts.moved}</p>
      <search>
        <form method="get" action="/agenda">
          <div class="field">
            <label for="q">{texts.search}</label>
            <input dir="auto" type="search" id="q" name="q" maxLength={200} />
          </div>
          <button type="submit" class="primary">
            {texts.submit}
          </button>
        </form>
      </search>
    </>
  )
}

/** A missing or wrong CSRF token counts as a cross-site request. */
function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('FST_CSRF') ? new Refusal('foreign_form') : toRefusal(error, request)
}
