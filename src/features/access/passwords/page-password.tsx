// Changing one's own password. Users with a generated password must do so first.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { ownPath } from '../../../kernel/lib/web/own-path.ts'
import { CurrentPassword } from '../../../kit/components/current-password.tsx'
import { Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { sendAccountPage, sendFormPage } from '../page-account-layout.tsx'
import { deviceOf } from '../sessions/page-signed-in.ts'
import { startSession } from '../sessions/page-visits.ts'
import { NewPasswordFields, newPasswordOf } from './page-new-password-fields.tsx'
import { askPassword } from './page-password-attempts.ts'
import { changePassword } from './passwords.ts'

type State = { message?: string; problems?: readonly Problem[] }

export const passwordRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.get('/password', { config: { operation: 'passwordPage' } }, async (request, reply) =>
    showPassword(request, reply, {}),
  )

  account.post('/password', { config: { operation: 'changePassword' } }, async (request, reply) => {
    const caller = callerOf(request)
    const { forms, account: texts } = messagesOf(request)
    const { unchanged } = texts.password
    const { password, problems } = await newPasswordOf(services, request, caller.user)
    const refused = await askPassword(options, request, reply)
    if (refused) return showPassword(request, reply, { message: unchanged, problems: [refused, ...problems] })
    if (problems.length > 0) return refuse(request, reply, problems)
    const choice = { current: fieldsOf(request)('currentPassword'), next: password }
    const result = await changePassword(services, caller, { ...choice, device: deviceOf(request) })
    if (result.status === 'wrong_password')
      return refuse(request, reply, [wrongPassword(forms.wrongPassword)])
    if (result.status === 'refused') return refuse(request, reply, result.problems)
    startSession(reply, result.token, caller.user)
    const next = ownPath(fieldsOf(request)('next'))
    return reply.redirect(next === '/' ? '/account?done=password' : next, 303)
  })
}

/** The page that the user wanted when the password had to be changed first. */
const nextOf = (request: FastifyRequest): string =>
  ownPath(request.method === 'GET' ? (request.query as { next?: unknown }).next : fieldsOf(request)('next'))

const wrongPassword = (message: string): Problem => ({
  pointer: '/currentPassword',
  code: 'wrong_password',
  message,
})

function refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  reply.code(422)
  return showPassword(request, reply, { message: messagesOf(request).account.password.unchanged, problems })
}

function showPassword(request: FastifyRequest, reply: FastifyReply, { message, problems = [] }: State) {
  const { user, platform } = callerOf(request)
  const { account, forms, layout } = messagesOf(request)
  const { password: texts } = account
  const isGenerated = user.passwordMustChange
  const send = isGenerated ? sendFormPage : sendAccountPage
  return send(request, reply, isGenerated ? texts.generatedTitle : texts.title, (csrf) => (
    <>
      <p>{isGenerated ? texts.generatedText : texts.text}</p>
      <ProblemSummary message={message} problems={problems}>
        <Form action="/account/password" csrf={csrf}>
          <input type="hidden" name="next" value={nextOf(request)} />
          <input type="text" name="username" value={user.email} autocomplete="username" hidden />
          <CurrentPassword
            label={isGenerated ? texts.generatedLabel : forms.currentPassword}
            problems={problems}
          />
          <NewPasswordFields platform={platform} problems={problems} />
          <button class="primary" type="submit">
            {texts.change}
          </button>
        </Form>
      </ProblemSummary>
      {isGenerated ? (
        <Form action="/sign-out" csrf={csrf} class="form-page-other">
          <button type="submit">{layout.signOut}</button>
        </Form>
      ) : null}
    </>
  ))
}
