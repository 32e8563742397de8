// The Back Office: for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../visit.ts'
import type { WebOptions } from '../website.ts'

export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
    },
    { prefix: '/backoffice' },
  )
}
