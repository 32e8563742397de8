// The host names of the service: those it answers under, and those that links may contain.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any host name, such as the address that a health check uses. */
    isForAnyHost?: boolean
  }
}

// Underscores are allowed, because names of containers have them.
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]{0,252})?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether the text is a host name or address, with or without a port (RFC 9110, section 7.2). */
export const isValidHost = (host: string): boolean => HOST.test(host)

/** The host name of the request in lowercase, without port and final dot. */
export const hostNameOf = ({ hostname }: FastifyRequest): string => hostname.toLowerCase().replace(/\.$/, '')

/**
 * With LECTERN_PUBLIC_URL, answers 421 (RFC 9110, section 15.5.20) under any name except its host name and those for
 * which `isPlatformHost` returns true. Applies to routes that are added after this call.
 */
export function refuseOtherHosts(
  app: FastifyInstance,
  isPlatformHost: (name: string) => Promise<boolean>,
): void {
  const { publicUrl } = app.config
  if (publicUrl === undefined) return
  const own = new URL(publicUrl).hostname
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isForAnyHost) return
    const name = hostNameOf(request)
    if (name !== own && !(await isPlatformHost(name))) throw new Refusal('misdirected_request')
  })
}

/**
 * The origin for links to this site. With LECTERN_PUBLIC_URL, it is that URL, or the same URL with a platform's own
 * host. Without the setting, it is taken from the request, which is good enough for pages but not for e-mails.
 */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server.config
  if (publicUrl === undefined) return `https://${isValidHost(request.host) ? request.host : 'localhost'}`
  const url = new URL(publicUrl)
  url.hostname = hostNameOf(request)
  return url.origin
}

/** The host for the addresses in problems: from the settings, or from the request if its Host is valid. */
export function hostOf(request: FastifyRequest): string {
  return (request.server.config.publicUrl ?? originOf(request)).slice('https://'.length)
}
