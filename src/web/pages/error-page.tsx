// What went wrong, as a page: what happened, what to do, and the request id for the operator.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalog, Refusal } from '../../domain/changes/errors.ts'
import { problemHeaders, sendProblem, toRefusal } from '../../http/problems/problems.ts'
import { Layout } from './layout.tsx'
import { sendPrivatePage } from './render.tsx'

/** A refusal as a page where a person asked for one; problem+json otherwise. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request)
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (!wantsPage || !request.visit) {
    sendProblem(request, reply, refusal.code === 'internal_error' ? error : refusal)
    return
  }
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'page failed')
  const { message } = refusal
  const { status, title, advice } = errorCatalog[refusal.code]
  reply.code(status).headers(problemHeaders(refusal))
  void sendPrivatePage(reply, (nonce) => (
    <Layout visit={request.visit} title={title} path={request.url} nonce={nonce}>
      <h1>{title}</h1>
      <p>{message}</p>
      {status >= 500 || status === 403 ? <p>{advice}</p> : null}
      {status === 404 ? <Suggestions /> : null}
      <p>
        <a href="/">To the start page</a>
      </p>
      <p class="quiet">
        Request <code>{request.id}</code>
      </p>
    </Layout>
  ))
}

/** Where what was looked for may be instead. */
function Suggestions() {
  return (
    <>
      <p>It may have been moved or taken down. Search the programme for it:</p>
      <search>
        <form method="get" action="/agenda">
          <div class="field">
            <label for="q">Talk, speaker or topic</label>
            <input type="search" id="q" name="q" maxLength={200} />
          </div>
          <button type="submit" class="primary">
            Search
          </button>
        </form>
      </search>
    </>
  )
}

/** The token of a form that is missing or wrong is a foreign form, too. */
function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('FST_CSRF') ? new Refusal('foreign_form') : toRefusal(error, request)
}
