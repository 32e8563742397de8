// The origin of the site for e-mails about decisions.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { confirmedOriginOf } from '../platforms/page-platform.ts'

/** Undefined without a mail server and on an unconfirmed host name. Nothing is sent then. */
export async function decisionOrigin(
  { services }: WebOptions,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (!services.hasMailer) return undefined
  return confirmedOriginOf(services, request).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unconfirmed_host') return undefined
    throw error
  })
}
