// The page that edits an account, and the results of saving its form.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import { displayName } from '../../kit/components/person.tsx'
import type { EditState } from '../../kit/office/edit-state.ts'
import { sentValues, touched, type Values } from '../../kit/office/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { doneOf } from '../../kit/office/query-string.ts'
import { saveForm } from '../../kit/office/save.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { draftFor } from '../access/invitations/office-new-people.ts'
import { redirectToSaved } from '../access/invitations/office-saved-page.tsx'
import { uploadAssets } from '../files/page-upload-fields.tsx'
import { storeUploads } from '../files/page-uploads.ts'
import { findAccount } from '../people/find-accounts.ts'
import { type DraftedInvitation, draftsOf } from '../people/new-accounts/new-invitations.ts'
import { OwnerCreate, type User, type UserBody, UserCreate, UserUpdate } from '../people/schema.ts'
import { createStaffCommand, saveUserCommand } from '../people/users.ts'
import { showInvitation } from './office-invitations.tsx'
import { StatusBadge } from './office-status-badge.tsx'
import { staffRoles, UserForm } from './office-user-form.tsx'
import { userBody, userValues } from './office-user-values.ts'

const PATH = '/backoffice/users'

type UserEdit = {
  request: FastifyRequest
  reply: FastifyReply
  /** Null for a new account. */
  user: User | null
}

export async function saveUserForm({ options, request, reply, user }: UserEdit & { options: WebOptions }) {
  const { services } = options
  const caller = callerOf(request)
  const fileProblems = await storeUploads(options, request, { pictures: ['avatar'] })
  const values = sentValues(request)
  const staffRole =
    user === null && caller.actor.level === 'privileged'
      ? staffRoles.find((role) => role === values.type)
      : undefined
  let invited: ReadonlyMap<string, DraftedInvitation> = new Map()
  const isNew = user === null
  const shown = user === null ? {} : userBody(userValues(user), { isNew })
  const outcome = await saveForm({
    current: user,
    values,
    lists: [],
    body: touched(staffRole ? staffBody(values) : userBody(values, { isNew }), shown),
    schema: staffRole ? OwnerCreate : isNew ? UserCreate : UserUpdate,
    messages: messagesOf(request),
    earlierProblems: fileProblems,
    // The schema has accepted the body.
    save: async (sent, precondition) => {
      const body = sent as UserBody
      if (isNew) invited = await draftFor(options, request, [body.email ?? ''])
      const invitations = draftsOf(invited)
      const save = staffRole
        ? createStaffCommand({ body, invitations }, staffRole)
        : saveUserCommand({ reference: user?.id ?? null, body, precondition, invitations })
      return executeCommand(services, caller, save)
    },
  })
  if (outcome.status === 'again')
    return sendUserForm({ request, reply: reply.code(outcome.code), user, state: outcome.state })
  const { saved } = outcome
  if (!saved.isCreated) return redirectToSaved({ options, request, reply, area: 'users', saved })
  const { id, errors: warnings = [] } = saved.response
  const [made] = invited.values()
  const account = await findAccount(services, caller, id)
  if (!made || !account) return redirectToSaved({ options, request, reply, area: 'users', saved })
  const { url, draft } = made
  return showInvitation(options, request, reply, { user: account, url, expiresAt: draft.expiresAt, warnings })
}

/** Admins and owners have no type and need no review. Only owners can add them. */
function staffBody(values: Values) {
  const { type: _type, options: _options, ...body } = userBody(values, { isNew: true })
  return body
}

export function sendUserForm({ request, reply, user, state }: UserEdit & { state: EditState }) {
  const { names, office } = messagesOf(request)
  const title = user ? displayName(user) : office.users.form.new
  return sendOfficePage(request, reply, { title, ...uploadAssets(['forms.js']) }, (csrf) => (
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
  ))
}
