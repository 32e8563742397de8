// The lists of accounts: all users, and the speakers.

import { pageHooks } from '../../kernel/changes/features.ts'
import { roles } from '../../kernel/schema/roles.ts'
import type { IconName } from '../../kit/components/icon.tsx'
import { Avatar, displayName, workOf } from '../../kit/components/person.tsx'
import { Day } from '../../kit/lists/day.tsx'
import type { BulkPages, Column, ListDefinition } from '../../kit/lists/list-definition.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { type FileColumn, plainColumns, timeCell } from '../../kit/pages/table-files.ts'
import type { InvitationOfUser } from '../people/lists.ts'
import { invitationStates } from '../people/new-accounts/links-store.ts'
import { registrationStatuses } from '../people/schema.ts'
import type { UserRow } from '../people/tables.ts'
import { StatusBadge } from './office-status-badge.tsx'
import { socials } from './office-user-values.ts'

const USERS = '/backoffice/users'
const SPEAKERS = '/backoffice/speakers'

const invitationFilter = ({ office: { invitations: texts } }: Messages) => ({
  label: texts.column,
  all: texts.anyState,
  options: invitationStates.map((state) => [state, texts.states[state]] as const),
})

export const userFilters = (messages: Messages) => {
  const { names, office } = messages
  const { users: texts, lists } = office
  return {
    invitation: invitationFilter(messages),
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
  }
}

/** An account of the list, with its invitation. */
export type ListedUser = { user: UserRow; invitation: InvitationOfUser }

/** The link to the invitation of all speakers who are not invited yet; undefined if there are none. */
const inviteSpeakersLink = ({ office }: Messages, toInvite: number) =>
  toInvite === 0
    ? undefined
    : {
        href: `${SPEAKERS}/invite?scope=matching&invitation=not-invited`,
        text: office.invitations.inviteSpeakers({ count: toInvite }),
      }

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** An action on selected people, at this place below the address of their list. */
    peopleAction?: { place: string; icon: IconName; text: (messages: Messages) => string }
  }
}

const peopleActions = (messages: Messages, path: string): BulkPages<never>['actions'] => {
  const { lists, invitations } = messages.office
  return [
    { path: `${path}/invite`, text: invitations.invite, icon: 'send' },
    ...pageHooks
      .of('peopleAction')
      .map(({ place, icon, text }) => ({ path: `${path}/${place}`, text: text(messages), icon })),
    { path: `${path}/edit`, text: lists.editRows, icon: 'pencil' },
    { path: `${path}.csv`, text: lists.exportRows, icon: 'download' },
  ]
}

export function userList(messages: Messages): ListDefinition<ListedUser> {
  const { users: texts, lists } = messages.office
  return {
    path: USERS,
    title: texts.title,
    count: (count) => lists.counts.users({ count }),
    searchHint: texts.searchHint,
    create: { href: `${USERS}/new`, text: texts.form.new },
    filters: userFilters(messages),
    bulkPages: {
      idOf: ({ user }) => user.id,
      nameOf: ({ user }) => displayName(user),
      actions: peopleActions(messages, USERS),
    },
    columns: accountColumns<ListedUser>(messages, {
      key: 'registration',
      name: texts.registration,
      isPlain: true,
      onPhone: 'at-end',
      sameBy: ({ user }) => user.registrationStatus,
      cell: ({ user: { registrationStatus: status } }) =>
        status === 'accepted' ? (
          messages.names.registrationStatuses.accepted
        ) : (
          <StatusBadge status={status} />
        ),
    }),
    empty: {
      title: texts.noUsers,
      advice: texts.noUsersAdvice({ add: (text) => <a href={`${USERS}/new`}>{text}</a> }),
      noMatches: texts.noMatches,
    },
  }
}

export type Speaker = { user: UserRow; talks: number }
export type ListedSpeaker = Speaker & ListedUser

export const speakerFilters = (messages: Messages) => {
  const { users, lists } = messages.office
  const { speakers: texts } = users
  return {
    invitation: invitationFilter(messages),
    profile: {
      label: texts.profile,
      all: lists.all,
      options: [['incomplete', texts.incomplete]],
    },
    highlighted: {
      label: texts.highlighted,
      all: lists.all,
      options: [
        ['yes', texts.yes],
        ['no', texts.no],
      ],
    },
  } as const
}

