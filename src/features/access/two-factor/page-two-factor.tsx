// Two-factor authentication of admins and owners: turned on with an authenticator app, off with the password.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { renderSVG as drawQrCode } from 'uqr'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { generateTotpSecret, isTotpSecret, totpUri } from '../../../kernel/lib/security/totp.ts'
import { CurrentPassword } from '../../../kit/components/current-password.tsx'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../page-account-layout.tsx'
import { askPassword, countOwnForm } from '../passwords/page-password-attempts.ts'
import { forgetAttempts } from '../sessions/sign-in-attempts.ts'
import { canUseTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from './two-factor.ts'

type Texts = Messages['account']['twoFactor']

const textsOf = (request: FastifyRequest): Texts => messagesOf(request).account.twoFactor

export const twoFactorRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.addHook('onRequest', async (request) => {
    const { user } = request.visit
    if (user && !canUseTwoFactor(user)) throw new Refusal('not_found')
  })

  account.get('/two-factor', { config: { operation: 'twoFactorPage' } }, async (request, reply) => {
    if (callerOf(request).user.totpSecret !== null) return showTurnOff(request, reply, [])
    return showTurnOn(request, reply, { secret: generateTotpSecret() })
  })

  account.post('/two-factor/on', { config: { operation: 'turnOnTwoFactor' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const secret = isTotpSecret(field('secret')) ? field('secret') : generateTotpSecret()
    const problem = await turnOn(options, request, reply, secret)
    if (problem) return showTurnOn(request, reply, { secret, problems: [problem] })
    return reply.redirect('/account/two-factor?done=on', 303)
  })

  account.post('/two-factor/off', { config: { operation: 'turnOffTwoFactor' } }, async (request, reply) => {
    const problem = await askPassword(options, request, reply)
    if (problem) return showTurnOff(request, reply, [problem])
    await turnOffTwoFactor(services, callerOf(request))
    return reply.redirect('/account/two-factor?done=off', 303)
  })
}

/** Returns the problem of the code, if any, and sets the status. Does nothing if it is already on. */
async function turnOn(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<Problem | undefined> {
  const caller = callerOf(request)
  const { forms, formats, account } = messagesOf(request)
  const { seconds, count } = await countOwnForm({ services }, request, 'code')
  if (seconds > 0) {
    reply.code(429).header('retry-after', seconds)
    return codeProblem(forms.tooManyAttempts({ wait: formats.wait(seconds) }))
  }
  if (caller.user.totpSecret !== null) return undefined
  if (await turnOnTwoFactor(services, caller, { secret, code: fieldsOf(request)('code') })) {
    await forgetAttempts(services, caller.platform, count)
    return undefined
  }
  reply.code(422)
  return codeProblem(account.twoFactor.wrongCode)
}

const codeProblem = (message: string): Problem => ({ pointer: '/code', code: 'wrong_code', message })

const doneMessages = ({ turnedOn, turnedOff }: Texts) => ({ on: turnedOn, off: turnedOff })

/** The page for turning it off, while it is on. */
function showTurnOff(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  const texts = textsOf(request)
  return sendAccountPage(request, reply, texts.title, (csrf) => (
    <>
      <Done request={request} messages={doneMessages(texts)} />
      <p>
        <span class="badge success">{texts.on}</span> {texts.onText}
      </p>
      <p class="quiet">{texts.lostApp}</p>
      <h2>{texts.turnOffTitle}</h2>
      <ProblemSummary message={problems.length > 0 ? texts.stillOn : undefined} problems={problems}>
        <Form action="/account/two-factor/off" csrf={csrf}>
          <CurrentPassword problems={problems} />
          <button class="danger" type="submit">
            {texts.turnOff}
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}

type TurnOn = { secret: string; problems?: readonly Problem[] }

/** The page for turning it on with a new secret, while it is off. */
async function showTurnOn(request: FastifyRequest, reply: FastifyReply, { secret, problems = [] }: TurnOn) {
  const texts = textsOf(request)
  const { platform, user } = callerOf(request)
  const svg = drawQrCode(totpUri(secret, platform.name, user.email), { ecc: 'M', border: 2 })
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return sendAccountPage(request, reply, texts.title, (csrf) => (
    <>
      <Done request={request} messages={doneMessages(texts)} />
      <p>
        <span class="badge">{texts.off}</span> {texts.offText}
      </p>
      <ProblemSummary message={problems.length > 0 ? texts.stillOff : undefined} problems={problems}>
        <TurnOnForm secret={secret} picture={picture} problems={problems} csrf={csrf} />
      </ProblemSummary>
    </>
  ))
}

type TurnOnFormProps = { secret: string; picture: string; problems: readonly Problem[]; csrf: string }

function TurnOnForm({ secret, picture, problems, csrf }: TurnOnFormProps) {
  const { twoFactor: texts } = useMessages().account
  return (
    <Form action="/account/two-factor/on" csrf={csrf}>
      <ol class="steps">
        <li>
          <p>{texts.scan}</p>
          <div class="qr">
            <img src={picture} alt={texts.qrCode} width="220" height="220" />
            <p>
              <span class="quiet">{texts.key}</span>
              <br />
              <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          <input type="hidden" name="secret" value={secret} />
        </li>
        <li>
          <Field
            name="code"
            label={texts.code}
            hint={texts.codeHint}
            autocomplete="one-time-code"
            problems={problems}
            isRequired
          />
        </li>
      </ol>
      <button class="primary" type="submit">
        {texts.turnOn}
      </button>
    </Form>
  )
}
