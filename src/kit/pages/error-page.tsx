// Error pages: the problem, advice, and the request ID for the operator.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { problemHeaders, sendProblem, toRefusal } from '../../kernel/http/problems/problems.ts'
import { DEFAULT_ACCENT } from '../../kernel/schema/common.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { messagesFor } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { languageWithoutPlatform } from './language.ts'
import { Layout, Page } from './layout.tsx'
import { localizedRefusal, refusalText } from './refusal-texts.ts'
import { sendPrivatePage } from './render.tsx'
import { themedPath } from './theme.ts'
import { messagesOf } from './visit.ts'

/** Sends an error as a page to browsers, and as problem+json to other clients. */
export async function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request)
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (!wantsPage) {
    const shown = request.visit ? localizedRefusal(messagesOf(request), refusal) : refusal
    sendProblem(request, reply, error, shown)
    return reply
  }
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'page failed')
  const { visit } = request
  const language = visit?.language ?? languageWithoutPlatform(request)
  const { title, text } = refusalText(messagesFor(language), refusal)
  reply.code(statusOf(refusal)).headers(problemHeaders(refusal))
  const isFramed = request.routeOptions.config?.isFramed ?? false
  const page = <Explanation {...{ title, text, refusal, request, isFramed }} />
  return sendPrivatePage(
    reply,
    (nonce) =>
      visit && isFramed ? (
        <Page visit={visit} title={title} nonce={nonce}>
          <main id="main" class="wrap">
            {page}
          </main>
        </Page>
      ) : visit ? (
        <Layout visit={visit} title={title} path={request.url} nonce={nonce}>
          {page}
        </Layout>
      ) : (
        <BarePage language={language} title={title}>
          {page}
        </BarePage>
      ),
    language,
    { isFramed },
  )
}

type ExplanationProps = {
  title: string
  text: string
  refusal: Refusal
  request: FastifyRequest
  /** Other pages would open in the frame. */
  isFramed: boolean
}

function Explanation({ title, text, refusal, request: { id, method, url }, isFramed }: ExplanationProps) {
  const { errors: texts } = useMessages()
  const status = statusOf(refusal)
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {status === 404 && !isFramed ? <Suggestions /> : null}
      {status === 503 && method === 'GET' ? (
        <p>
          <a class="button primary" href={`?${url.split('?')[1] ?? ''}`}>
            {texts.tryAgain}
          </a>
        </p>
      ) : null}
      {isFramed ? null : (
        <p>
          <a href="/">{texts.home}</a>
        </p>
      )}
      <p class="quiet">
        {texts.requestId} <code>{id}</code>
      </p>
    </>
  )
}

type BareProps = { language: Language; title: string; children: ComponentChildren }

/** A page without platform content, because the store cannot be reached. */
function BarePage({ language, title, children }: BareProps) {
  return (
    <html lang={language} data-scheme="auto">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={themedPath('common.css', { accent: DEFAULT_ACCENT })} />
      </head>
      <body>
        <main id="main" class="wrap">
          {children}
        </main>
      </body>
    </html>
  )
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
