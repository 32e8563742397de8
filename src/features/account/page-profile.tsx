// One's own profile, with the attributes and rules of the API.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { secondsUntilTomorrow } from '../../kernel/outbox/email-counts.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { LONG_FORM_BYTES } from '../../kit/limits.ts'
import { forgetLanguage, rememberLanguage } from '../../kit/pages/language.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { emailChangeOf, requestEmailChange } from '../access/links/email-changes.ts'
import { hasSignInLinks } from '../access/links/sign-in-links.ts'
import { sendAccountPage } from '../access/page-account-layout.tsx'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { uploadAssets } from '../files/page-upload-fields.tsx'
import { storeUploads } from '../files/page-uploads.ts'
import { chooseLanguageOperation } from '../people/languages.ts'
import { type UserBody, UserUpdate } from '../people/schema.ts'
import { saveUser } from '../people/users.ts'
import { confirmedOriginOf } from '../platforms/page-platform.ts'
import { bodyOf, ProfileForm, type ProfileValues, valuesOf } from './page-profile-form.tsx'

export const profileRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options

  account.get('/profile', { config: { operation: 'profilePage' } }, async (request, reply) =>
    show(request, reply, valuesOf(callerOf(request).user), []),
  )

  account.post(
    '/profile',
    { config: { operation: 'saveProfile', acceptsUploads: true }, bodyLimit: LONG_FORM_BYTES },
    async (request, reply) => {
      const caller = callerOf(request)
      const texts = messagesOf(request).account.profile
      const fileProblems = await storeUploads(options, request, { pictures: ['avatar'] })
      const field = fieldsOf(request)
      const body = bodyOf(field, caller.user)
      const problems = [...fileProblems, ...check(messagesOf(request), UserUpdate, body)]
      if (problems.length > 0) return refuse(request, reply, problems)
      const change = emailChangeOf(caller.user, body.email, {
        hasMailer: services.hasMailer,
        hasLinks: hasSignInLinks(services, caller.platform),
      })
      if (body.email !== caller.user.email) {
        const problem = await askPassword(options, request, reply)
        if (problem) return show(request, reply, field, [problem])
        const refusals = {
          refused: texts.emailFixed,
          unproved: texts.emailUnproved,
          in_review: texts.emailInReview,
        }
        if (change !== 'now' && change !== 'confirmed')
          return refuse(request, reply, [emailProblem(refusals[change])])
      }
      const { email, ...others } = body
      try {
        // The schema above has checked it.
        await saveUser(services, caller, caller.user.id, (change === 'now' ? body : others) as UserBody)
        await saveLanguage(services, request, reply)
        if (change !== 'confirmed') return reply.redirect('/account/profile?done=saved', 303)
        const problem = await askConfirmation(options, request, email)
        if (problem) return refuse(request, reply, [problem])
      } catch (error) {
        return refuse(request, reply, problemsOf(error))
      }
      return reply.redirect('/account/profile?done=confirm', 303)
    },
  )
}

/** Saves the language of pages and e-mails. Without one, the choice in the menu of pages is also cleared. */
async function saveLanguage(services: WebOptions['services'], request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request)
  const field = fieldsOf(request)('language')
  const language = offeredLanguages(caller.platform).find((one) => one === field) ?? null
  await execute(services, caller, chooseLanguageOperation, { userId: caller.user.id, language })
  if (language === null) forgetLanguage(reply)
  else rememberLanguage(reply, language)
}

const emailProblem = (message: string): Problem => ({ pointer: '/email', code: 'email', message })

/** Sends the link that confirms the new e-mail. Returns the problem of the field after too many. */
async function askConfirmation(
  { services }: WebOptions,
  request: FastifyRequest,
  email: string,
): Promise<Problem | undefined> {
  const { forms, formats } = messagesOf(request)
  const isRequested = await requestEmailChange(services, callerOf(request), {
    email,
    language: request.visit.language,
    origin: await confirmedOriginOf(services, request),
    address: countedClient(request),
  })
  if (isRequested) return undefined
  const wait = formats.wait(secondsUntilTomorrow(services.clock.now()))
  return emailProblem(forms.tooManyAttempts({ wait }))
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
  const { title } = messagesOf(request).account.profile
  return sendAccountPage(
    request,
    reply,
    title,
    (csrf) => <ProfileForm request={request} values={values} problems={problems} csrf={csrf} />,
    uploadAssets(['forms.js']),
  )
}
