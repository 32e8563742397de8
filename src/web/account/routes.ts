// Pages of people about themselves, and the way in and out.
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../visit.ts'
import type { WebOptions } from '../website.ts'
import { overviewRoutes } from './overview.tsx'
import { ownDataRoutes } from './own-data.tsx'
import { passwordRoutes } from './password.tsx'
import { profileRoutes } from './profile.tsx'
import { resetRoutes } from './reset.tsx'
import { secondFactorRoutes } from './second-factor.tsx'
import { sessionRoutes } from './sessions.tsx'
import { setupRoutes } from './setup.tsx'
import { signInRoutes } from './sign-in.tsx'
import { signUpRoutes } from './sign-up.tsx'

export const accountRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(signInRoutes, options)
  await site.register(signUpRoutes, options)
  await site.register(resetRoutes, options)
  await site.register(setupRoutes, options)
  await site.register(ownPages, { ...options, prefix: '/account' })
}

const ownPages: FastifyPluginAsync<WebOptions> = async (account, options) => {
  account.addHook('onRequest', requireUser)
  await account.register(overviewRoutes, options)
  await account.register(profileRoutes, options)
  await account.register(passwordRoutes, options)
  await account.register(secondFactorRoutes, options)
  await account.register(sessionRoutes, options)
  await account.register(ownDataRoutes, options)
}
