// Documentation pages: the API reference at /docs and a page for every problem type.

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { Refusal, type RefusalCode, refusalMessages } from '../../changes/errors.ts'
import { API } from '../api/responses.ts'
import { problemCatalog } from '../problems/catalog.ts'
import { readLibraryFile } from '../server/library-files.ts'
import { StaticFile } from '../server/static-files.ts'
import { addClients, clientsSection } from './clients.ts'

// The reference sets inline styles on its elements. It loads nothing from other hosts.
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

// The colors of the reference, with enough contrast for small text (WCAG 2.2, success criterion 1.4.3).
const REFERENCE_COLORS = `.light-mode{--scalar-color-2:#545454;--scalar-color-3:#636363;--scalar-color-blue:#0063a1;--scalar-color-green:#0b6b32;
--scalar-color-red:#b3182b;--scalar-color-orange:#944500;--scalar-color-yellow:#7a5c00;--scalar-color-purple:#5b3fb5}
.dark-mode{--scalar-color-3:#a0a0a0;--scalar-color-blue:#6cb8f5;--scalar-color-green:#5ccb8b;--scalar-color-red:#ff8080;
--scalar-color-orange:#ffa657;--scalar-color-yellow:#f2cc60;--scalar-color-purple:#b8a6ff}`

// The header uses the colors of the reference once it has started.
const HEADER_STYLE = `:root{color-scheme:light dark}body{margin:0}
body>header{font:14px/1.5 system-ui,sans-serif;padding:.75rem 1.5rem;color:var(--scalar-color-1,CanvasText);background:var(--scalar-background-1,Canvas);border-bottom:1px solid var(--scalar-border-color,GrayText)}
body>header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}body>header a{color:inherit;text-decoration:underline}
body>header summary{cursor:pointer}body>header pre{margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}`

const REFERENCE_OPTIONS = {
  url: `${API}/openapi.json`,
  favicon: 'data:,',
  withDefaultFonts: false,
  telemetry: false,
  // On localhost, it would offer to publish the document to a third party.
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: REFERENCE_COLORS,
}
/** Starts the reference, and labels its copy buttons, which have no accessible name. */
const START = `Scalar.createApiReference('#app', ${JSON.stringify(REFERENCE_OPTIONS)})
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
}).observe(document.body, { childList: true, subtree: true })
`

/** `/docs` with its files, `/problems`, and `/problems/<code>`. */
export const docs: FastifyPluginAsync<{ version: string }> = async (app, { version }) => {
  let loaded: StaticFile[] | undefined
  const scripts = () => {
    loaded ??= loadScripts()
    return loaded
  }
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/', { schema: { hide: true } }, (request, reply) =>
    new StaticFile(referencePage(scripts(), clientsSection(request, version)), HTML).sendLatest(
      request,
      reply.header('content-security-policy', REFERENCE_POLICY),
    ),
  )
  app.get<{ Params: { hash: string } }>('/docs/js/:hash', { schema: { hide: true } }, (request, reply) => {
    const script = scripts().find(({ hash }) => hash === request.params.hash)
    if (!script) throw new Refusal('not_found')
    return script.send(request, reply)
  })
  addClients(app, version)
  app.get('/problems', { schema: { hide: true, operationId: 'listProblems' } }, async (_request, reply) =>
    sendPage(reply, 'Problems', codes.map(entryOf).join('')),
  )
  app.get<{ Params: { code: string } }>(
    '/problems/:code',
    { schema: { hide: true, operationId: 'readProblem' } },
    async (request, reply) => {
      const code = codes.find((known) => known === request.params.code)
      if (!code) throw new Refusal('not_found')
      return sendPage(reply, problemCatalog[code].title, entryOf(code))
    },
  )
}

/** Reads 4 MB, so it runs on the first request. */
const loadScripts = (): StaticFile[] => [
  new StaticFile(readLibraryFile('scalar.js'), JAVASCRIPT),
  new StaticFile(START, JAVASCRIPT),
]

const referencePage = (scripts: readonly StaticFile[], header: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lectern External API</title><style>${HEADER_STYLE}</style></head><body><header>${header}</header><div id="app"></div>
${scripts.map(({ hash }) => `<script src="/docs/js/${hash}"></script>`).join('\n')}
</body></html>`

const codes = Object.keys(problemCatalog) as RefusalCode[]

const entryOf = (code: RefusalCode): string => {
  const { status, title, advice } = problemCatalog[code]
  return `<section><h2><a href="/problems/${code}">${title}</a></h2>
<p><code>${status}</code> <code>${code}</code></p><p><q>${refusalMessages[code]}</q></p><p>${advice.replaceAll('<', '&lt;')}</p></section>`
}

const STYLE = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}a{color:light-dark(#0645ad,#9ec1ff)}body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
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
