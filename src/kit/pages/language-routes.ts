// Choosing a language in the menu on every page.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { chooseLanguageOperation, offeredLanguages } from '../../features/people/languages.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { ownPath } from '../../kernel/lib/web/own-path.ts'
import type { WebOptions } from '../website.ts'
import { LANGUAGE_PARAMETER, rememberLanguage } from './language.ts'
import { callerOf, refererOf } from './visit.ts'

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
