// The pages: public site, accounts, and Back Office, with their shared guards.
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyPluginAsync } from 'fastify'
import { accountRoutes } from '../features/account/page-routes.ts'
import { backOfficeRoutes } from '../features/dashboard/office-routes.ts'
import { fileRoutes } from '../features/files/page.ts'
import type { LiveHub } from '../features/live/streams/live-hub.ts'
import { publicRoutes } from '../features/programme-pages/page-routes.ts'
import type { Heartbeats } from '../features/viewers/heartbeats.ts'
import { Refusal } from '../kernel/changes/errors.ts'
import type { PageServices } from '../kernel/changes/services.ts'
import type { RateLimiter } from '../kernel/http/guards/rate-limit.ts'
import type { BodyBudget } from '../kernel/http/server/body-budget.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import { limitForms, readFormBodies } from './forms/form-body.ts'
import { guardForms } from './forms/forms.ts'
import { giveTurns } from './pages/account-turns.ts'
import { assetRoutes } from './pages/assets.ts'
import { sendErrorPage } from './pages/error-page.tsx'
import { languageRoutes } from './pages/language-routes.ts'
import { PublicPages } from './pages/public-pages.ts'
import { themeRoutes } from './pages/theme.ts'
import { recognizeVisits } from './pages/visit.ts'

type Options = {
  services: PageServices
  limiter: RateLimiter
  budget: BodyBudget
  hub: LiveHub
  heartbeats: Heartbeats
}
export type WebOptions = Options & { publicPages: PublicPages }

/** Register it without a prefix, after the API. */
export const website: FastifyPluginAsync<Options> = async (site, given) => {
  const { services, limiter } = given
  const options = { ...given, publicPages: new PublicPages({ services, limiter }) }
  await site.register(async (files) => {
    const routes = watchRoutes(files, { mustBeDescribed: false })
    await files.register(assetRoutes)
    await files.register(themeRoutes)
    await files.register(fileRoutes, options)
    routes.refuseOtherMethods()
  })
  await site.register(async (pages) => {
    const routes = watchRoutes(pages, { mustBeDescribed: false })
    await pages.register(cookie)
    readFormBodies(pages)
    await pages.register(csrf, {
      cookieKey: '__Host-csrf',
      cookieOpts: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
      getToken: (request) => (request.body as { _csrf?: string } | undefined)?._csrf,
    })
    recognizeVisits(pages, options.services)
    giveTurns(pages)
    guardForms(pages)
    pages.setErrorHandler(sendErrorPage)
    // In this scope, so that browsers get an error page for a dead link.
    pages.setNotFoundHandler(() => {
      throw new Refusal('not_found')
    })
    await pages.register(backOfficeRoutes, options)
    await pages.register(async (open) => {
      limitForms(open)
      await open.register(languageRoutes, options)
      await open.register(publicRoutes, options)
      await open.register(accountRoutes, options)
    })
    // In this scope, so that browsers get an error page for the address of a form.
    routes.refuseOtherMethods()
  })
}
