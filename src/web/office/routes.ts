// The Back Office: for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { keyActionRoutes } from './access/api-key-actions.tsx'
import { keyRoutes } from './access/api-keys.tsx'
import { dashboardRoutes } from './dashboard/dashboard.tsx'
import { auditRoutes } from './logs/audit.tsx'
import { requestRoutes } from './logs/request-log.tsx'
import { registrationRoutes } from './people/registrations.tsx'
import { userAccessRoutes } from './people/user-access.tsx'
import { officeUserListRoutes } from './people/user-list-routes.tsx'
import { officeUserRoutes } from './people/users.tsx'
import { platformRoutes } from './platforms/platforms.tsx'
import { settingsRoutes } from './platforms/settings.tsx'
import { officeSponsorRoutes } from './programme/sponsors.tsx'
import { officeTalkRoutes } from './programme/talks.tsx'
import { deliveryRoutes } from './webhooks/deliveries.tsx'
import { webhookActionRoutes } from './webhooks/webhook-actions.tsx'
import { webhookRoutes } from './webhooks/webhooks.tsx'

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
