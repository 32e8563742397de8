// The query of a page of the Back Office: text by text, and addresses with some of it changed.
import type { FastifyRequest } from 'fastify'

export type PageQuery = (name: string) => string | undefined

/** A parameter as text; the first where it is repeated, undefined where it is absent or empty. */
export function queryOf(request: FastifyRequest): PageQuery {
  const query = (request.query ?? {}) as Record<string, string | string[] | undefined>
  return (name) => [query[name]].flat()[0]?.trim() || undefined
}

/** The text where it is one of these. */
export const among = <const T extends string>(
  values: readonly T[],
  text: string | undefined,
): T | undefined => values.find((value) => value === text)

/** The address with these parameters; those without a value are left out. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
