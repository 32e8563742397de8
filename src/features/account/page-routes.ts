// The account pages, and signing in and out.
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { confirmEmailRoutes } from '../access/page-confirm-email.tsx'
import { identityRoutes } from '../access/page-identities.tsx'
import { invitationRoutes } from '../access/page-invitation.tsx'
import { openIdSignInRoutes } from '../access/page-openid-sign-in.tsx'
import { passkeySignInRoutes } from '../access/page-passkey-sign-in.tsx'
import { passkeyRoutes } from '../access/page-passkeys.tsx'
import { passwordRoutes } from '../access/page-password.tsx'
import { resetRoutes } from '../access/page-reset-password.tsx'
import { sessionRoutes } from '../access/page-sessions.tsx'
import { setupRoutes } from '../access/page-setup.tsx'
import { signInRoutes } from '../access/page-sign-in.tsx'
import { signInLinkRoutes } from '../access/page-sign-in-link.tsx'
import { signUpRoutes } from '../access/page-sign-up.tsx'
import { twoFactorRoutes } from '../access/page-two-factor.tsx'
import { calendarRoutes } from '../favorites/page-calendar.tsx'
import { acceptUploads } from '../files/page-uploads.ts'
import { emailChoiceRoutes } from '../mailings/page-email-choices.tsx'
import { unsubscribeRoutes } from '../mailings/page-unsubscribe.tsx'
import { talkTextRoutes } from '../proposals/page-talk-texts.tsx'
import { overviewRoutes } from './page-overview.tsx'
import { ownDataRoutes } from './page-own-data.tsx'
import { previewRoutes } from './page-preview.tsx'
import { privacyRoutes } from './page-privacy.tsx'
import { profileRoutes } from './page-profile.tsx'

export const accountRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(signInRoutes, options)
  await site.register(passkeySignInRoutes, options)
  await site.register(signInLinkRoutes, options)
  await site.register(openIdSignInRoutes, options)
  await site.register(signUpRoutes, options)
  await site.register(resetRoutes, options)
  await site.register(invitationRoutes, options)
  await site.register(setupRoutes, options)
  await site.register(confirmEmailRoutes, options)
  await site.register(unsubscribeRoutes, options)
  await site.register(
    async (account) => {
      account.addHook('onRequest', requireUser)
      acceptUploads(account, options)
      for (const routes of ownPages) await account.register(routes, options)
    },
    { prefix: '/account' },
  )
}

/** Pages of the signed-in user. */
const ownPages = [
  overviewRoutes,
  profileRoutes,
  talkTextRoutes,
  previewRoutes,
  calendarRoutes,
  emailChoiceRoutes,
  privacyRoutes,
  passwordRoutes,
  passkeyRoutes,
  identityRoutes,
  twoFactorRoutes,
  sessionRoutes,
  ownDataRoutes,
]
