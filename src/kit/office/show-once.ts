// The response to a form that created secrets: redirects to a page that shows them once, so that reloading it creates
// nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OneTimePage } from '../../features/access/office-one-time-page.tsx'
import { fillSlot } from '../../features/access/one-time-slots.ts'
import { callerOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { ONCE } from './paths.ts'

/** The secrets are in no URL, and in the store only encrypted. */
export async function showOnce(
  { services }: Pick<WebOptions, 'services'>,
  request: FastifyRequest,
  reply: FastifyReply,
  page: OneTimePage,
) {
  const id = await fillSlot(services, callerOf(request), JSON.stringify(page))
  return reply.redirect(`${ONCE}/${id}`, 303)
}
