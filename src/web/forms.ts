// Forms: only from our own pages, and what they say as a body of the same schemas as the API's.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/errors.ts'

const SAFE = new Set(['GET', 'HEAD'])

/** Refuses with 403 what another site sends: by Sec-Fetch-Site, by Origin, and by the token of the form. */
export function guardForms(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !isOwnSite(request)) throw new Refusal('foreign_form')
  })
  scope.addHook('preValidation', (request, reply, done) => {
    if (SAFE.has(request.method)) return done()
    scope.csrfProtection(request, reply, done)
  })
}

/** Browsers send Sec-Fetch-Site (W3C Fetch Metadata) and Origin (RFC 6454, section 7); one that says otherwise is foreign. */
function isOwnSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  return origin === undefined ? site === 'same-origin' : URL.parse(origin)?.host === host.toLowerCase()
}

/** The fields of a form as text; a field that is absent is ''. Repeated fields: the last. */
export function fieldsOf(request: FastifyRequest): (name: string) => string {
  const body = (request.body ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = body[name]
    return (Array.isArray(value) ? value.at(-1) : value)?.trim() ?? ''
  }
}

/** Every value of a repeated field (check boxes, lists). */
export function valuesOf(request: FastifyRequest, name: string): string[] {
  const value = ((request.body ?? {}) as Record<string, string | string[] | undefined>)[name]
  return value === undefined ? [] : [value].flat()
}
