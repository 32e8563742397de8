// Changing one's password; everybody with a generated one is led here first.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { changePassword } from '../../domain/access/passwords.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import { CurrentPassword } from '../components/current-password.tsx'
import { Form, ProblemSummary } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, startSession } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendAccountPage, sendDoorPage } from './account-layout.tsx'
import { NewPassword, newPasswordOf } from './new-password-fields.tsx'
import { askPassword } from './password-attempts.ts'
import { deviceOf } from './sign-in.tsx'

type State = { message?: string; problems?: readonly Problem[] }

export const passwordRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.get('/password', { config: { operation: 'passwordPage' } }, async (request, reply) =>
    showPassword(request, reply, {}),
  )

  account.post('/password', { config: { operation: 'changePassword' } }, async (request, reply) => {
    const caller = callerOf(request)
    const { password, problems } = await newPasswordOf(request, caller.user)
    const refused = await askPassword(options, request, reply)
    if (refused) return showPassword(request, reply, { message: STILL_OLD, problems: [refused, ...problems] })
    if (problems.length > 0) return refuse(request, reply, problems)
    const choice = { current: fieldsOf(request)('currentPassword'), next: password }
    const result = await changePassword(services, caller, { ...choice, device: deviceOf(request) })
    if (result.status === 'wrong_password') return refuse(request, reply, [wrongPassword])
    if (result.status === 'refused') return refuse(request, reply, result.problems)
    startSession(reply, result.token)
    return reply.redirect('/account?done=password', 303)
  })
}

const STILL_OLD = 'Your password is still the old one.'

const wrongPassword: Problem = {
  pointer: '/currentPassword',
  code: 'wrong_password',
  message: 'This is not your password.',
}

function refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  reply.code(422)
  return showPassword(request, reply, { message: STILL_OLD, problems })
}

function showPassword(request: FastifyRequest, reply: FastifyReply, { message, problems = [] }: State) {
  const { user, platform } = callerOf(request)
  const isForced = user.passwordMustChange
  const send = isForced ? sendDoorPage : sendAccountPage
  return send(request, reply, isForced ? 'Choose your own password' : 'Password', (csrf) => (
    <>
      <p>
        {isForced
          ? 'You signed in with a password that was made for you. Choose one that only you know, and everything else is open to you.'
          : 'Once it is changed, every other device is signed out.'}
      </p>
      <ProblemSummary message={message} problems={problems}>
        <Form action="/account/password" csrf={csrf}>
          <input type="text" name="username" value={user.email} autocomplete="username" hidden />
          <CurrentPassword
            label={isForced ? 'The password that was made for you' : 'Current password'}
            problems={problems}
          />
          <NewPassword platform={platform} problems={problems} />
          <button class="primary" type="submit">
            Change password
          </button>
        </Form>
      </ProblemSummary>
      {isForced ? (
        <Form action="/sign-out" csrf={csrf} class="door-other">
          <button type="submit">Sign out</button>
        </Form>
      ) : null}
    </>
  ))
}
