// The routes of the Back Office, for admins and owners only.
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { oneTimeRoutes } from '../access/office-one-time-page.tsx'
import { platformRoutes } from '../access/office-platforms.tsx'
import { signInSettingsRoutes } from '../access/office-sign-in-settings.tsx'
import { pagePreviewRoutes } from '../account/page-preview.tsx'
import { apiKeyRoutes } from '../api-keys/office.tsx'
import { apiKeyActionRoutes } from '../api-keys/office-actions.tsx'
import { auditRoutes } from '../audit/office.tsx'
import { chatFileRoutes } from '../chat/office.ts'
import { deletedObjectRoutes } from '../deleted-objects/office.tsx'
import { exportRoutes } from '../export/office.tsx'
import { countFavorites } from '../favorites/store.ts'
import { acceptUploads } from '../files/page-uploads.ts'
import { importRoutes } from '../import/office-routes.tsx'
import { templateRoutes } from '../import/office-templates.ts'
import { emailRoutes } from '../mail-delivery/office.tsx'
import { emailTextRoutes } from '../mail-delivery/office-text-page.tsx'
import { messageRoutes } from '../mailings/office.tsx'
import { mailingEmails } from '../mailings/render-mailing.ts'
import { platformHostRoutes } from '../platforms/office-hosts.tsx'
import { settingsRoutes } from '../platforms/office-settings.tsx'
import { proposalRoutes } from '../proposals/office.tsx'
import { countProposals } from '../proposals/proposals.ts'
import { questionFileRoutes } from '../questions/office.ts'
import { requestRoutes } from '../request-log/office.tsx'
import { readUsesInDay } from '../request-log/request-log.ts'
import { grantCreditsRoutes } from '../rewards/office-grant-credits.tsx'
import { talkPriceRoutes } from '../rewards/office-talk-price.tsx'
import { userLedgerRoutes } from '../rewards/office-user-ledgers.tsx'
import { searchRoutes } from '../search/office.tsx'
import { sponsorRoutes } from '../sponsors/office.tsx'
import { sponsorBulkEditRoutes } from '../sponsors/office-bulk-edit.tsx'
import { surveyRoutes } from '../surveys/office.tsx'
import { talkRoutes } from '../talks/office.tsx'
import { talkBulkEditRoutes } from '../talks/office-bulk-edit.tsx'
import { invitationRoutes } from '../user-management/office-invitations.tsx'
import { registrationRoutes } from '../user-management/office-registrations.tsx'
import { signUpRoutes } from '../user-management/office-sign-ups.tsx'
import { turnOffTwoFactorRoutes } from '../user-management/office-turn-off-two-factor.tsx'
import { userAccessRoutes } from '../user-management/office-user-access.tsx'
import { userListRoutes } from '../user-management/office-user-list-routes.ts'
import { userRoutes } from '../user-management/office-users.tsx'
import { roomSettingsRoutes } from '../video/office-room-settings.tsx'
import { attendanceRoutes } from '../viewers/office-attendance.tsx'
import { webhookRoutes } from '../webhooks/office.tsx'
import { webhookDeletionRoutes } from '../webhooks/office-deletion.tsx'
import { deliveryRoutes } from '../webhooks/office-delivery-page.tsx'
import { webhookPageRoutes } from '../webhooks/office-routes.tsx'
import { secretRotationRoutes } from '../webhooks/office-secret-rotation.tsx'
import { dashboardRoutes } from './office.tsx'
import { firstStepRoutes } from './office-first-steps.tsx'
import { oneTimePages } from './office-one-time-pages.ts'

export const backOfficeRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(
    async (office) => {
      office.addHook('onRequest', requireStaff)
      acceptUploads(office, options)
      await office.register(dashboardRoutes, options)
      await office.register(firstStepRoutes, options)
      await office.register(searchRoutes, options)
      await office.register(talkRoutes, { ...options, countFavorites, countProposals })
      await office.register(chatFileRoutes, options)
      await office.register(questionFileRoutes, options)
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
      await office.register(emailTextRoutes, { ...options, mailings: mailingEmails })
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
      await office.register(oneTimeRoutes, { ...options, pages: oneTimePages })
      await office.register(settingsRoutes, options)
      await office.register(signInSettingsRoutes, options)
      await office.register(roomSettingsRoutes, options)
      await office.register(exportRoutes, options)
      await office.register(apiKeyRoutes, { ...options, usesInDay: readUsesInDay })
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
