// Agenda and speakers for iframes on other sites: no navigation, and links open in a new tab.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { readAgenda } from '../../../domain/site/agenda.ts'
import { readPeople } from '../../../domain/site/speakers.ts'
import { sendPublicPage } from '../../pages/render.tsx'
import type { Visit } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { queryOf } from '../site-urls.ts'
import { chooseZone } from '../time-zones.ts'
import { EmbeddedAgenda } from './embedded-agenda.tsx'
import { EmbeddedSpeakers } from './embedded-speakers.tsx'

// The only pages that other sites may frame: they have links but no forms.
const embeddable = { isEmbeddable: true }

export const embedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/embed/agenda', { config: { operation: 'embeddedAgenda' } }, async (request, reply) => {
    const visit = anonymousVisit(request)
    const query = queryOf(request)
    const choice = chooseZone(query('zone'), visit)
    const filters = {
      track: query('track'),
      tag: query('tag'),
      zone: choice.parameter,
      scheme: query('scheme'),
    }
    const agenda = await readAgenda(services, visit.platform, {
      ...{ speaker: '', words: '', isRecommended: false },
      day: query('day'),
      zone: choice.zone,
      track: filters.track,
      tag: filters.tag,
    })
    const now = services.clock.now()
    const page = <EmbeddedAgenda visit={visit} filters={filters} agenda={agenda} choice={choice} now={now} />
    return sendPublicPage(request, reply, page, embeddable)
  })

  site.get('/embed/speakers', { config: { operation: 'embeddedSpeakers' } }, async (request, reply) => {
    const visit = anonymousVisit(request)
    const query = queryOf(request)
    const filters = {
      track: query('track'),
      tag: query('tag'),
      highlighted: query('highlighted') === '' ? '' : '1',
      scheme: query('scheme'),
    }
    const found = await readPeople(services, visit.platform, {
      words: '',
      tag: filters.tag,
      track: filters.track,
      isHighlighted: filters.highlighted !== '',
      page: Number.parseInt(query('page'), 10) || 1,
    })
    const page = <EmbeddedSpeakers visit={visit} filters={filters} found={found} />
    return sendPublicPage(request, reply, page, embeddable)
  })
}

/** The same page for everyone: who is signed in here is no business of the embedding site. */
const anonymousVisit = ({ visit }: FastifyRequest): Visit => ({ ...visit, user: null, session: null })
