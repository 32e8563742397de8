// Pages of people about themselves, and the way in and out.
import type { FastifyPluginAsync } from 'fastify'
import type { WebOptions } from '../website.ts'
import { signInRoutes } from './sign-in.tsx'

export const accountRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  await site.register(signInRoutes, options)
}
