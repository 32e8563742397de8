// The captions of a talk for its player. Only people who may watch the recording get them.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { originOf } from '../../../kernel/http/server/hosts.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { requireVisibleTalk } from '../../talks/programme/visible-talk.ts'
import { requireStage } from '../stage.ts'
import { captionsIn } from './captions-store.ts'

type Address = { Params: { id: string; language: string } }

export const captionsPath = (talkId: string, language: string): string =>
  `/talks/${talkId}/captions/${language}.vtt`

export const captionsFileRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<Address>(
    '/talks/:id/captions/:language.vtt',
    { config: { operation: 'readCaptions' } },
    async (request, reply) => {
      const { platform, user } = request.visit
      const talk = await requireVisibleTalk(services, request.visit, request.params.id)
      const stage = await requireStage(services, { platform, talk, user, origin: originOf(request) })
      const { language } = request.params
      const content =
        'url' in stage && stage.phase === 'replay'
          ? await services.store.read(captionsIn({ platformId: platform.id, talkId: talk.id, language }))
          : undefined
      if (content === undefined) throw new Refusal('not_found')
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('text/vtt; charset=utf-8')
        .send(content)
    },
  )
}
