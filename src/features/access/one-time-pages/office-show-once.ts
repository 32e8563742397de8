// The response to a form that created secrets: redirects to a page that shows them once, so that reloading it creates
// nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ONCE } from '../../../kit/office/paths.ts'
import { callerOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { CreatedPlatform } from '../setup/office-created-platform.tsx'
import { fillSlot } from './one-time-slots.ts'

/** The data of pages that are shown once, by kind. Features add theirs. */
export interface OneTimeData {
  platform: CreatedPlatform
}

/** The content of a slot, as JSON. */
export type OneTimePage = {
  [Kind in keyof OneTimeData]: { kind: Kind; data: OneTimeData[Kind] }
}[keyof OneTimeData]

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
