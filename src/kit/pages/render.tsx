// Renders pages: HTML and its content security policy.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '../../kernel/schema/languages.ts'
import { messagesFor } from '../messages/messages.ts'
import { MessagesProvider } from '../messages/use-messages.tsx'
import type { PublicDocument } from './public-response.ts'
import { renderInSlice, renderInTurn } from './turns.ts'

type Sources = {
  /** Hosts that may be framed (videos, rooms). `'self'` stands for this site. */
  frames?: readonly string[]
  /** Hosts, or schemes, that media may be played from. */
  media?: readonly string[]
  /** Hosts, or schemes, that scripts may load from, in addition to this site. */
  connections?: readonly string[]
  /** Whether pages of this site may frame this page. */
  isFramed?: boolean
  /** Whether other sites may embed this page. */
  isEmbeddable?: boolean
}

type PageOptions = Sources & Pick<PublicDocument, 'periodMs'>

/** A public page. Scripts and styles come only from files of this site. */
export async function publicPage(
  request: FastifyRequest,
  page: VNode,
  options: PageOptions = {},
): Promise<PublicDocument & { content: string }> {
  const { periodMs, ...sources } = options
  return {
    // A page for everyone has its turn in the queue of public pages, and one for an account in the turns of that account.
    content: await renderInSlice(() => toHtml(request.visit.language, page)),
    type: 'text/html; charset=utf-8',
    headers: {
      'content-language': request.visit.language,
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      'content-security-policy': policy("'self'", sources),
      // Search words and filters stay on this site.
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': permissions(sources),
    },
    ...(periodMs === undefined ? {} : { periodMs }),
  }
}

/** Sends a page for one user. It is never stored, and its scripts need the nonce that `page` gets. */
export async function sendPrivatePage(
  reply: FastifyReply,
  page: (nonce: string) => VNode,
  language = reply.request.visit.language,
  sources: Sources = {},
) {
  const nonce = randomBytes(16).toString('base64url')
  const html = await renderInTurn(reply.request, () => toHtml(language, page(nonce)))
  return (
    reply
      .header('content-language', language)
      .header('content-security-policy', policy(`'nonce-${nonce}'`, sources))
      .header('permissions-policy', permissions(sources))
      // Addresses may contain a one-time token. `no-referrer` would not work, because browsers then send forms without
      // an Origin.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(html)
  )
}

function toHtml(language: Language, page: VNode): string {
  const html = renderToString(<MessagesProvider messages={messagesFor(language)}>{page}</MessagesProvider>)
  return `<!doctype html>${html}`
}

function policy(
  scripts: string,
  { frames = [], media = [], connections = [], isFramed = false, isEmbeddable = false }: Sources,
): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...connections].join(' '),
    'form-action': "'self'",
    'base-uri': "'none'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'frame-src': frames.join(' ') || "'none'",
    'media-src': media.join(' ') || "'none'",
    'frame-ancestors': isEmbeddable ? '*' : isFramed ? "'self'" : "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const SENSORS = [
  'accelerometer',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
]
/** Features that the rooms of talks may use. */
const OF_ROOMS = ['camera', 'display-capture', 'microphone']

/**
 * The features that frames may use (W3C Permissions Policy, section 5.2). A page can only delegate features that it has
 * itself.
 */
function permissions({ frames = [] }: Sources): string {
  const others = frames.filter((origin) => origin !== "'self'").map((origin) => `"${origin}"`)
  const origins = frames.length === 0 ? '' : ['self', ...others].join(' ')
  return [...SENSORS.map((name) => `${name}=()`), ...OF_ROOMS.map((name) => `${name}=(${origins})`)].join(
    ', ',
  )
}
