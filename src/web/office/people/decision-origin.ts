// The origin of the site for e-mails about decisions.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/changes/errors.ts'
import { confirmedOriginOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'

/** Undefined, and nothing is sent, without a mail server, and on a host name that is not confirmed. */
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
