// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { type OneTimeOptions, oneTimeRoutes } from './office-one-time-page.tsx'
import { platformRoutes } from './office-platforms.tsx'
import { signInSettingsRoutes } from './office-sign-in-settings.tsx'
import { confirmEmailRoutes } from './page-confirm-email.tsx'
import { identityRoutes } from './page-identities.tsx'
import { invitationRoutes } from './page-invitation.tsx'
import { openIdSignInRoutes } from './page-openid-sign-in.tsx'
import { passkeySignInRoutes } from './page-passkey-sign-in.tsx'
import { passkeyRoutes } from './page-passkeys.tsx'
import { passwordRoutes } from './page-password.tsx'
import { resetRoutes } from './page-reset-password.tsx'
import { sessionRoutes } from './page-sessions.tsx'
import { setupRoutes } from './page-setup.tsx'
import { signInRoutes } from './page-sign-in.tsx'
import { signInLinkRoutes } from './page-sign-in-link.tsx'
import { signUpRoutes } from './page-sign-up.tsx'
import { twoFactorRoutes } from './page-two-factor.tsx'

export const accessPages: PageParts<OneTimeOptions> = {
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
  office: [oneTimeRoutes, signInSettingsRoutes, platformRoutes],
}
