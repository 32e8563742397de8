// The Back Office: for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../visit.ts'
import type { WebOptions } from '../website.ts'

/** One line an area. */
export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site, _options) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
    },
    { prefix: '/backoffice' },
  )
}
