// The routes that edit, delete, and show the history of one account. Lists and access have their own files.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { displayName } from '../../kit/components/person.tsx'
import { DeletePage } from '../../kit/office/delete-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { officeMessage } from '../../kit/office/refusals.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { forgetSession } from '../access/sessions/page-visits.ts'
import { ifFound, sendHistory } from '../audit/office-object-history.tsx'
import { readUser } from '../people/read-users.ts'
import { userTypes } from '../people/schema.ts'
import { deleteUser } from '../people/users.ts'
import { readMemberships } from './memberships.ts'
import { saveUserForm, sendUserForm } from './office-user-edit-page.tsx'
import { staffRoles } from './office-user-form.tsx'
import { UserConsequences } from './office-user-memberships.tsx'
import { userValues } from './office-user-values.ts'

type Ids = { Params: { id: string } }

export const userRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const read = (request: FastifyRequest<Ids>) => readUser(services, callerOf(request), request.params.id)

  office.get('/users/new', { config: { operation: 'newUserPage' } }, async (request, reply) => {
    const [attendee] = userTypes
    const type = among([...userTypes, ...staffRoles], queryOf(request)('type')) ?? attendee
    const state = { values: { type }, version: null, problems: [] }
    return sendUserForm({ request, reply, user: null, state })
  })

  office.post(
    '/users/new',
    { config: { operation: 'createUserByForm', acceptsUploads: true } },
    (request, reply) => saveUserForm({ options, request, reply, user: null }),
  )

  office.get<Ids>('/users/:id', { config: { operation: 'officeUser' } }, async (request, reply) => {
    const user = await read(request)
    const state = { values: userValues(user), version: user.version, problems: [] }
    return sendUserForm({ request, reply, user, state })
  })

  office.post<Ids>(
    '/users/:id',
    { config: { operation: 'updateUserByForm', acceptsUploads: true } },
    async (request, reply) => saveUserForm({ options, request, reply, user: await read(request) }),
  )

  office.get<Ids>('/users/:id/history', { config: { operation: 'userHistory' } }, async (request, reply) => {
    const user = await ifFound(read(request))
    const id = user?.id ?? request.params.id
    return sendHistory(options, request, reply, { area: 'users', id, title: user && displayName(user) })
  })

  office.get<Ids>('/users/:id/delete', { config: { operation: 'deleteUserPage' } }, (request, reply) =>
    sendUserDeletion(options, request, reply),
  )

  office.post<Ids>('/users/:id/delete', { config: { operation: 'deleteUserByForm' } }, (request, reply) =>
    deleteUserByForm(options, request, reply),
  )
}

async function deleteUserByForm(options: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const caller = callerOf(request)
  try {
    const { response } = await deleteUser(options.services, caller, request.params.id)
    if (response.id !== caller.user.id) return reply.redirect('/backoffice/users?done=deleted', 303)
  } catch (error) {
    if (!(error instanceof Refusal) || statusOf(error) === 404) throw error
    return sendUserDeletion(options, request, reply.code(statusOf(error)))
  }
  // The user deleted their own account and is now signed out.
  forgetSession(reply)
  return reply.redirect('/', 303)
}

/** Shows the reason if the caller may not delete the account. */
async function sendUserDeletion({ services }: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const caller = callerOf(request)
  const messages = messagesOf(request)
  const user = await readUser(services, caller, request.params.id)
  const { refusal, ...memberships } = await readMemberships(services, caller, user.id)
  const name = displayName(user)
  const title = messages.office.objects.deleteTitle({ name })
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <DeletePage
      area="users"
      id={user.id}
      title={name}
      csrf={csrf}
      refusal={refusal && officeMessage(refusal, messages)}
    >
      <UserConsequences user={user} memberships={memberships} />
    </DeletePage>
  ))
}
