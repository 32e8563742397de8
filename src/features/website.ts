// The pages: public site, accounts, and Back Office, with their shared guards.
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/changes/errors.ts'
import type { PageServices } from '../kernel/changes/services.ts'
import type { RateLimiter } from '../kernel/http/guards/rate-limit.ts'
import type { BodyBudget } from '../kernel/http/server/body-budget.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import { limitForms, readFormBodies } from '../kit/forms/form-body.ts'
import { guardForms } from '../kit/forms/forms.ts'
import { assetRoutes } from '../kit/pages/assets.ts'
import { sendErrorPage } from '../kit/pages/error-page.tsx'
import { type PageReaders, PublicPages } from '../kit/pages/public-pages.ts'
import { themeRoutes } from '../kit/pages/theme.ts'
import { giveTurns } from '../kit/pages/turns.ts'
import { recognizeVisits } from './access/page-visits.ts'
import { accountRoutes } from './account/page-routes.ts'
import { backOfficeRoutes } from './dashboard/office-routes.ts'
import { readFavoriteIds } from './favorites/favorites.ts'
import { fileRoutes } from './files/page.ts'
import { mayWatch } from './live/state.ts'
import type { LiveHub } from './live/streams/live-hub.ts'
import { languageRoutes } from './people/page-language.ts'
import { platformOf } from './platforms/page-platform.ts'
import { readPlatform } from './platforms/platforms.ts'
import { publicRoutes } from './programme-pages/page-routes.ts'
import { hasOpenSurvey } from './surveys/event-surveys.ts'
import { readNextBoundary } from './talks/next-boundary.ts'
import type { Heartbeats } from './viewers/heartbeats.ts'

type Options = {
  services: PageServices
  limiter: RateLimiter
  budget: BodyBudget
  hub: LiveHub
  heartbeats: Heartbeats
}

const pageReaders = (services: PageServices): PageReaders => ({
  readPlatform: (id) => readPlatform(services, id),
  hasSurveys: async (platform, user) => mayWatch(platform, user) && hasOpenSurvey(services, platform),
  readFavoriteIds: (user) => readFavoriteIds(services, user),
  readNextBoundary: (platformId, from) => readNextBoundary(services, platformId, from),
})

/** Register it without a prefix, after the API. */
export const website: FastifyPluginAsync<Options> = async (site, given) => {
  const { services, limiter } = given
  const readers = pageReaders(services)
  const options = { ...given, publicPages: new PublicPages({ services, limiter, readers }) }
  await site.register(async (files) => {
    const routes = watchRoutes(files, { mustBeDescribed: false })
    await files.register(assetRoutes)
    await files.register(themeRoutes)
    await files.register(fileRoutes, {
      services,
      platformOf: (request: FastifyRequest) => platformOf(services, request),
    })
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
    recognizeVisits(pages, services, {
      hasOpenSurvey: (platform) => hasOpenSurvey(services, platform),
      mayWatch,
    })
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
