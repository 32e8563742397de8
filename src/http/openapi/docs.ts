// Documentation pages: the API reference at /docs and a page for every problem type.
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { errorCatalog, Refusal, type RefusalCode } from '../../domain/changes/errors.ts'
import { API } from '../api/responses.ts'
import { readLibraryFile } from '../server/library-files.ts'

// The reference page has inline styles and an inline script. It loads nothing from other hosts.
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const REFERENCE_OPTIONS = {
  url: `${API}/openapi.json`,
  favicon: 'data:,',
  withDefaultFonts: false,
  telemetry: false,
  // On localhost it would offer to publish the document to a third party.
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
}
const REFERENCE_PAGE = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lectern External API</title></head><body><div id="app"></div><script src="/docs/js/scalar.js"></script>
<script>Scalar.createApiReference('#app', ${JSON.stringify(REFERENCE_OPTIONS)})</script></body></html>`

/** `/docs`, `/problems` and `/problems/<code>`. */
export const docs: FastifyPluginAsync = async (app) => {
  const script = readLibraryFile('scalar.js')
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .type('text/html; charset=utf-8')
      .send(REFERENCE_PAGE),
  )
  app.get('/docs/js/scalar.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
  app.get('/problems', { schema: { hide: true, operationId: 'listProblems' } }, async (_request, reply) =>
    sendPage(reply, 'Problems', codes.map(entryOf).join('')),
  )
  app.get<{ Params: { code: string } }>(
    '/problems/:code',
    { schema: { hide: true, operationId: 'readProblem' } },
    async (request, reply) => {
      const code = codes.find((known) => known === request.params.code)
      if (!code) throw new Refusal('not_found')
      return sendPage(reply, errorCatalog[code].title, entryOf(code))
    },
  )
}

const codes = Object.keys(errorCatalog) as RefusalCode[]

const entryOf = (code: RefusalCode): string => {
  const { status, title, message, advice } = errorCatalog[code]
  return `<section><h2><a href="/problems/${code}">${title}</a></h2>
<p><code>${status}</code> <code>${code}</code></p><p><q>${message}</q></p><p>${advice.replaceAll('<', '&lt;')}</p></section>`
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
code{background:color-mix(in srgb,currentColor 10%,transparent);padding:.1em .4em;border-radius:.3em}`

function sendPage(reply: FastifyReply, title: string, body: string) {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Lectern API</title><style>${STYLE}</style>
<nav><a href="/docs/">API reference</a> · <a href="/problems">All problems</a></nav><main><h1>${title}</h1>${body}</main></html>`,
    )
}
