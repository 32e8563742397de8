// The first screen of the setup, behind the one-time link that the server prints while a platform has no owner: the
// event, and the account of the owner.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { type Language, languages } from '../../../kernel/schema/languages.ts'
import { Choice, Field } from '../../../kit/components/form-fields.tsx'
import { zoneOptions } from '../../../kit/components/time-zone-options.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { languageNames } from '../../../kit/messages/messages.ts'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { OwnerCreate } from '../../people/schema.ts'
import { PlatformChange } from '../../platforms/schema.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { NewPasswordFields, newPasswordOf } from '../passwords/page-new-password-fields.tsx'
import { rememberDevice } from '../sessions/page-known-device.ts'
import { deviceOf } from '../sessions/page-signed-in.ts'
import { startSession } from '../sessions/page-visits.ts'
import { SETUP_PLACE, sendSetupScreen } from './page-setup-frame.tsx'
import { completeSetup, isSetupLink } from './setup.ts'

type Link = { Params: { token: string } }

export const setupRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<Link>('/setup/:token', { config: { operation: 'setupPage' } }, async (request, reply) => {
    const isGood = await isSetupLink(services, request.visit.platform, request.params.token)
    return isGood ? showSetup(request, reply, []) : showInvalid(request, reply)
  })

  site.post<Link>('/setup/:token', { config: { operation: 'completeSetup' } }, async (request, reply) => {
    const { platform } = request.visit
    const { token } = request.params
    if (!(await isSetupLink(services, platform, token))) return showInvalid(request, reply)
    const { change, owner } = choicesOf(request)
    const { password, problems } = await newPasswordOf(services, request, owner, {
      ...platform,
      name: change.name,
    })
    const wrong = [
      ...check(messagesOf(request), PlatformChange, change),
      ...check(messagesOf(request), OwnerCreate, owner),
      ...problems,
    ]
    if (wrong.length > 0) return showSetup(request, reply, wrong)
    const setup = { platform: change, owner, password }
    try {
      const result = await completeSetup(services, platform, { token, setup, device: deviceOf(request) })
      if (result.status === 'no_link') return showInvalid(request, reply)
      if (result.status === 'refused') return showSetup(request, reply, result.problems)
      rememberDevice(services, request, reply, { id: result.ownerId })
      startSession(reply, result.token, { role: 'owner' })
      return reply.redirect(SETUP_PLACE, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || !error.detail.errors) throw error
      return showSetup(request, reply, error.detail.errors)
    }
  })
}

function choicesOf(request: FastifyRequest) {
  const field = fieldsOf(request)
  return {
    change: { name: field('name'), language: field('language') as Language, timezone: field('timezone') },
    owner: { email: field('email'), firstName: field('firstName'), lastName: field('lastName') },
  }
}

function showSetup(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  const { forms, setup: texts } = messagesOf(request)
  const { platform, language } = request.visit
  const isSent = request.method === 'POST'
  const field = fieldsOf(request)
  const text = (name: string) => ({
    ...{ name, value: isSent ? field(name) : '', problems },
    isRequired: true,
  })
  const zone = isSent ? field('timezone') : platform.settings.timezone
  const screen = {
    ...({ number: 1, title: texts.title, text: texts.text, submit: texts.next, problems } as const),
    scripts: ['own-zone.js'],
  }
  return sendSetupScreen(
    request,
    reply,
    screen,
    <>
      <fieldset>
        <legend>{texts.event}</legend>
        <Field {...text('name')} label={texts.name} maxLength={255} />
        <div class="field-pair">
          <Choice
            name="language"
            label={texts.language}
            value={isSent ? field('language') : language}
            problems={problems}
            options={languages.map((one) => [one, languageNames[one]] as const)}
          />
          <Choice
            name="timezone"
            label={forms.timeZone}
            value={zone}
            problems={problems}
            options={zoneOptions(zone)}
            isOwnZone={!isSent}
          />
        </div>
        <p class="hint setup-hint">{texts.languageHint}</p>
      </fieldset>
      <fieldset>
        <legend>{texts.owner}</legend>
        <div class="field-pair">
          <Field {...text('firstName')} label={forms.firstName} autocomplete="given-name" />
          <Field {...text('lastName')} label={forms.lastName} autocomplete="family-name" />
        </div>
        <Field {...text('email')} label={forms.email} type="email" autocomplete="username" />
        <NewPasswordFields platform={platform} label={forms.password} problems={problems} />
      </fieldset>
    </>,
  )
}

/** The same page for unknown, used, and expired links. */
function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { resetLink, setup: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.invalidTitle, () => (
    <>
      <p>{texts.invalidText}</p>
      <p>
        <a class="button" href="/sign-in">
          {resetLink.signIn}
        </a>
      </p>
    </>
  ))
}
