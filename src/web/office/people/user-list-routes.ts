// The routes of the lists of accounts.
import type { FastifyPluginAsync } from 'fastify'
import { listOfficeSpeakers, listOfficeUsers } from '../../../domain/office/lists.ts'
import { callerOf, messagesOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendListPage } from '../lists/list-page.tsx'
import { readChoices, readListQuery } from '../lists/list-query.ts'
import { queryOf } from '../shared/query-string.ts'
import { speakerFilters, speakerList, userFilters, userList } from './user-list.tsx'

export const userListRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/users', { config: { operation: 'officeUsers' } }, async (request, reply) => {
    const messages = messagesOf(request)
    const query = queryOf(request)
    const choices = readChoices(query, userFilters(messages))
    const found = await listOfficeUsers(services, callerOf(request), { ...readListQuery(query), ...choices })
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendListPage(request, reply, { list: userList(messages), found, choices, view })
  })

  office.get('/speakers', { config: { operation: 'officeSpeakers' } }, async (request, reply) => {
    const messages = messagesOf(request)
    const query = queryOf(request)
    const choices = readChoices(query, speakerFilters(messages))
    const highlighted = choices.highlighted === undefined ? undefined : choices.highlighted === 'yes'
    const found = await listOfficeSpeakers(services, callerOf(request), {
      ...readListQuery(query),
      highlighted,
      isIncomplete: choices.profile === 'incomplete',
    })
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendListPage(request, reply, { list: speakerList(messages), found, choices, view })
  })
}
