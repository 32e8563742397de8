// One's own profile, with the attributes and rules of the API.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../domain/changes/errors.ts'
import { saveUser } from '../../domain/people/users.ts'
import { type UserBody, UserUpdate } from '../../schema/people/users.ts'
import { check, problemsOf } from '../forms/form-validation.ts'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendAccountPage } from './account-layout.tsx'
import { askPassword } from './password-attempts.ts'
import { bodyOf, ProfileForm, type ProfileValues, valuesOf } from './profile-form.tsx'

export const profileRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options

  account.get('/profile', { config: { operation: 'profilePage' } }, async (request, reply) =>
    show(request, reply, valuesOf(callerOf(request).user), []),
  )

  account.post('/profile', { config: { operation: 'saveProfile' } }, async (request, reply) => {
    const caller = callerOf(request)
    const field = fieldsOf(request)
    const body = bodyOf(field, caller.user)
    const problems = check(UserUpdate, body)
    if (problems.length > 0) return refuse(request, reply, problems)
    if (body.email !== caller.user.email) {
      const problem = await askPassword(options, request, reply)
      if (problem) return show(request, reply, field, [problem])
    }
    try {
      // Checked against the schema above.
      await saveUser(services, caller, caller.user.id, body as UserBody)
    } catch (error) {
      return refuse(request, reply, problemsOf(error, { email_taken: '/email', username_taken: '/username' }))
    }
    return reply.redirect('/account/profile?done=saved', 303)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  reply.code(422)
  return show(request, reply, fieldsOf(request), problems)
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  values: ProfileValues,
  problems: readonly Problem[],
) {
  return sendAccountPage(request, reply, messagesOf(request).account.profile.title, (csrf) => (
    <ProfileForm request={request} values={values} problems={problems} csrf={csrf} />
  ))
}
