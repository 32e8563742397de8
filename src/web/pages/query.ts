// The query parameters of public pages.
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../../lib/text/text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters that a public page depends on. */
    parameters?: readonly string[]
    /** A public page or feed without a navigation, the same for everyone. */
    isForEveryone?: boolean
  }
}

const MAX_LENGTH = 200

/**
 * The query parameters as text: '' for absent ones, the last value of repeated ones. Throws for a parameter that the
 * route does not list, because the cache would not distinguish its values.
 */
export function queryOf(request: FastifyRequest): (name: string) => string {
  const listed = request.routeOptions.config.parameters ?? []
  const query = (request.query ?? {}) as Record<string, string | string[] | undefined>
  return (name) => {
    if (!listed.includes(name)) throw new Error(`The route does not list the parameter ${name}.`)
    const value = [query[name]].flat().at(-1)?.trim() ?? ''
    return isStorableText(value) ? value.slice(0, MAX_LENGTH) : ''
  }
}
