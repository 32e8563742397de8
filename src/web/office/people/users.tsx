// Accounts in the Back Office: the form, what deletion takes along. Roles are under user-access.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readPartsOfAccount } from '../../../domain/office/people.ts'
import { readUser } from '../../../domain/people/read-users.ts'
import { deleteUser, saveUser } from '../../../domain/people/users.ts'
import { type User, type UserBody, UserCreate, UserUpdate } from '../../../schema/people/users.ts'
import { displayName } from '../../components/person.tsx'
import { callerOf, forgetSession } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { ifThere, sendHistory } from '../logs/object-history.tsx'
import { DeletePage } from '../shared/delete-page.tsx'
import type { EditState } from '../shared/edit-state.ts'
import { sentValues, touched } from '../shared/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { among, queryOf } from '../shared/query-string.ts'
import { officeMessage } from '../shared/refusals.ts'
import { saveForm } from '../shared/save.ts'
import { answerSaved, sendSavedPage } from '../shared/saved-page.tsx'
import { StatusBadge } from './status-badge.tsx'
import { UserForm } from './user-form.tsx'
import { UserConsequences } from './user-memberships.tsx'
import { userBody, userValues } from './user-values.ts'

type Ids = { Params: { id: string } }
const PATH = '/backoffice/users'

export const officeUserRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/users/new', { config: { operation: 'newUserPage' } }, async (request, reply) => {
    const type = among(['Speaker'], queryOf(request)('type')) ?? 'Attendee'
    return sendUserForm(request, reply, null, { values: { type }, version: null, problems: [] })
  })

  office.post('/users/new', { config: { operation: 'createUserByForm' } }, (request, reply) =>
    saveUserForm(options, request, reply, null),
  )

  office.get<Ids>('/users/:id', { config: { operation: 'officeUser' } }, async (request, reply) => {
    const user = await readUser(services, callerOf(request), request.params.id)
    return sendUserForm(request, reply, user, {
      values: userValues(user),
      version: user.version,
      problems: [],
    })
  })

  office.post<Ids>('/users/:id', { config: { operation: 'updateUserByForm' } }, async (request, reply) =>
    saveUserForm(options, request, reply, await readUser(services, callerOf(request), request.params.id)),
  )

  office.get<Ids>('/users/:id/history', { config: { operation: 'userHistory' } }, async (request, reply) => {
    const { id } = request.params
    const user = await ifThere(readUser(services, callerOf(request), id))
    const title = user && displayName(user)
    return sendHistory(options, request, reply, { area: 'users', id: user?.id ?? id, title })
  })

  office.get<Ids>('/users/:id/delete', { config: { operation: 'deleteUserPage' } }, async (request, reply) =>
    sendDeletePage(options, request, reply),
  )

  office.post<Ids>(
    '/users/:id/delete',
    { config: { operation: 'deleteUserByForm' } },
    async (request, reply) => {
      const caller = callerOf(request)
      try {
        const {
          response: { id },
        } = await deleteUser(services, caller, request.params.id)
        if (id !== caller.user.id) return reply.redirect(`${PATH}?done=deleted`, 303)
      } catch (error) {
        if (!(error instanceof Refusal) || error.status === 404) throw error
        return sendDeletePage(options, request, reply.code(error.status))
      }
      forgetSession(reply)
      return reply.redirect('/', 303)
    },
  )
}

/** With the reason where the caller may not delete the account. */
async function sendDeletePage({ services }: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const caller = callerOf(request)
  const user = await readUser(services, caller, request.params.id)
  const parts = await readPartsOfAccount(services, caller, user.id)
  const title = displayName(user)
  const refusal = parts.refusal && officeMessage(parts.refusal)
  return sendOfficePage(request, reply, { title: `Delete ${title}` }, (csrf) => (
    <DeletePage area="users" id={user.id} title={title} csrf={csrf} refusal={refusal}>
      <UserConsequences user={user} parts={parts} />
    </DeletePage>
  ))
}

async function saveUserForm(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  current: User | null,
) {
  const caller = callerOf(request)
  const values = sentValues(request)
  const isNew = current === null
  const shown = current === null ? {} : userBody(userValues(current), { isNew })
  const outcome = await saveForm(
    {
      current,
      values,
      lists: [],
      body: touched(userBody(values, { isNew }), shown),
      schema: isNew ? UserCreate : UserUpdate,
    },
    // The schema has taken it.
    (checked, seen) => saveUser(services, caller, current?.id ?? null, checked as UserBody, seen),
  )
  if (outcome.status === 'again')
    return sendUserForm(request, reply.code(outcome.code), current, outcome.state)
  const { saved } = outcome
  if (!saved.isCreated) return answerSaved(request, reply, saved, { path: PATH, name: 'User' })
  const { id, username, password, errors = [] } = saved.response
  return sendSavedPage(request, reply, {
    title: 'User created',
    passwords: [{ id, email: values.email ?? '', username, password }],
    warnings: errors,
    next: `${PATH}/${id}`,
    nextText: 'Go on',
  })
}

function sendUserForm(request: FastifyRequest, reply: FastifyReply, user: User | null, state: EditState) {
  const title = user ? displayName(user) : 'New user'
  return sendOfficePage(request, reply, { title, scripts: ['office-forms.js'] }, (csrf) => (
    <>
      {user ? (
        <ObjectHead area="users" id={user.id} title={title} current="edit">
          <span class="badge">{user.role}</span>
          <StatusBadge status={user.registrationStatus} />
        </ObjectHead>
      ) : (
        <NewHead area="users" title={title} />
      )}
      <DoneNotice what={queryOf(request)('done')} />
      <UserForm
        action={`${PATH}/${user?.id ?? 'new'}`}
        csrf={csrf}
        state={state}
        cancel={PATH}
        canHighlight={user ? user.role !== 'attendee' : state.values.type === 'Speaker'}
      />
    </>
  ))
}
