// The lists of accounts: all users, and the speakers.

import { roles } from '../../kernel/schema/roles.ts'
import { Avatar, displayName, EmailText } from '../../kit/components/person.tsx'
import { Day } from '../../kit/lists/day.tsx'
import type { Column, ListDefinition } from '../../kit/lists/list-definition.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { type FileColumn, plainColumns, timeCell } from '../../kit/pages/table-files.ts'
import { registrationStatuses } from '../people/schema.ts'
import type { UserRow } from '../people/tables.ts'
import { StatusBadge } from './office-status-badge.tsx'
import { socials } from './office-user-values.ts'

const USERS = '/backoffice/users'

export const userFilters = ({ names, office: { users: texts, lists } }: Messages) => ({
  role: {
    label: texts.role,
    all: texts.allRoles,
    options: roles.map((role) => [role, names.roles[role]] as const),
  },
  status: {
    label: texts.registration,
    all: lists.all,
    options: registrationStatuses.map((status) => [status, names.registrationStatuses[status]] as const),
  },
})

export function userList(messages: Messages): ListDefinition<UserRow> {
  const { users: texts } = messages.office
  return {
    path: USERS,
    title: texts.title,
    searchHint: texts.searchHint,
    create: { href: `${USERS}/new`, text: texts.form.new },
    filters: userFilters(messages),
    columns: accountColumns<UserRow>(messages, (user) => user, {
      name: texts.registration,
      cell: ({ registrationStatus }) => <StatusBadge status={registrationStatus} />,
    }),
    empty: {
      title: texts.noUsers,
      advice: texts.noUsersAdvice({ add: (text) => <a href={`${USERS}/new`}>{text}</a> }),
      noMatches: texts.noMatches,
    },
  }
}

export type Speaker = { user: UserRow; talks: number }

export const speakerFilters = ({
  office: {
    users: { speakers: texts },
    lists,
  },
}: Messages) =>
  ({
    highlighted: {
      label: texts.highlighted,
      all: lists.all,
      options: [
        ['yes', texts.yes],
        ['no', texts.no],
      ],
    },
    profile: {
      label: texts.profile,
      all: lists.all,
      options: [['incomplete', texts.incomplete]],
    },
  }) as const

export function speakerList(messages: Messages): ListDefinition<Speaker> {
  const { searchHint, speakers: texts } = messages.office.users
  return {
    path: '/backoffice/speakers',
    title: texts.title,
    searchHint,
    create: { href: `${USERS}/new?type=Speaker`, text: texts.new },
    intro: texts.intro,
    filters: speakerFilters(messages),
    columns: accountColumns<Speaker>(messages, ({ user }) => user, {
      name: texts.talks,
      cell: ({ talks }) => talks,
    }),
    empty: {
      title: texts.noSpeakers,
      advice: texts.noSpeakersAdvice({ addTalk: (text) => <a href="/backoffice/talks/new">{text}</a> }),
      noMatches: texts.noMatches,
    },
  }
}

/** The columns of both lists. `extra` is the one that differs. */
function accountColumns<Row>(
  { forms, names, office: { users: texts, lists } }: Messages,
  userOf: (row: Row) => UserRow,
  extra: Column<Row>,
): Column<Row>[] {
  return [
    {
      name: texts.name,
      sort: { by: 'name', labels: lists.alphabetical },
      isRowHeader: true,
      cell: (row) => <NameCell user={userOf(row)} />,
    },
    {
      name: forms.email,
      sort: { by: 'email', labels: lists.alphabetical },
      cell: (row) => <EmailCell user={userOf(row)} />,
    },
    { name: texts.role, cell: (row) => names.roles[userOf(row).role] },
    extra,
    {
      name: texts.created,
      sort: { by: 'created', labels: lists.byAge, startsDescending: true },
      cell: (row, { zone }) => <Day at={userOf(row).createdAt} zone={zone} />,
    },
  ]
}

export const userFile: readonly FileColumn<UserRow>[] = [
  ...plainColumns('id', 'externalId', 'email', 'username', 'firstName', 'lastName', 'role'),
  ...plainColumns(
    'registrationStatus',
    'waitlisted',
    'job',
    'company',
    'description',
    'avatar',
    'tags',
    'timezone',
  ),
  ...plainColumns('language', 'country', 'city', 'status', 'website'),
  ...socials.map((network): FileColumn<UserRow> => [`socials.${network}`, (user) => user.socials[network]]),
  ...plainColumns('highlighted'),
  ['answers', ({ answers }) => (Object.keys(answers).length === 0 ? '' : JSON.stringify(answers))],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]

export const speakerFile: readonly FileColumn<Speaker>[] = [
  ...userFile.map(([name, cell]): FileColumn<Speaker> => [name, ({ user }, zone) => cell(user, zone)]),
  ['talks', ({ talks }) => talks],
]

function NameCell({ user }: { user: UserRow }) {
  return (
    <span class="with-picture">
      <Avatar person={user} />
      <span>
        <a dir="auto" href={`${USERS}/${user.id}`}>
          {displayName(user)}
        </a>
        <span dir="auto" class="quiet">
          {[user.job, user.company].filter(Boolean).join(', ')}
        </span>
      </span>
    </span>
  )
}

function EmailCell({ user: { email, username } }: { user: UserRow }) {
  return (
    <>
      <EmailText email={email} /> <span class="quiet">{username}</span>
    </>
  )
}
