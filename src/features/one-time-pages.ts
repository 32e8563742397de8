// The pages of the Back Office that show secrets once.

import type { OneTimePages } from './access/one-time-pages/office-one-time-page.tsx'
import { sendCreatedPlatform } from './access/setup/office-created-platform.tsx'
import { sendApiKeySecret } from './api-keys/office-secret.tsx'
import { sendInvitationPage } from './user-management/office-invitations.tsx'
import { sendNewAccounts } from './user-management/office-new-accounts-page.tsx'
import { sendResetLink } from './user-management/office-reset-link-page.tsx'
import { sendSignUpLink } from './user-management/office-sign-ups.tsx'
import { sendWebhookSecret } from './webhooks/secrets/office-secret.tsx'

export const oneTimePages: OneTimePages = {
  platform: sendCreatedPlatform,
  api_key: sendApiKeySecret,
  webhook: sendWebhookSecret,
  accounts: sendNewAccounts,
  reset_link: sendResetLink,
  invitation: sendInvitationPage,
  sign_up: sendSignUpLink,
}
