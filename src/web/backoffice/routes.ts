// The Back Office: for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../visit.ts'
import type { WebOptions } from '../website.ts'
import { auditRoutes } from './audit.tsx'
import { dashboardRoutes } from './dashboard.tsx'
import { keyActionRoutes } from './key-actions.tsx'
import { keyRoutes } from './keys.tsx'
import { platformRoutes } from './platforms.tsx'
import { requestRoutes } from './requests.tsx'
import { settingsRoutes } from './settings.tsx'

/** One line an area. */
export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
      await office.register(dashboardRoutes, options)
      await office.register(auditRoutes, options)
      await office.register(requestRoutes, options)
      await office.register(settingsRoutes, options)
      await office.register(keyRoutes, options)
      await office.register(keyActionRoutes, options)
      await office.register(platformRoutes, options)
    },
    { prefix: '/backoffice' },
  )
}
