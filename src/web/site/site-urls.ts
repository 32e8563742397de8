// Addresses of public pages: reading their parameters, and making links.
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../../lib/text/text.ts'

const MAX_LENGTH = 200
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The query parameters as text: '' for absent ones, the last value of repeated ones. */
export function queryOf(request: FastifyRequest): (name: string) => string {
  const query = (request.query ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const value = [query[name]].flat().at(-1)?.trim() ?? ''
    return isStorableText(value) ? value.slice(0, MAX_LENGTH) : ''
  }
}

/** A path with the parameters that are not empty. */
export function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const said = Object.entries(query).filter(([, value]) => value !== '')
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

/** The origin of this site as the visitor knows it. */
export function originOf(request: FastifyRequest): string {
  return `https://${HOST.test(request.host) ? request.host : 'localhost'}`
}
