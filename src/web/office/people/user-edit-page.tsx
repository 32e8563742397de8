// The page that edits an account, and what saving its form leads to.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeRole } from '../../../domain/people/roles.ts'
import { saveUser } from '../../../domain/people/users.ts'
import { type User, type UserBody, UserCreate, UserUpdate } from '../../../schema/people/users.ts'
import { displayName } from '../../components/person.tsx'
import { uploadAssets } from '../../components/upload-fields.tsx'
import { storeUploads } from '../../forms/uploads.ts'
import { callerOf, messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import type { EditState } from '../shared/edit-state.ts'
import { sentValues, touched, type Values } from '../shared/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { doneOf } from '../shared/query-string.ts'
import { saveForm } from '../shared/save.ts'
import { redirectToSaved } from '../shared/saved-page.tsx'
import { linkOrigin, sendInvitation } from './invitations.tsx'
import { StatusBadge } from './status-badge.tsx'
import { staffRoles, UserForm } from './user-form.tsx'
import { userBody, userValues } from './user-values.ts'

const PATH = '/backoffice/users'

type UserEdit = {
  request: FastifyRequest
  reply: FastifyReply
  /** Null: a new account. */
  user: User | null
}

export async function saveUserForm({ options, request, reply, user }: UserEdit & { options: WebOptions }) {
  const { services } = options
  const caller = callerOf(request)
  const fileProblems = await storeUploads(options, request, { pictures: ['avatar'] })
  const values = sentValues(request)
  const staffRole =
    caller.actor.level === 'privileged' ? staffRoles.find((role) => role === values.type) : undefined
  let origin = ''
  const isNew = user === null
  const shown = user === null ? {} : userBody(userValues(user), { isNew })
  const outcome = await saveForm({
    current: user,
    values,
    lists: [],
    body: touched(userBody(staffRole ? asStaff(values) : values, { isNew }), shown),
    schema: isNew ? UserCreate : UserUpdate,
    messages: messagesOf(request),
    fileProblems,
    // The schema has accepted the body.
    save: async (body, precondition) => {
      if (isNew) origin = await linkOrigin(options, request)
      return saveUser(services, caller, user?.id ?? null, body as UserBody, precondition)
    },
  })
  if (outcome.status === 'again')
    return sendUserForm({ request, reply: reply.code(outcome.code), user, state: outcome.state })
  const { saved } = outcome
  if (!saved.isCreated) return redirectToSaved({ options, request, reply, area: 'users', saved })
  const { id, errors: warnings = [] } = saved.response
  if (staffRole) await changeRole(services, caller, { id, role: staffRole })
  return sendInvitation(options, request, reply, { userId: id, origin, warnings })
}

/** Staff are created as attendees who need no review, and then get their role. Only owners can do that. */
const asStaff = (values: Values): Values => ({
  ...values,
  type: 'Attendee',
  'options/endRegistration': 'on',
})

export function sendUserForm({ request, reply, user, state }: UserEdit & { state: EditState }) {
  const { names, office } = messagesOf(request)
  const title = user ? displayName(user) : office.users.form.new
  return sendOfficePage(
    request,
    reply,
    { title, ...uploadAssets(['office-forms.js', 'text-tools.js']) },
    (csrf) => (
      <>
        {user ? (
          <ObjectHead area="users" id={user.id} title={title} current="edit">
            <span class="badge">{names.roles[user.role]}</span>
            <StatusBadge status={user.registrationStatus} />
          </ObjectHead>
        ) : (
          <NewHead area="users" title={title} />
        )}
        <DoneNotice what={doneOf(request)} />
        <UserForm
          action={`${PATH}/${user?.id ?? 'new'}`}
          csrf={csrf}
          state={state}
          cancel={PATH}
          canAddStaff={callerOf(request).actor.level === 'privileged'}
          canHighlight={user ? user.role === 'speaker' : state.values.type === 'Speaker'}
        />
      </>
    ),
  )
}
