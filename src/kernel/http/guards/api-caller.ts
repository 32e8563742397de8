// The caller of an API request, as the guard of the API has recognized it by its key.
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import type { Caller } from '../../changes/services.ts'
import { headerValues } from '../server/headers.ts'

/** The guard adds what it knows of the platform. */
export interface ApiCaller extends Caller {}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request of the API that has a valid key. */
    caller: ApiCaller
    /** Throws `invalid_api_key` if the key can no longer be used. For long-running requests. */
    requireKey(): Promise<void>
  }
}

/** The Bearer token of a request (RFC 6750, section 2.1); undefined if there is none or more than one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const [sent = '', ...others] = headerValues(request, 'authorization')
  return others.length > 0 ? undefined : /^bearer +(\S+) *$/i.exec(sent)?.[1]
}

/** The hook for routes that need a privileged key. */
export const requirePrivileged: onRequestAsyncHookHandler = async (request) => {
  if (request.caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
}
