// The query string of a page in the Back Office: reading its parameters, and URLs with some of them changed.
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../../kernel/lib/text/text.ts'

export type PageQuery = (name: string) => string | undefined

/** A parameter as text: the first one if it is repeated, undefined if it is absent, empty, or not storable. */
export function queryOf(request: FastifyRequest): PageQuery {
  const query = (request.query ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    const text = [query[name]].flat()[0]?.trim()
    return text && isStorableText(text) ? text : undefined
  }
}

/** The text if it is one of these values. */
export const among = <const T extends string>(
  values: readonly T[],
  text: string | undefined,
): T | undefined => values.find((value) => value === text)

/** The URL with these parameters. Parameters without a value are left out. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The action of the previous form, by its short name. A form that is shown again has done nothing. */
export const doneOf = (request: FastifyRequest): string | undefined =>
  request.method === 'GET' ? queryOf(request)('done') : undefined
