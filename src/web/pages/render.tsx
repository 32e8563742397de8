// Sends pages: HTML, its content security policy, and conditional requests.
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { namesTag } from '../../lib/data/entity-tags.ts'
import { MessagesProvider } from '../messages/use-messages.tsx'
import { messagesOf } from './visit.ts'

const pack = promisify(gzip)
const MIN_PACKED = 1024

type Sources = {
  /** Hosts that may be framed (videos, rooms). */
  frames?: readonly string[]
  /** Hosts, or the scheme, that media may be played from. */
  media?: readonly string[]
  /** Whether other sites may embed this page. */
  isEmbeddable?: boolean
}

/**
 * Sends a public page. Browsers may store it and revalidate it by ETag (RFC 9110, section 8.8.3). Scripts and styles
 * come only from files of this site.
 */
export function sendPublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: VNode,
  sources: Sources = {},
) {
  const html = toHtml(request, page)
  reply.header('content-security-policy', policy("'self'", sources))
  return sendTagged(request, reply, html, 'text/html; charset=utf-8')
}

/** Sends a public document, or 304 if the browser has it, compressed if the browser supports it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, content: string, type: string) {
  // Weak, because the compressed and the plain document share it (RFC 9110, section 8.8.1).
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 27)
  reply.header('cache-control', 'private, no-cache').header('vary', 'Cookie, Accept-Encoding')
  reply.header('etag', `W/"${tag}"`)
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type(type)
  if (content.length < MIN_PACKED || !acceptsGzip(request)) return reply.send(content)
  // Public documents hold no secret that the compressed length could reveal.
  pack(content).then(
    (packed) => reply.header('content-encoding', 'gzip').send(packed),
    (error: unknown) => reply.send(error),
  )
  return reply
}

/** Whether the browser accepts gzip (RFC 9110, section 12.5.3, as far as browsers use it). */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(String(headers['accept-encoding'] ?? ''))

/** Sends a page for one user. It is never stored, and its scripts need the nonce that `page` gets. */
export function sendPrivatePage(reply: FastifyReply, page: (nonce: string) => VNode) {
  const nonce = randomBytes(16).toString('base64url')
  return (
    reply
      .header('content-security-policy', policy(`'nonce-${nonce}'`, {}))
      // Addresses may contain a one-time token. Not `no-referrer`, with which browsers send forms without an Origin.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(toHtml(reply.request, page(nonce)))
  )
}

/** The page in the language of the visit. */
function toHtml(request: FastifyRequest, page: VNode): string {
  const html = renderToString(<MessagesProvider messages={messagesOf(request)}>{page}</MessagesProvider>)
  return `<!doctype html>${html}`
}

function policy(scripts: string, { frames = [], media = [], isEmbeddable = false }: Sources): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'manifest-src': "'self'",
    'frame-src': frames.join(' ') || "'none'",
    'media-src': media.join(' ') || "'none'",
    'frame-ancestors': isEmbeddable ? '*' : "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
