// Choosing a language in the menu on every page.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { ownPath } from '../../kernel/lib/web/own-path.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { LANGUAGE_PARAMETER, rememberLanguage } from '../../kit/pages/language.ts'
import { callerOf, refererOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { chooseLanguageOperation } from './languages.ts'

export const languageRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  // The menu is on every page, and cached pages have no token.
  site.post(
    '/language',
    { config: { operation: 'chooseLanguage', needsNoToken: true } },
    async (request, reply) => {
      const { visit } = request
      const { language } = request.body as { language?: unknown }
      const chosen = offeredLanguages(visit.platform).find((one) => one === language)
      if (chosen === undefined) throw new Refusal('bad_request')
      if (visit.user)
        await execute(services, callerOf(request), chooseLanguageOperation, {
          userId: visit.user.id,
          language: chosen,
        })
      return rememberLanguage(reply, chosen).redirect(pageBefore(request), 303)
    },
  )
}

/** The page with the menu, without a language in its address. */
function pageBefore(request: FastifyRequest): string {
  const page = refererOf(request)
  if (!page) return '/'
  page.searchParams.delete(LANGUAGE_PARAMETER)
  return ownPath(`${page.pathname}${page.search}`)
}
