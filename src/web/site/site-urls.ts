// Addresses of public pages: what stands in them, and how links are made from it.
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../../lib/text/text.ts'

const LONGEST = 200
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The parameters of the address as text; one that is absent is ''. Of a repeated one, the last. */
export function queryOf(request: FastifyRequest): (name: string) => string {
  const query = (request.query ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = [query[name]].flat().at(-1)?.trim() ?? ''
    return isStorableText(value) ? value.slice(0, LONGEST) : ''
  }
}

/** A path with those parameters that say something. */
export function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const said = Object.entries(query).filter(([, value]) => value !== '')
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

/** The origin under which the visitor knows this site. */
export function originOf(request: FastifyRequest): string {
  return `https://${HOST.test(request.host) ? request.host : 'localhost'}`
}
