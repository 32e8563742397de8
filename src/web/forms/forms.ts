// Forms: only from our own pages, and what they say as a body of the same schemas as the API's.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidData, type Problem, Refusal } from '../../domain/changes/errors.ts'
import { isStorableText } from '../../lib/text/text.ts'

const SAFE = new Set(['GET', 'HEAD'])

/** Refuses with 403 what another site sends: by Sec-Fetch-Site, by Origin, and by the token of the form. */
export function guardForms(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || request.is404) return
    if (!isOwnSite(request)) throw new Refusal('foreign_form')
  })
  scope.addHook('preValidation', (request, reply, done) => {
    if (SAFE.has(request.method)) return done()
    scope.csrfProtection(request, reply, done)
  })
  scope.addHook('preValidation', async ({ method, body }) => {
    if (SAFE.has(method)) return
    if (!isForm(body)) throw new Refusal('unsupported_media_type', { message: 'Send a form of a page.' })
    const broken = unstorableFields(body)
    if (broken.length > 0) throw invalidData(broken)
  })
}

/** Browsers send Sec-Fetch-Site (W3C Fetch Metadata) and Origin (RFC 6454, section 7); one that says otherwise is foreign. */
function isOwnSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  const own = URL.parse(`https://${host}`)?.origin
  return own !== undefined && URL.parse(origin)?.origin === own
}

type FormBody = Record<string, string | string[]>

/** Not what another media type says: JSON has values that are no text. */
const isForm = (body: unknown): body is FormBody =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body)
    .flat()
    .every((value) => typeof value === 'string')

/** What no store would take, as for bodies of the API. */
const unstorableFields = (body: FormBody): Problem[] =>
  Object.entries(body)
    .filter(([, value]) => ![value].flat().every(isStorableText))
    .map(([name]) => ({
      pointer: `/${name}`,
      code: 'characters',
      message: 'contains characters that cannot be stored',
    }))

/** The fields of a form as text; a field that is absent is ''. Repeated fields: the last. */
export function fieldsOf(request: FastifyRequest): (name: string) => string {
  const body = (request.body ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = body[name]
    // Browsers send CRLF between the lines of a text (HTML, section 4.10.21.8).
    return (Array.isArray(value) ? value.at(-1) : value)?.replaceAll('\r\n', '\n').trim() ?? ''
  }
}

/** Every value of a repeated field (check boxes, lists). */
export function valuesOf(request: FastifyRequest, name: string): string[] {
  const value = ((request.body ?? {}) as Record<string, string | string[] | undefined>)[name]
  return value === undefined ? [] : [value].flat()
}

/** The items of a field that has one a line. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
