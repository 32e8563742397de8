// The pages: public site, accounts, and Back Office, with their shared guards.
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { recognizeVisits } from '../features/access/sessions/page-visits.ts'
import { fileRoutes } from '../features/files/page.ts'
import { acceptUploads } from '../features/files/page-uploads.ts'
import { type OfTalk, prepareAction } from '../features/live/page-request.ts'
import { platformOf } from '../features/platforms/page-platform.ts'
import { readPlatform } from '../features/platforms/platforms.ts'
import { readNextBoundary } from '../features/talks/programme/next-boundary.ts'
import { Refusal } from '../kernel/changes/errors.ts'
import { pageHooks } from '../kernel/changes/features.ts'
import type { PageServices } from '../kernel/changes/services.ts'
import type { Running } from '../kernel/http/running.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import { limitForms, readFormBodies } from '../kit/forms/form-body.ts'
import { guardForms } from '../kit/forms/forms.ts'
import { assetRoutes } from '../kit/pages/assets.ts'
import { sendErrorPage } from '../kit/pages/error-page.tsx'
import type { PageParts } from '../kit/pages/page-parts.ts'
import { type PageReaders, PublicPages } from '../kit/pages/public-pages.ts'
import { themeRoutes } from '../kit/pages/theme.ts'
import { giveTurns } from '../kit/pages/turns.ts'
import { requireStaff, requireUser } from '../kit/pages/visit.ts'

const pageReaders = (services: PageServices): PageReaders => ({
  readPlatform: (id) => readPlatform(services, id),
  readNextBoundary: (platformId, from) => readNextBoundary(services, platformId, from),
})

/** Register it without a prefix, after the API. */
export const website: FastifyPluginAsync<Running> = async (site, running) => {
  const { services, limiter } = running
  const readers = pageReaders(services)
  const options = { ...running, publicPages: new PublicPages({ services, limiter, readers }) }
  const registerAll = async (scope: FastifyInstance, group: keyof PageParts) => {
    for (const pages of pageHooks.of('routes'))
      for (const routes of pages[group] ?? []) await scope.register(routes, options)
  }
  await site.register(async (files) => {
    const routes = watchRoutes(files, { mustBeDescribed: false })
    await files.register(assetRoutes)
    await files.register(themeRoutes)
    await files.register(fileRoutes, {
      services,
      platformOf: (request: FastifyRequest) => platformOf(services, request),
    })
    await registerAll(files, 'files')
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
    recognizeVisits(pages, services)
    giveTurns(pages)
    guardForms(pages)
    pages.setErrorHandler(sendErrorPage)
    // In this scope, so that browsers get an error page for a dead link.
    pages.setNotFoundHandler(() => {
      throw new Refusal('not_found')
    })
    await pages.register(
      async (office) => {
        office.addHook('onRequest', requireStaff)
        acceptUploads(office, options)
        await registerAll(office, 'office')
      },
      { prefix: '/backoffice' },
    )
    await pages.register(async (open) => {
      limitForms(open)
      await registerAll(open, 'site')
      await open.register(async (actions) => {
        actions.addHook('onRequest', requireUser)
        actions.addHook('preHandler', (request) => prepareAction(options, request as FastifyRequest<OfTalk>))
        await registerAll(actions, 'actions')
      })
      await open.register(
        async (account) => {
          account.addHook('onRequest', requireUser)
          acceptUploads(account, options)
          await registerAll(account, 'account')
        },
        { prefix: '/account' },
      )
    })
    // In this scope, so that browsers get an error page for the address of a form.
    routes.refuseOtherMethods()
  })
}
