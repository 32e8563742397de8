// The review queue: who waits, accepted or rejected singly or many at once.
import type { FastifyPluginAsync } from 'fastify'
import { listRegistrations } from '../../../domain/office/lists.ts'
import { reviewRegistrations } from '../../../domain/people/registrations.ts'
import { fieldsOf, valuesOf } from '../../forms/forms.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { queryOf, withQuery } from '../shared/query-string.ts'
import { RegistrationList } from './registration-list.tsx'

const PATH = '/backoffice/registrations'

export const registrationRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/registrations', { config: { operation: 'registrations' } }, async (request, reply) => {
    const query = queryOf(request)
    const asked = {
      q: query('q'),
      sort: query('sort'),
      after: query('after'),
      before: query('before'),
    }
    const { items, ...list } = await listRegistrations(services, callerOf(request), asked)
    const page = { title: 'Registrations', scripts: ['office-forms.js'] }
    return sendOfficePage(request, reply, page, (csrf) => (
      <RegistrationList
        state={{ path: PATH, q: asked.q, filters: {}, ...list }}
        users={items}
        zone={zoneOf(request.visit)}
        csrf={csrf}
        outcome={{
          accepted: countOf(query('accepted')),
          rejected: countOf(query('rejected')),
          gone: countOf(query('gone')),
          none: query('none') !== undefined,
        }}
      />
    ))
  })

  office.post('/registrations', { config: { operation: 'reviewRegistrations' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [status, single = ''] = field('review').split(':')
    const ids = single === '' ? valuesOf(request, 'id') : [single]
    if ((status !== 'accepted' && status !== 'rejected') || ids.length === 0)
      return reply.redirect(`${PATH}?none=1`, 303)
    const { reviewed, refused } = await reviewRegistrations(services, callerOf(request), { ids, status })
    const counts = { [status]: String(reviewed || ''), gone: String(refused || '') }
    return reply.redirect(withQuery(PATH, { q: field('q'), ...counts }), 303)
  })
}

const countOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 0
