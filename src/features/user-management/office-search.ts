// People in the search of the Back Office.
import { displayName } from '../../kit/components/person.tsx'
import type { FindInOffice } from '../../kit/office/search.ts'
import { findPeople } from '../people/lists.ts'

export const findUsers: FindInOffice = async (services, caller, q, { messages }) => {
  const { search: texts } = messages.office
  const people = await findPeople(services, caller, q)
  return {
    place: 20,
    icon: 'user',
    title: texts.people,
    all: texts.all.people,
    list: '/backoffice/users',
    hits: people.map((user) => ({
      href: `/backoffice/users/${user.id}`,
      title: displayName(user),
      about: [user.email, user.company, messages.names.roles[user.role]].filter(Boolean).join(' · '),
    })),
  }
}
