// Settings > Sign-in: how people sign in besides with a password.
import type { FastifyPluginAsync } from 'fastify'
import { changeSettings } from '../../../domain/platforms/platforms.ts'
import { Check, Form } from '../../components/form-fields.tsx'
import { fieldsOf } from '../../forms/forms.ts'
import { useMessages } from '../../messages/use-messages.tsx'
import { callerOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { SIGN_IN_SETTINGS } from '../shared/paths.ts'
import { sendSettingsPage } from './settings-layout.tsx'

export const signInSettingsRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/settings/sign-in', { config: { operation: 'signInSettingsPage' } }, (request, reply) => {
    const { hasLinks } = callerOf(request).platform.settings.signIn
    return sendSettingsPage(services, request, reply, { tab: 'signIn' }, (csrf) => (
      <LinkForm csrf={csrf} hasLinks={hasLinks} hasMailer={services.hasMailer} />
    ))
  })

  office.post(
    '/settings/sign-in',
    { config: { operation: 'saveSignInSettings' } },
    async (request, reply) => {
      await changeSettings(services, callerOf(request), {
        signIn: { hasLinks: fieldsOf(request)('hasLinks') === 'on' },
      })
      return reply.redirect(`${SIGN_IN_SETTINGS}?done=saved`, 303)
    },
  )
}

type LinkFormProps = { csrf: string; hasLinks: boolean; hasMailer: boolean }

function LinkForm({ csrf, hasLinks, hasMailer }: LinkFormProps) {
  const { forms, office } = useMessages()
  const { signIn: texts } = office.settings
  return (
    <Form action={SIGN_IN_SETTINGS} csrf={csrf}>
      <fieldset>
        <legend>{texts.links}</legend>
        <Check
          name="hasLinks"
          label={texts.hasLinks}
          hint={hasMailer ? texts.hasLinksHint : texts.noMailServer}
          isOn={hasLinks}
        />
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          {forms.save}
        </button>
      </div>
    </Form>
  )
}
