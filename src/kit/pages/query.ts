// The query parameters of public pages.
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../../kernel/lib/text/text.ts'
import { MAX_QUERY_VALUE_LENGTH, MAX_QUERY_VALUES } from '../limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters that a public page depends on. */
    parameters?: readonly string[]
    /** A public page or feed without a navigation, the same for everyone. */
    isForEveryone?: boolean
    /** Whether talks on the page have stars. */
    hasStars?: boolean
    /** A page that others of this site show in a frame. */
    isFramed?: boolean
    /** A feed, which is the same in every language. */
    isFeed?: boolean
  }
}

/** Query parameters as text: '' for absent ones, the last value of repeated ones. */
export function queryOf(request: FastifyRequest): (name: string) => string {
  return (name) => queryValues(request, name).at(-1) ?? ''
}

/** Query parameters with any number of values, without empty and repeated ones. */
export function queryListOf(request: FastifyRequest): (name: string) => string[] {
  return (name) => [...new Set(queryValues(request, name).filter((value) => value !== ''))]
}

/**
 * All values of a parameter, at most 20. Throws for a parameter that the route does not list, because the cache would
 * not distinguish its values.
 */
export function queryValues({ routeOptions, query }: FastifyRequest, name: string): string[] {
  if (!routeOptions.config.parameters?.includes(name))
    throw new Error(`The route does not list the parameter ${name}.`)
  const values = (query ?? {}) as Record<string, string | string[] | undefined>
  return [values[name] ?? []].flat().slice(-MAX_QUERY_VALUES).map(normalize)
}

function normalize(value: string): string {
  const trimmed = value.trim()
  return isStorableText(trimmed) ? trimmed.slice(0, MAX_QUERY_VALUE_LENGTH) : ''
}
