// The account pages, and signing in and out.
import type { FastifyPluginAsync } from 'fastify'
import { acceptUploads } from '../forms/uploads.ts'
import { requireUser } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { calendarRoutes } from './calendar.tsx'
import { confirmEmailRoutes } from './confirm-email.tsx'
import { emailChoiceRoutes } from './email-choices.tsx'
import { identityRoutes } from './identities.tsx'
import { invitationRoutes } from './invitation.tsx'
import { openIdSignInRoutes } from './openid-sign-in.tsx'
import { overviewRoutes } from './overview.tsx'
import { ownDataRoutes } from './own-data.tsx'
import { passkeySignInRoutes } from './passkey-sign-in.tsx'
import { passkeyRoutes } from './passkeys.tsx'
import { passwordRoutes } from './password.tsx'
import { previewRoutes } from './preview.tsx'
import { privacyRoutes } from './privacy.tsx'
import { profileRoutes } from './profile.tsx'
import { resetRoutes } from './reset-password.tsx'
import { sessionRoutes } from './sessions.tsx'
import { setupRoutes } from './setup.tsx'
import { signInRoutes } from './sign-in.tsx'
import { signInLinkRoutes } from './sign-in-link.tsx'
import { signUpRoutes } from './sign-up.tsx'
import { talkTextRoutes } from './talk-texts.tsx'
import { twoFactorRoutes } from './two-factor.tsx'
import { unsubscribeRoutes } from './unsubscribe.tsx'

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
