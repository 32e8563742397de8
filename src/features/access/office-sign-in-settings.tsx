// Settings > Sign-in: ways to sign in other than with a password.
import type { FastifyPluginAsync } from 'fastify'
import { Form, Switch } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { SIGN_IN_SETTINGS } from '../../kit/office/paths.ts'
import { callerOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { changeSettings } from '../platforms/platforms.ts'
import {
  OpenIdForm,
  openIdSettingsRoutes,
  openIdValues,
  type SendSettings,
} from './openid/office-openid-form.tsx'
import { redirectUriOf } from './openid/page-openid-sign-in.tsx'

export const signInSettingsRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const send: SendSettings = (request, reply, view) => {
    const { platform, user } = callerOf(request)
    const { signIn, openId } = platform.settings
    const { problems = [] } = view
    return sendSettingsPage(services, request, reply, { tab: 'signIn', problems }, (csrf) => (
      <>
        <LinkForm csrf={csrf} hasLinks={signIn.hasLinks} hasMailer={services.hasMailer} />
        {user.role === 'owner' ? (
          <OpenIdForm
            {...view}
            csrf={csrf}
            saved={openId}
            redirectUri={redirectUriOf(request)}
            zone={zoneOf(request.visit)}
          />
        ) : null}
      </>
    ))
  }

  office.get('/settings/sign-in', { config: { operation: 'signInSettingsPage' } }, (request, reply) =>
    send(request, reply, { values: openIdValues(callerOf(request).platform.settings) }),
  )

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

  await office.register(openIdSettingsRoutes, { ...options, send })
}

type LinkFormProps = { csrf: string; hasLinks: boolean; hasMailer: boolean }

function LinkForm({ csrf, hasLinks, hasMailer }: LinkFormProps) {
  const { signIn: texts } = useMessages().office.settings
  return (
    <Form action={SIGN_IN_SETTINGS} csrf={csrf}>
      <Group title={texts.links}>
        <Switch
          name="hasLinks"
          label={texts.hasLinks}
          hint={hasMailer ? texts.hasLinksHint : texts.noMailServer}
          isOn={hasLinks}
        />
      </Group>
      <SaveBar />
    </Form>
  )
}
