// The people that a bulk action is for: selected ones, or all that match the search and filters of their list.
import type { FastifyRequest } from 'fastify'
import { MAX_EDITED } from '../../kernel/limits.ts'
import { type Scope, scopeOf } from '../../kit/lists/bulk-edit.tsx'
import type { Choices } from '../../kit/lists/list-definition.ts'
import { readChoices } from '../../kit/lists/list-query.ts'
import type { PageQuery } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { chosenUsers, filtersOfUsers, type OfficeUserQuery } from '../people/lists.ts'
import type { UserRow } from '../people/tables.ts'
import { filtersOfSpeakers, type OfficeSpeakerQuery } from './list-speakers.ts'
import { speakerFilters, userFilters } from './office-user-list.tsx'

/** The lists of people, by their place in the address. */
export const peopleLists = ['users', 'speakers'] as const
export type PeopleList = (typeof peopleLists)[number]

export const userChoices = (request: FastifyRequest, query: PageQuery) =>
  readChoices(query, userFilters(messagesOf(request)))

export const speakerChoices = (request: FastifyRequest, query: PageQuery) =>
  readChoices(query, speakerFilters(messagesOf(request)))

/** The query of the speakers with these choices. */
export const speakerQuery = ({
  highlighted,
  profile,
  invitation,
}: ReturnType<typeof speakerChoices>): OfficeSpeakerQuery => ({
  highlighted: highlighted === undefined ? undefined : highlighted === 'yes',
  isIncomplete: profile === 'incomplete',
  invitation,
})

export function listOf(request: FastifyRequest, list: PeopleList): { path: string; title: string } {
  const { users } = messagesOf(request).office
  return { path: `/backoffice/${list}`, title: list === 'users' ? users.title : users.speakers.title }
}

export const choicesOf = (request: FastifyRequest, list: PeopleList, query: PageQuery): Choices =>
  list === 'users' ? userChoices(request, query) : speakerChoices(request, query)

export const peopleScope = (request: FastifyRequest, list: PeopleList): Scope =>
  scopeOf(request, { readChoices: (query) => choicesOf(request, list, query) })

/** Up to one more than can be changed at once, which shows that there are too many. */
export function findScoped(
  { services }: WebOptions,
  request: FastifyRequest,
  { list, scope }: { list: PeopleList; scope: Scope },
): Promise<UserRow[]> {
  const chosen: PageQuery = (name) => (scope.ids ? undefined : scope.choices[name])
  const { ids } = scope
  const filters =
    list === 'users'
      ? filtersOfUsers(services, { ...(userChoices(request, chosen) satisfies OfficeUserQuery), ids })
      : filtersOfSpeakers(services, { ...speakerQuery(speakerChoices(request, chosen)), ids })
  return chosenUsers(services, callerOf(request), {
    q: ids ? undefined : scope.q,
    filters,
    limit: MAX_EDITED + 1,
  })
}
