// The routes of the lists of accounts.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allFound } from '../../kernel/changes/sorted-lists.ts'
import { sendListPage } from '../../kit/lists/list-page.tsx'
import { readListQuery } from '../../kit/lists/list-query.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { listOfficeUsers, type OfficeUserQuery, withInvitations } from '../people/lists.ts'
import { countOfficeSpeakers, listOfficeSpeakers, type OfficeSpeakerQuery } from './list-speakers.ts'
import { invitedNotice } from './office-invite-people.tsx'
import { speakerChoices, speakerQuery, userChoices } from './office-people-lists.ts'
import { speakerFile, speakerList, userFile, userList } from './office-user-list.tsx'

export const userListRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const seen = (request: FastifyRequest) => ({
    view: { zone: zoneOf(request.visit), now: services.clock.now() },
    outcome: invitedNotice(messagesOf(request), queryOf(request)),
  })

  office.get('/users', { config: { operation: 'officeUsers' } }, async (request, reply) => {
    const { choices, query } = readUserQuery(request)
    const { items, ...page } = await listOfficeUsers(services, callerOf(request), query)
    const users = items.map((user) => ({ user }))
    const found = { ...page, items: await withInvitations(services, users, ({ user }) => user) }
    return sendListPage(request, reply, {
      list: userList(messagesOf(request)),
      found,
      choices,
      ...seen(request),
    })
  })

  tableFileRoutes(office, services, { path: '/users', operation: 'exportUsers' }, (request) => {
    const list = (page: OfficeUserQuery) => listOfficeUsers(services, callerOf(request), page)
    return { name: 'users', columns: userFile, pages: allFound(list, readUserQuery(request).query) }
  })

  office.get('/speakers', { config: { operation: 'officeSpeakers' } }, async (request, reply) => {
    const caller = callerOf(request)
    const { choices, query } = readSpeakerQuery(request)
    const { items, ...page } = await listOfficeSpeakers(services, caller, query)
    const found = { ...page, items: await withInvitations(services, items, ({ user }) => user) }
    const toInvite = await countOfficeSpeakers(services, caller, { invitation: 'not-invited' })
    const list = speakerList(messagesOf(request), toInvite)
    return sendListPage(request, reply, { list, found, choices, ...seen(request) })
  })

  tableFileRoutes(office, services, { path: '/speakers', operation: 'exportSpeakers' }, (request) => {
    const list = (page: OfficeSpeakerQuery) => listOfficeSpeakers(services, callerOf(request), page)
    return { name: 'speakers', columns: speakerFile, pages: allFound(list, readSpeakerQuery(request).query) }
  })
}

function readUserQuery(request: FastifyRequest) {
  const choices = userChoices(request, queryOf(request))
  return { choices, query: { ...readListQuery(request), ...choices } }
}

function readSpeakerQuery(request: FastifyRequest) {
  const choices = speakerChoices(request, queryOf(request))
  return { choices, query: { ...readListQuery(request), ...speakerQuery(choices) } }
}
