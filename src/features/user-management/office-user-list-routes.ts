// The routes of the lists of accounts.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allFound } from '../../kernel/changes/sorted-lists.ts'
import { sendListPage } from '../../kit/lists/list-page.tsx'
import { readChoices, readListQuery } from '../../kit/lists/list-query.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { listOfficeUsers, type OfficeUserQuery } from '../people/lists.ts'
import { listOfficeSpeakers, type OfficeSpeakerQuery } from './list-speakers.ts'
import {
  speakerFile,
  speakerFilters,
  speakerList,
  userFile,
  userFilters,
  userList,
} from './office-user-list.tsx'

export const userListRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/users', { config: { operation: 'officeUsers' } }, async (request, reply) => {
    const { choices, query } = readUserQuery(request)
    const found = await listOfficeUsers(services, callerOf(request), query)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendListPage(request, reply, { list: userList(messagesOf(request)), found, choices, view })
  })

  tableFileRoutes(office, services, { path: '/users', operation: 'exportUsers' }, (request) => {
    const list = (page: OfficeUserQuery) => listOfficeUsers(services, callerOf(request), page)
    return { name: 'users', columns: userFile, pages: allFound(list, readUserQuery(request).query) }
  })

  office.get('/speakers', { config: { operation: 'officeSpeakers' } }, async (request, reply) => {
    const { choices, query } = readSpeakerQuery(request)
    const found = await listOfficeSpeakers(services, callerOf(request), query)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendListPage(request, reply, { list: speakerList(messagesOf(request)), found, choices, view })
  })

  tableFileRoutes(office, services, { path: '/speakers', operation: 'exportSpeakers' }, (request) => {
    const list = (page: OfficeSpeakerQuery) => listOfficeSpeakers(services, callerOf(request), page)
    return { name: 'speakers', columns: speakerFile, pages: allFound(list, readSpeakerQuery(request).query) }
  })
}

function readUserQuery(request: FastifyRequest) {
  const query = queryOf(request)
  const choices = readChoices(query, userFilters(messagesOf(request)))
  return { choices, query: { ...readListQuery(query), ...choices } }
}

function readSpeakerQuery(request: FastifyRequest) {
  const query = queryOf(request)
  const choices = readChoices(query, speakerFilters(messagesOf(request)))
  const highlighted = choices.highlighted === undefined ? undefined : choices.highlighted === 'yes'
  const isIncomplete = choices.profile === 'incomplete'
  return { choices, query: { ...readListQuery(query), highlighted, isIncomplete } }
}
