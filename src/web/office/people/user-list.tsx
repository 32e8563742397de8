// The lists of accounts: all of them, and those who speak.
import type { ComponentChildren } from 'preact'
import { roles } from '../../../schema/people/attached-people.ts'
import { registrationStatuses } from '../../../schema/people/users.ts'
import type { UserRow } from '../../../store/sql/tables.ts'
import { Avatar, displayName, EmailText } from '../../components/person.tsx'
import {
  alphabetical,
  Cell,
  Columns,
  chronological,
  Day,
  isNarrowed,
  type ListFilter,
  ListHead,
  ListPager,
  ListSearch,
  type ListState,
  ListTable,
} from '../shared/list-page.tsx'
import { DoneNotice } from '../shared/object-page.tsx'
import { StatusBadge } from './status-badge.tsx'

const userFilters = [
  {
    name: 'role',
    label: 'Role',
    options: [['', 'All roles'], ...roles.map((role) => [role, role] as const)],
  },
  {
    name: 'status',
    label: 'Registration',
    options: [
      ['', 'All'],
      ...registrationStatuses.map((status) => [status, status.replace('_', ' ')] as const),
    ],
  },
] as const

type ListProps = { state: ListState; zone: string; done: string | undefined }

export function UserList({ state, users, zone, done }: ListProps & { users: readonly UserRow[] }) {
  return (
    <>
      <ListHead title="Users">
        <a class="button primary" href="/backoffice/users/new">
          New user
        </a>
      </ListHead>
      <DoneNotice what={done} />
      <People
        state={state}
        caption="Users"
        filters={userFilters}
        people={users}
        none="No account yet."
        extra={{ name: 'Registration', cell: (user) => <StatusBadge status={user.registrationStatus} /> }}
        zone={zone}
      />
    </>
  )
}

const speakerFilters = [
  {
    name: 'highlighted',
    label: 'Highlighted',
    options: [
      ['', 'All'],
      ['yes', 'Highlighted'],
      ['no', 'Others'],
    ],
  },
] as const

type Speaker = { user: UserRow; talks: number }

export function SpeakerList({ state, speakers, zone, done }: ListProps & { speakers: readonly Speaker[] }) {
  const talks = new Map(speakers.map((speaker) => [speaker.user.id, speaker.talks]))
  return (
    <>
      <ListHead title="Speakers">
        <a class="button primary" href="/backoffice/users/new?type=Speaker">
          New speaker
        </a>
      </ListHead>
      <DoneNotice what={done} />
      <p class="quiet">
        Everyone whose role is speaker, and everyone who speaks at a talk, whatever the role.
      </p>
      <People
        state={state}
        caption="Speakers"
        filters={speakerFilters}
        people={speakers.map(({ user }) => user)}
        none="No speaker yet: whoever speaks at a talk comes here by itself."
        extra={{ name: 'Talks', cell: (user) => talks.get(user.id) ?? 0 }}
        zone={zone}
      />
    </>
  )
}

type PeopleProps = {
  state: ListState
  caption: string
  filters: readonly ListFilter[]
  people: readonly UserRow[]
  /** What is said where there is nobody at all. */
  none: string
  extra: { name: string; cell: (user: UserRow) => ComponentChildren }
  zone: string
}

function People({ state, caption, filters, people, none, extra, zone }: PeopleProps) {
  const columns = [
    { text: 'Name', sort: 'name', orders: alphabetical },
    { text: 'E-mail', sort: 'email', orders: alphabetical },
    { text: 'Role' },
    { text: extra.name },
    { text: 'Since', sort: 'created', orders: chronological, startsDown: true },
  ] as const
  return (
    <>
      <ListSearch state={state} what="Name, e-mail or username" filters={filters} columns={columns} />
      <ListTable
        caption={caption}
        isEmpty={people.length === 0}
        empty={<p>{isNarrowed(state) ? 'Nobody is like this.' : none}</p>}
        head={<Columns state={state} columns={columns} />}
      >
        {people.map((user) => (
          <tr>
            <th scope="row">
              <span class="with-picture">
                <Avatar person={user} />
                <span>
                  <a href={`/backoffice/users/${user.id}`}>{displayName(user)}</a>
                  <span class="quiet">{[user.job, user.company].filter(Boolean).join(', ')}</span>
                </span>
              </span>
            </th>
            <Cell name="E-mail">
              <EmailText email={user.email} /> <span class="quiet">{user.username}</span>
            </Cell>
            <Cell name="Role">{user.role}</Cell>
            <Cell name={extra.name}>{extra.cell(user)}</Cell>
            <Cell name="Since">
              <Day at={user.createdAt} zone={zone} />
            </Cell>
          </tr>
        ))}
      </ListTable>
      <ListPager state={state} />
    </>
  )
}
