// The public site: the programme, its people and sponsors, and the feeds.
import type { FastifyPluginAsync } from 'fastify'
import { themeRoutes } from '../theme.ts'
import type { WebOptions } from '../website.ts'

export const publicRoutes: FastifyPluginAsync<WebOptions> = async (site) => {
  await site.register(themeRoutes)
}
