// Agenda and speakers for iframes on other sites: no navigation, and links open in a new tab.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { QUARTER_HOUR_MS } from '../../../kit/pages/public-response.ts'
import { queryOf } from '../../../kit/pages/query.ts'
import { publicPage } from '../../../kit/pages/render.tsx'
import type { Visit } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { chooseZone } from '../../../kit/site/time-zones.ts'
import { readPeople } from '../../speakers/speakers.ts'
import { readAgenda } from '../agenda.ts'
import { EmbeddedAgenda } from './page-embedded-agenda.tsx'
import { EmbeddedSpeakers } from './page-embedded-speakers.tsx'

// These are the only pages that other sites may frame. They have links but no forms.
const embeddable = { isEmbeddable: true }

const agendaRoute = {
  operation: 'embeddedAgenda',
  parameters: ['room', 'track', 'language', 'tag', 'zone', 'scheme', 'day', 'from'],
  isForEveryone: true,
}
const speakersRoute = {
  operation: 'embeddedSpeakers',
  parameters: ['track', 'tag', 'highlighted', 'scheme', 'page'],
  isForEveryone: true,
}

export const embedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/embed/agenda', agendaRoute, async (request) => {
    const visit = anonymousVisit(request)
    const query = queryOf(request)
    const choice = chooseZone(query('zone'), visit)
    const filters = {
      room: query('room'),
      track: query('track'),
      language: query('language'),
      tag: query('tag'),
      zone: choice.parameter,
      scheme: query('scheme'),
    }
    const agenda = await readAgenda(services, visit.platform, {
      page: 1,
      ...{ speaker: '', words: '', isRecommended: false },
      day: query('day'),
      zone: choice.zone,
      from: query('from'),
      rooms: listOf(filters.room),
      tracks: listOf(filters.track),
      languages: listOf(filters.language),
      tags: listOf(filters.tag),
    })
    const now = services.clock.now()
    const page = <EmbeddedAgenda visit={visit} filters={filters} agenda={agenda} choice={choice} now={now} />
    return publicPage(request, page, { ...embeddable, periodMs: QUARTER_HOUR_MS })
  })

  publicPages.route(site, '/embed/speakers', speakersRoute, async (request) => {
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
    return publicPage(request, page, embeddable)
  })
}

const listOf = (filter: string): string[] => (filter === '' ? [] : [filter])

/** The page is the same for all visitors, so that the embedding site cannot learn who is signed in. */
const anonymousVisit = ({ visit }: FastifyRequest): Visit => ({ ...visit, user: null, session: null })