/** `toInvite` is the number of speakers who are not invited yet. */
export function speakerList(messages: Messages, toInvite: number): ListDefinition<ListedSpeaker> {
  const { users, lists } = messages.office
  const { searchHint, speakers: texts } = users
  return {
    path: SPEAKERS,
    review: inviteSpeakersLink(messages, toInvite),
    title: texts.title,
    count: (count) => lists.counts.speakers({ count }),
    searchHint,
    create: { href: `${USERS}/new?type=Speaker`, text: texts.new },
    intro: texts.intro,
    filters: speakerFilters(messages),
    bulkPages: {
      idOf: ({ user }) => user.id,
      nameOf: ({ user }) => displayName(user),
      actions: peopleActions(messages, SPEAKERS),
    },
    // Nearly all have the same role.
    columns: accountColumns<ListedSpeaker>(messages, {
      key: 'talks',
      name: texts.talks,
      isPlain: true,
      isNumber: true,
      onPhone: 'hidden',
      cell: ({ talks }) => talks,
    }).map((column) => (column.key === 'role' ? { ...column, isExtra: true } : column)),
    empty: {
      title: texts.noSpeakers,
      advice: texts.noSpeakersAdvice({ addTalk: (text) => <a href="/backoffice/talks/new">{text}</a> }),
      noMatches: texts.noMatches,
    },
  }
}

/** The columns of both lists. `extra` is the one that differs. */
function accountColumns<Row extends ListedUser>(messages: Messages, extra: Column<Row>): Column<Row>[] {
  const { forms, names, office } = messages
  const { users: texts, lists, invitations } = office
  return [
    {
      name: texts.name,
      sort: { by: 'name', labels: lists.alphabetical },
      isRowHeader: true,
      cell: (row) => <NameCell user={row.user} />,
    },
    {
      key: 'email',
      name: forms.email,
      sort: { by: 'email', labels: lists.alphabetical },
      isPlain: true,
      isWide: true,
      cell: (row) => row.user.email,
    },
    {
      key: 'company',
      name: texts.form.company,
      isPlain: true,
      isWide: true,
      isMinor: true,
      onPhone: 'hidden',
      cell: ({ user }) => user.company && <bdi>{user.company}</bdi>,
    },
    {
      key: 'job',
      name: texts.form.job,
      isExtra: true,
      isPlain: true,
      onPhone: 'hidden',
      cell: ({ user }) => user.job && <bdi>{user.job}</bdi>,
    },
    {
      key: 'role',
      name: texts.role,
      isPlain: true,
      onPhone: 'hidden',
      sameBy: (row) => row.user.role,
      cell: (row) => names.roles[row.user.role],
    },
    {
      key: 'invitation',
      name: invitations.column,
      isPlain: true,
      onPhone: 'hidden',
      cell: ({ invitation }, { zone }) => <InvitationCell invitation={invitation} zone={zone} />,
    },
    extra,
    {
      key: 'created',
      name: texts.created,
      sort: { by: 'created', labels: lists.byAge, startsDescending: true },
      isExtra: true,
      cell: (row, { zone }) => <Day at={row.user.createdAt} zone={zone} />,
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

function InvitationCell({ invitation, zone }: { invitation: InvitationOfUser; zone: string }) {
  const { time, office } = useMessages()
  const { states, invitedOn } = office.invitations
  const { isActive, invitedAt } = invitation
  if (isActive) return <>{states.active}</>
  if (invitedAt === undefined) return <span class="quiet">{states['not-invited']}</span>
  return <span class="badge info">{invitedOn({ day: time.shortDay(invitedAt, zone) })}</span>
}

function NameCell({ user }: { user: UserRow }) {
  return (
    <span class="with-picture">
      <Avatar person={user} />
      <a
        dir="auto"
        class="row-link"
        href={`${USERS}/${user.id}`}
        title={[user.email, workOf(user)].filter(Boolean).join('\n')}
      >
        {displayName(user)}
      </a>
    </span>
  )
}
