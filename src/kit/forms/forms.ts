// Forms: accepted only from pages of this site, and read as text.
import type {} from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidData, type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { refuseUnknownRoute } from '../../kernel/http/server/route-rules.ts'
import { isStorableText } from '../../kernel/lib/text/text.ts'
import type { Messages } from '../messages/messages.ts'
import { messagesOf } from '../pages/visit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form on a page that is the same for everyone and therefore has no token. It changes no personal data. */
    needsNoToken?: boolean
    /** Needs only its address, because mail programs send it without a page and with any body. */
    isOneClick?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD'])

/** Rejects forms from other sites with 403, based on Sec-Fetch-Site, Origin, and the CSRF token. */
export function guardForms(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || isUnknown(request) || isOneClick(request)) return
    if (!isOwnSite(request)) throw new Refusal('foreign_form')
  })
  // Runs before the body is read.
  scope.addHook('preParsing', async (request) => refuseUnknownRoute(request))
  scope.addHook('preValidation', (request, reply, done) => {
    const { needsNoToken } = request.routeOptions.config
    if (SAFE.has(request.method) || needsNoToken || isOneClick(request)) return done()
    scope.csrfProtection(request, reply, done)
  })
  scope.addHook('preValidation', async (request) => {
    const { method, body } = request
    if (SAFE.has(method) || isOneClick(request)) return
    if (!isForm(body)) throw notAForm(request)
    const broken = unstorableFields(messagesOf(request), body)
    if (broken.length > 0) throw invalidData(broken)
  })
}

const isUnknown = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.allow !== undefined

const isOneClick = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isOneClick === true

/** Both headers must name this site: Sec-Fetch-Site (W3C Fetch Metadata) and Origin (RFC 6454, section 7). */
function isOwnSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  const own = URL.parse(`https://${host}`)?.origin
  return own !== undefined && URL.parse(origin)?.origin === own
}

const notAForm = (request: FastifyRequest) =>
  new Refusal('unsupported_media_type', {
    message: messagesOf(request).errors.pages.unsupported_media_type.text,
  })

type FormBody = Record<string, string | string[]>

/** Unlike in JSON, every value is text. */
const isForm = (body: unknown): body is FormBody =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body)
    .flat()
    .every((value) => typeof value === 'string')

/** Fields with characters that no store accepts, as in bodies of the API. */
const unstorableFields = (messages: Messages, body: FormBody): Problem[] =>
  Object.entries(body)
    .filter(([, value]) => ![value].flat().every(isStorableText))
    .map(([name]) => ({
      pointer: `/${name}`,
      code: 'characters',
      message: messages.forms.problems.characters,
    }))

/** The fields of a form as text: '' for absent fields, the last value of repeated ones. */
export function fieldsOf(request: FastifyRequest): (name: string) => string {
  const body = (request.body ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = body[name]
    // Browsers send line breaks as CRLF (HTML, section 4.10.21.8).
    return (Array.isArray(value) ? value.at(-1) : value)?.replaceAll('\r\n', '\n').trim() ?? ''
  }
}

/** All values of a repeated field (check boxes, lists). */
export function valuesOf(request: FastifyRequest, name: string): string[] {
  const value = ((request.body ?? {}) as Record<string, string | string[] | undefined>)[name]
  return value === undefined ? [] : [value].flat()
}

/** The items of a field with one item per line. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
