// The Back Office: for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../visit.ts'
import type { WebOptions } from '../website.ts'
import { auditRoutes } from './audit.tsx'
import { dashboardRoutes } from './dashboard.tsx'
import { deliveryRoutes } from './deliveries.tsx'
import { keyActionRoutes } from './key-actions.tsx'
import { keyRoutes } from './keys.tsx'
import { platformRoutes } from './platforms.tsx'
import { registrationRoutes } from './registrations.tsx'
import { requestRoutes } from './requests.tsx'
import { settingsRoutes } from './settings.tsx'
import { officeSponsorRoutes } from './sponsors.tsx'
import { officeTalkRoutes } from './talks.tsx'
import { userAccessRoutes } from './user-access.tsx'
import { officeUserListRoutes } from './user-lists.tsx'
import { officeUserRoutes } from './users.tsx'
import { webhookActionRoutes } from './webhook-actions.tsx'
import { webhookRoutes } from './webhooks.tsx'

/** One line an area. */
export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
      await office.register(dashboardRoutes, options)
      await office.register(officeTalkRoutes, options)
      await office.register(officeUserListRoutes, options)
      await office.register(officeSponsorRoutes, options)
      await office.register(officeUserRoutes, options)
      await office.register(userAccessRoutes, options)
      await office.register(registrationRoutes, options)
      await office.register(auditRoutes, options)
      await office.register(requestRoutes, options)
      await office.register(settingsRoutes, options)
      await office.register(keyRoutes, options)
      await office.register(keyActionRoutes, options)
      await office.register(webhookRoutes, options)
      await office.register(webhookActionRoutes, options)
      await office.register(deliveryRoutes, options)
      await office.register(platformRoutes, options)
    },
    { prefix: '/backoffice' },
  )
}
