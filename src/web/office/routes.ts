// The routes of the Back Office, for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { pagePreviewRoutes } from '../account/preview.tsx'
import { acceptUploads } from '../forms/uploads.ts'
import { requireStaff } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { apiKeyActionRoutes } from './access/api-key-actions.tsx'
import { apiKeyRoutes } from './access/api-keys.tsx'
import { dashboardRoutes } from './dashboard/dashboard.tsx'
import { firstStepRoutes } from './dashboard/first-steps.tsx'
import { emailTextRoutes } from './emails/email-text-page.tsx'
import { emailRoutes } from './emails/emails.tsx'
import { importRoutes } from './import/import-routes.tsx'
import { templateRoutes } from './import/templates.ts'
import { surveyRoutes } from './live/surveys.tsx'
import { auditRoutes } from './logs/audit.tsx'
import { requestRoutes } from './logs/request-log.tsx'
import { messageRoutes } from './messages/messages.tsx'
import { oneTimeRoutes } from './once/one-time-page.tsx'
import { grantCreditsRoutes } from './people/grant-credits.tsx'
import { invitationRoutes } from './people/invitations.tsx'
import { registrationRoutes } from './people/registrations.tsx'
import { signUpRoutes } from './people/sign-ups.tsx'
import { turnOffTwoFactorRoutes } from './people/turn-off-two-factor.tsx'
import { userAccessRoutes } from './people/user-access.tsx'
import { userLedgerRoutes } from './people/user-ledgers.tsx'
import { userListRoutes } from './people/user-list-routes.ts'
import { userRoutes } from './people/users.tsx'
import { exportRoutes } from './platforms/exports.tsx'
import { platformHostRoutes } from './platforms/platform-hosts.tsx'
import { platformRoutes } from './platforms/platforms.tsx'
import { roomSettingsRoutes } from './platforms/room-settings.tsx'
import { settingsRoutes } from './platforms/settings.tsx'
import { signInSettingsRoutes } from './platforms/sign-in-settings.tsx'
import { attendanceRoutes } from './programme/attendance.tsx'
import { deletedObjectRoutes } from './programme/deleted-objects.tsx'
import { proposalRoutes } from './programme/proposals.tsx'
import { sponsorBulkEditRoutes } from './programme/sponsor-bulk-edit.tsx'
import { sponsorRoutes } from './programme/sponsors.tsx'
import { talkBulkEditRoutes } from './programme/talk-bulk-edit.tsx'
import { talkPriceRoutes } from './programme/talk-price.tsx'
import { talkRoutes } from './programme/talks.tsx'
import { searchRoutes } from './search/search.tsx'
import { deliveryRoutes } from './webhooks/delivery-page.tsx'
import { secretRotationRoutes } from './webhooks/secret-rotation.tsx'
import { webhookDeletionRoutes } from './webhooks/webhook-deletion.tsx'
import { webhookPageRoutes } from './webhooks/webhook-routes.tsx'
import { webhookRoutes } from './webhooks/webhooks.tsx'

export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
      acceptUploads(office, options)
      await office.register(dashboardRoutes, options)
      await office.register(firstStepRoutes, options)
      await office.register(searchRoutes, options)
      await office.register(talkRoutes, options)
      await office.register(attendanceRoutes, options)
      await office.register(deletedObjectRoutes, options)
      await office.register(talkBulkEditRoutes, options)
      await office.register(sponsorBulkEditRoutes, options)
      await office.register(importRoutes, options)
      await office.register(templateRoutes, options)
      await office.register(userListRoutes, options)
      await office.register(sponsorRoutes, options)
      await office.register(pagePreviewRoutes, options)
      await office.register(surveyRoutes, options)
      await office.register(userRoutes, options)
      await office.register(userAccessRoutes, options)
      await office.register(invitationRoutes, options)
      await office.register(emailRoutes, options)
      await office.register(emailTextRoutes, options)
      await office.register(messageRoutes, options)
      await office.register(userLedgerRoutes, options)
      await office.register(grantCreditsRoutes, options)
      await office.register(talkPriceRoutes, options)
      await office.register(turnOffTwoFactorRoutes, options)
      await office.register(registrationRoutes, options)
      await office.register(signUpRoutes, options)
      await office.register(proposalRoutes, options)
      await office.register(auditRoutes, options)
      await office.register(requestRoutes, options)
      await office.register(oneTimeRoutes, options)
      await office.register(settingsRoutes, options)
      await office.register(signInSettingsRoutes, options)
      await office.register(roomSettingsRoutes, options)
      await office.register(exportRoutes, options)
      await office.register(apiKeyRoutes, options)
      await office.register(apiKeyActionRoutes, options)
      await office.register(webhookRoutes, options)
      await office.register(webhookPageRoutes, options)
      await office.register(secretRotationRoutes, options)
      await office.register(webhookDeletionRoutes, options)
      await office.register(deliveryRoutes, options)
      await office.register(platformRoutes, options)
      await office.register(platformHostRoutes, options)
    },
    { prefix: '/backoffice' },
  )
}
