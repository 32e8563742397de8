// Addresses of the lists of accounts.
import type { FastifyPluginAsync } from 'fastify'
import { listOfficeSpeakers, listOfficeUsers } from '../../../domain/office/lists.ts'
import { roles } from '../../../schema/people/attached-people.ts'
import { registrationStatuses } from '../../../schema/people/users.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { among, type PageQuery, queryOf } from '../shared/query-string.ts'
import { SpeakerList, UserList } from './user-list.tsx'

const placeOf = (query: PageQuery) => ({
  q: query('q'),
  sort: query('sort'),
  after: query('after'),
  before: query('before'),
})

export const officeUserListRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/users', { config: { operation: 'officeUsers' } }, async (request, reply) => {
    const query = queryOf(request)
    const filters = {
      role: among(roles, query('role')),
      status: among(registrationStatuses, query('status')),
    }
    const asked = { ...placeOf(query), ...filters }
    const { items, ...list } = await listOfficeUsers(services, callerOf(request), asked)
    return sendOfficePage(request, reply, { title: 'Users' }, () => (
      <UserList
        state={{ path: '/backoffice/users', q: asked.q, filters, ...list }}
        users={items}
        zone={zoneOf(request.visit)}
        done={query('done')}
      />
    ))
  })

  office.get('/speakers', { config: { operation: 'officeSpeakers' } }, async (request, reply) => {
    const query = queryOf(request)
    const highlighted = among(['yes', 'no'], query('highlighted'))
    const asked = {
      ...placeOf(query),
      highlighted: highlighted === undefined ? undefined : highlighted === 'yes',
    }
    const { items, ...list } = await listOfficeSpeakers(services, callerOf(request), asked)
    return sendOfficePage(request, reply, { title: 'Speakers' }, () => (
      <SpeakerList
        state={{ path: '/backoffice/speakers', q: asked.q, filters: { highlighted }, ...list }}
        speakers={items}
        zone={zoneOf(request.visit)}
        done={query('done')}
      />
    ))
  })
}
