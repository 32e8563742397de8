// Agenda and speakers for pages of other sites, in an iframe: no navigation of ours, and every link opens a tab.
import type { FastifyPluginAsync } from 'fastify'
import { readAgenda } from '../../../domain/site/agenda.ts'
import { readPeople } from '../../../domain/site/speakers.ts'
import { sendPublicPage } from '../../pages/render.tsx'
import type { WebOptions } from '../../website.ts'
import { queryOf } from '../site-urls.ts'
import { chooseZone } from '../time-zones.ts'
import { EmbeddedAgenda } from './embedded-agenda.tsx'
import { EmbeddedSpeakers } from './embedded-speakers.tsx'

// The only pages that other sites may frame: nothing can be done on them but to follow a link.
const embeddable = { isEmbeddable: true }

export const embedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/embed/agenda', { config: { operation: 'embeddedAgenda' } }, async (request, reply) => {
    const { platform } = request.visit
    const query = queryOf(request)
    // The same for everyone: who has signed in here is nothing to another site.
    const choice = chooseZone(query('zone'), { platform, user: null, session: null })
    const asked = {
      track: query('track'),
      tag: query('tag'),
      zone: choice.parameter,
      scheme: query('scheme'),
    }
    const agenda = await readAgenda(services, platform, {
      ...{ speaker: '', words: '', isRecommended: false },
      day: query('day'),
      zone: choice.zone,
      track: asked.track,
      tag: asked.tag,
    })
    const now = services.clock.now()
    const page = (
      <EmbeddedAgenda platform={platform} asked={asked} agenda={agenda} choice={choice} now={now} />
    )
    return sendPublicPage(request, reply, page, embeddable)
  })

  site.get('/embed/speakers', { config: { operation: 'embeddedSpeakers' } }, async (request, reply) => {
    const { platform } = request.visit
    const query = queryOf(request)
    const asked = {
      track: query('track'),
      tag: query('tag'),
      highlighted: query('highlighted') === '' ? '' : '1',
      scheme: query('scheme'),
    }
    const found = await readPeople(services, platform, {
      words: '',
      tag: asked.tag,
      track: asked.track,
      isHighlighted: asked.highlighted !== '',
      page: Number.parseInt(query('page'), 10) || 1,
    })
    const page = <EmbeddedSpeakers platform={platform} asked={asked} found={found} />
    return sendPublicPage(request, reply, page, embeddable)
  })
}
