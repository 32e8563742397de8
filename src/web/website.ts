// The pages: public ones, those of an account, and the Back Office, behind what guards all of them.
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../domain/errors.ts'
import type { PageServices } from '../domain/services.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { watchRoutes } from '../http/route.ts'
import { accountRoutes } from './account/routes.ts'
import { assetRoutes } from './assets.ts'
import { backOfficeRoutes } from './backoffice/routes.ts'
import { sendErrorPage } from './error-page.tsx'
import { guardForms } from './forms.ts'
import { publicRoutes } from './public/routes.ts'
import { recogniseVisits } from './visit.ts'

export type WebOptions = { services: PageServices; limiter: RateLimiter }

/** To be registered without a prefix, after the API. */
export const website: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const routes = watchRoutes(site, { mustBeDescribed: false })
  await site.register(assetRoutes)
  await site.register(async (pages) => {
    await pages.register(cookie)
    // Three times what the API takes: a form spells out every byte that is no ASCII letter in three.
    await pages.register(formbody, { bodyLimit: 768 * 1024 })
    await pages.register(csrf, {
      cookieKey: '__Host-csrf',
      cookieOpts: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
      getToken: (request) => (request.body as { _csrf?: string } | undefined)?._csrf,
    })
    recogniseVisits(pages, options.services)
    guardForms(pages)
    pages.setErrorHandler(sendErrorPage)
    // In this scope, so that whoever follows a dead link in a browser finds a page.
    pages.setNotFoundHandler(() => {
      throw new Refusal('not_found')
    })
    await pages.register(publicRoutes, options)
    await pages.register(accountRoutes, options)
    await pages.register(backOfficeRoutes, options)
  })
  routes.refuseOtherMethods()
}
