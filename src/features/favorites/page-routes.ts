// Starring talks: the form of all stars, and the signed-in user's favorites for scripts.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { ownPath } from '../../kernel/lib/web/own-path.ts'
import { fieldsOf, valuesOf } from '../../kit/forms/forms.ts'
import { LONG_FORM_BYTES } from '../../kit/limits.ts'
import { callerOf, requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { changeFavorites, readFavoriteIds } from './favorites.ts'
import { CHANGES_PER_MINUTE, MANY, MANY_PER_MINUTE } from './limits.ts'

export const favoriteRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  site.addHook('onRequest', requireUser)

  site.get('/favorites', { config: { operation: 'readFavorites' } }, async (request) => ({
    code: 'ok',
    ids: await readFavoriteIds(services, callerOf(request).user),
  }))

  const ofMany = { config: { operation: 'changeFavorites' }, bodyLimit: LONG_FORM_BYTES }
  site.post('/favorites', ofMany, async (request, reply) => {
    const caller = callerOf(request)
    await requireAllowed(limiter, `favorites:${caller.user.id}`, CHANGES_PER_MINUTE)
    const [add, remove] = [valuesOf(request, 'add'), valuesOf(request, 'remove')]
    if (add.length + remove.length > MANY)
      await requireAllowed(limiter, `many-favorites:${caller.user.id}`, MANY_PER_MINUTE)
    const changed = await changeFavorites(services, caller, { add, remove })
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    if (!wantsPage) return { code: 'ok', ...changed }
    if (changed.left.length > 0) throw new Refusal('too_many_favorites')
    return reply.redirect(ownPath(fieldsOf(request)('next')), 303)
  })
}
