// The platform of a request for a page, and the origin of its links.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { PageServices, Services } from '../../kernel/changes/services.ts'
import { hostNameOf, originOf } from '../../kernel/http/server/hosts.ts'
import { findPlatform, readPlatformByHost } from './platforms.ts'
import type { PlatformRow } from './tables.ts'

/** The platform with this host name, or the default platform. */
export async function platformOf(services: Services, request: FastifyRequest): Promise<PlatformRow> {
  const host = hostNameOf(request)
  const platform = (await readPlatformByHost(services, host)) ?? (await findPlatform(services, 'default'))
  if (!platform) throw new Refusal('not_found')
  return platform
}

/**
 * The origin for links that leave this page, such as those in e-mails. Throws `unconfirmed_host` unless the operator
 * has set LECTERN_PUBLIC_URL or added the host to a platform, and the port is 443 or that of the server. The Host
 * header alone could name another site.
 */
export async function confirmedOriginOf(services: Services, request: FastifyRequest): Promise<string> {
  const origin = originOf(request)
  if (request.server.config.publicUrl !== undefined) return origin
  const { port } = new URL(origin)
  const isConfirmed =
    (port === '' || Number(port) === request.socket.localPort) &&
    (await readPlatformByHost(services, hostNameOf(request))) !== undefined
  if (!isConfirmed) throw new Refusal('unconfirmed_host')
  return origin
}

/**
 * The origin for links in e-mails that a page can do without; undefined without a mail server and on an unconfirmed host.
 * Nothing is sent then.
 */
export async function emailOriginOf(
  services: PageServices,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (!services.hasMailer) return undefined
  return confirmedOriginOf(services, request).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unconfirmed_host') return undefined
    throw error
  })
}
