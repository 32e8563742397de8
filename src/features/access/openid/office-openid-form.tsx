// Settings > Sign-in: the OpenID provider. Only owners can change it, because it decides who can sign in to which
// account.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { Copyable } from '../../../kit/components/copyable.tsx'
import { CurrentPassword } from '../../../kit/components/current-password.tsx'
import { Field, Form } from '../../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../../kit/components/form-layout.tsx'
import { check, problemsOf } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { SIGN_IN_SETTINGS } from '../../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { OpenIdSettings, type PlatformSettings } from '../../platforms/schema.ts'
import { askPassword } from '../passwords/page-password-attempts.ts'
import type { ProviderError } from './openid-providers.ts'
import { type OpenIdChange, saveOpenId, testOpenId } from './openid-settings.ts'

const MAX_SECRET_LENGTH = 1000

export type OpenIdView = {
  values: OpenIdChange
  problems?: readonly Problem[]
  /** The outcome of a test; null if the provider can be used. */
  tested?: ProviderError | null | undefined
}
export type SendSettings = (
  request: FastifyRequest,
  reply: FastifyReply,
  view: OpenIdView,
) => Promise<FastifyReply>

/** The form posts to this route. `send` shows the settings page again. */
export const openIdSettingsRoutes: FastifyPluginAsync<WebOptions & { send: SendSettings }> = async (
  office,
  { send, ...options },
) => {
  const { services } = options
  office.post('/settings/sign-in/openid', { config: { operation: 'saveOpenId' } }, async (request, reply) => {
    const caller = callerOf(request)
    if (caller.user.role !== 'owner') throw new Refusal('insufficient_permissions')
    const field = fieldsOf(request)
    const values = { issuer: field('issuer'), clientId: field('clientId'), label: field('label') }
    if (field('do') === 'test') return testProvider(request, reply, values)
    const isRemoved = field('do') === 'remove'
    const problems = isRemoved ? [] : valueProblems(request, values)
    const refused = await askPassword(options, request, reply)
    if (refused) problems.push(refused)
    if (problems.length === 0)
      await saveOpenId(services, caller, isRemoved ? null : values, field('clientSecret')).catch((error) =>
        problems.push(...problemsOf(error)),
      )
    if (problems.length > 0) {
      if (reply.statusCode === 200) reply.code(422)
      return send(request, reply, { values, problems })
    }
    return reply.redirect(`${SIGN_IN_SETTINGS}?done=saved`, 303)
  })

  async function testProvider(request: FastifyRequest, reply: FastifyReply, values: OpenIdChange) {
    try {
      const tested = (await testOpenId(services, callerOf(request), values.issuer)) ?? null
      return send(request, reply, { values, tested })
    } catch (error) {
      return send(request, reply.code(422), { values, problems: problemsOf(error) })
    }
  }
}

function valueProblems(request: FastifyRequest, values: OpenIdChange): Problem[] {
  const problems = [...check(messagesOf(request), OpenIdSettings, { ...values, secretSavedAt: 0 })]
  if (fieldsOf(request)('clientSecret').length > MAX_SECRET_LENGTH)
    problems.push({ pointer: '/clientSecret', code: 'too_long', limit: MAX_SECRET_LENGTH, message: '' })
  return problems
}

export const openIdValues = ({ openId }: PlatformSettings): OpenIdChange =>
  openId ?? { issuer: '', clientId: '', label: '' }

type FormProps = OpenIdView & {
  csrf: string
  saved: PlatformSettings['openId']
  redirectUri: string
  zone: string
}

export function OpenIdForm({ csrf, values, problems = [], tested, saved, redirectUri, zone }: FormProps) {
  const { office, time } = useMessages()
  const { openId: texts } = office.settings
  const at = (name: keyof OpenIdChange) => ({ name, value: values[name], problems })
  return (
    <section aria-labelledby="openid">
      <h2 id="openid">{texts.title}</h2>
      <p>{texts.intro}</p>
      <TestResult tested={tested} />
      <p id="redirect-uri-label">{texts.redirectUri}</p>
      <Copyable id="redirect-uri" text={redirectUri} />
      <Form action={`${SIGN_IN_SETTINGS}/openid`} csrf={csrf}>
        <Group>
          <Field label={texts.issuer} hint={texts.issuerHint} {...at('issuer')} />
          <Field label={texts.clientId} {...at('clientId')} />
          <Field
            name="clientSecret"
            label={texts.clientSecret}
            type="password"
            autocomplete="off"
            hint={saved ? texts.secretSaved({ day: time.day(saved.secretSavedAt, zone) }) : texts.secretHint}
            problems={problems}
          />
          <Field label={texts.label} hint={texts.labelHint} maxLength={60} {...at('label')} />
          <CurrentPassword hint={texts.passwordHint} problems={problems} isRequired={false} />
        </Group>
        <SaveBar>
          <button type="submit" name="do" value="test">
            {texts.test}
          </button>
          {saved ? (
            <button class="danger" type="submit" name="do" value="remove">
              {texts.remove}
            </button>
          ) : null}
        </SaveBar>
      </Form>
    </section>
  )
}

function TestResult({ tested }: { tested: OpenIdView['tested'] }) {
  const { openId: texts } = useMessages().office.settings
  if (tested === undefined) return null
  if (tested === null)
    return (
      <div class="notice success" role="status">
        <p>{texts.works}</p>
      </div>
    )
  return (
    <div class="notice danger" role="alert">
      <p>{problemOf(texts, tested)}</p>
    </div>
  )
}

type Failed = NonNullable<OpenIdView['tested']>

function problemOf(texts: Messages['office']['settings']['openId'], { reason, detail }: Failed): string {
  if (reason === 'no_discovery' && detail !== '') return texts.noDiscoveryBecause({ detail })
  const text = texts.problems[reason]
  return typeof text === 'string' ? text : text({ detail: detail || texts.noResponse })
}
