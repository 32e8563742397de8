// The review queue: accepting and rejecting registrations, one by one or several at once.
import type { FastifyPluginAsync } from 'fastify'
import { allFound, type OfficeQuery } from '../../kernel/changes/sorted-lists.ts'
import { fieldsOf, valuesOf } from '../../kit/forms/forms.ts'
import { sendListPage } from '../../kit/lists/list-page.tsx'
import { readListQuery } from '../../kit/lists/list-query.ts'
import { REGISTRATIONS } from '../../kit/office/paths.ts'
import { type PageQuery, queryOf, withQuery } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { countSignUps } from '../access/sign-up/sign-up.ts'
import { listRegistrations } from '../people/lists.ts'
import { readTakenPlaces } from '../people/registrations/places.ts'
import { reviewRegistrations } from '../people/registrations/registrations.ts'
import { emailOriginOf } from '../platforms/page-platform.ts'
import { PlacesNotice } from './office-places-notice.tsx'
import { ReviewNotice, type ReviewOutcome, registrationList } from './office-registration-list.tsx'
import { userFile } from './office-user-list.tsx'

export const registrationRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  office.get('/registrations', { config: { operation: 'registrations' } }, async (request, reply) => {
    const query = queryOf(request)
    const found = await listRegistrations(services, callerOf(request), readListQuery(request))
    const signUps = await countSignUps(services, callerOf(request))
    const { platform } = callerOf(request)
    const { questions } = platform.settings.registration
    const places = await readTakenPlaces(services, platform)
    return sendListPage(request, reply, {
      list: registrationList(messagesOf(request), { signUps, questions }),
      found,
      choices: {},
      view: { zone: zoneOf(request.visit), now: services.clock.now() },
      outcome: (
        <>
          <ReviewNotice {...outcomeOf(query)} />
          <PlacesNotice places={places} />
        </>
      ),
    })
  })

  tableFileRoutes(
    office,
    services,
    { path: '/registrations', operation: 'exportRegistrations' },
    (request) => {
      const list = (page: OfficeQuery) => listRegistrations(services, callerOf(request), page)
      const pages = allFound(list, readListQuery(request))
      return { name: 'registrations', columns: userFile, pages }
    },
  )

  office.post('/registrations', { config: { operation: 'reviewRegistrations' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [status, single = ''] = field('review').split(':')
    const ids = single === '' ? valuesOf(request, 'id') : [single]
    if ((status !== 'accepted' && status !== 'rejected') || ids.length === 0)
      return reply.redirect(`${REGISTRATIONS}?none=1`, 303)
    const emailedFrom = await emailOriginOf(services, request)
    const { reviewed, refused } = await reviewRegistrations(services, callerOf(request), {
      ids,
      status,
      emailedFrom,
    })
    const counts = { [status]: String(reviewed || ''), gone: String(refused || '') }
    return reply.redirect(withQuery(REGISTRATIONS, { q: field('q'), ...counts }), 303)
  })
}

const outcomeOf = (query: PageQuery): ReviewOutcome => ({
  accepted: countOf(query('accepted')),
  rejected: countOf(query('rejected')),
  refused: countOf(query('gone')),
  isNoneSelected: query('none') !== undefined,
})

const countOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 0
