// What pages need of access.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { sendNewAccounts } from './invitations/office-new-accounts-page.tsx'
import { confirmEmailRoutes } from './links/page-confirm-email.tsx'
import { invitationRoutes } from './links/page-invitation.tsx'
import { resetRoutes } from './links/page-reset-password.tsx'
import { signInLinkRoutes } from './links/page-sign-in-link.tsx'
import { signInSettingsRoutes } from './office-sign-in-settings.tsx'
import { oneTimeRoutes } from './one-time-pages/office-one-time-page.tsx'
import { identityRoutes } from './openid/page-identities.tsx'
import { openIdSignInRoutes } from './openid/page-openid-sign-in.tsx'
import { signInRoutes } from './page-sign-in.tsx'
import { passkeySignInRoutes } from './passkeys/page-passkey-sign-in.tsx'
import { passkeyRoutes } from './passkeys/page-passkeys.tsx'
import { passwordRoutes } from './passwords/page-password.tsx'
import { sessionRoutes } from './sessions/page-sessions.tsx'
import { sendCreatedPlatform } from './setup/office-created-platform.tsx'
import { platformRoutes } from './setup/office-platforms.tsx'
import { setupScreenRoutes } from './setup/office-setup.tsx'
import { setupRoutes } from './setup/page-setup.tsx'
import { signUpRoutes } from './sign-up/page-sign-up.tsx'
import { twoFactorRoutes } from './two-factor/page-two-factor.tsx'
import { canUseTwoFactor } from './two-factor/two-factor.ts'

export const accessPages: FeaturePages = {
  accountLinks: [
    { path: '/account/password', place: 60, text: ({ account }) => account.password.title },
    { path: '/account/passkeys', place: 70, text: ({ account }) => account.passkeys.title },
    {
      path: '/account/identities',
      place: 80,
      text: ({ account }) => account.identities.title,
      isShown: (_user, { settings }) => settings.openId !== null,
    },
    {
      path: '/account/two-factor',
      place: 90,
      text: ({ account }) => account.twoFactor.title,
      isShown: canUseTwoFactor,
    },
    { path: '/account/sessions', place: 100, text: ({ account }) => account.sessions.title },
  ],
  routes: {
    site: [
      signInRoutes,
      passkeySignInRoutes,
      signInLinkRoutes,
      openIdSignInRoutes,
      signUpRoutes,
      resetRoutes,
      invitationRoutes,
      setupRoutes,
      confirmEmailRoutes,
    ],
    account: [passwordRoutes, passkeyRoutes, identityRoutes, twoFactorRoutes, sessionRoutes],
    office: [oneTimeRoutes, signInSettingsRoutes, platformRoutes, setupScreenRoutes],
  },
  oneTimePages: { platform: sendCreatedPlatform, accounts: sendNewAccounts },
}
