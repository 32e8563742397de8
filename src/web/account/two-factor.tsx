// The second factor of admins and owners: turned on with an authenticator app, off with the password.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toString as drawQrCode } from 'qrcode'
import { canUseTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from '../../domain/access/two-factor.ts'
import { type Problem, Refusal } from '../../domain/changes/errors.ts'
import { generateTotpSecret, isTotpSecret, totpUri } from '../../lib/security/totp.ts'
import { CurrentPassword } from '../components/current-password.tsx'
import { Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendAccountPage } from './account-layout.tsx'
import { askPassword, secondsToWait, tooManyTries } from './password-attempts.ts'

type Shown = { secret: string; picture: string; problems: readonly Problem[] }

export const twoFactorRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services, limiter } = options
  account.addHook('onRequest', async (request) => {
    const { user } = request.visit
    if (user && !canUseTwoFactor(user)) throw new Refusal('not_found')
  })

  account.get('/second-factor', { config: { operation: 'twoFactorPage' } }, async (request, reply) => {
    if (callerOf(request).user.totpSecret !== null) return showOn(request, reply, [])
    return showOff(request, reply, generateTotpSecret(), [])
  })

  account.post('/second-factor/on', { config: { operation: 'turnOnTwoFactor' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const caller = callerOf(request)
    const secret = isTotpSecret(field('secret')) ? field('secret') : generateTotpSecret()
    const seconds = await secondsToWait(limiter, request, caller.user.id)
    if (seconds > 0) {
      reply.code(429).header('retry-after', seconds)
      return showOff(request, reply, secret, [codeProblem(tooManyTries(seconds))])
    }
    if (caller.user.totpSecret === null) {
      const isOn = await turnOnTwoFactor(services, caller, { secret, code: field('code') })
      if (!isOn) {
        reply.code(422)
        return showOff(request, reply, secret, [codeProblem('This is not the code that the app shows now.')])
      }
    }
    return reply.redirect('/account/second-factor?done=on', 303)
  })

  account.post(
    '/second-factor/off',
    { config: { operation: 'turnOffTwoFactor' } },
    async (request, reply) => {
      const problem = await askPassword(options, request, reply)
      if (problem) return showOn(request, reply, [problem])
      await turnOffTwoFactor(services, callerOf(request))
      return reply.redirect('/account/second-factor?done=off', 303)
    },
  )
}

const codeProblem = (message: string): Problem => ({ pointer: '/code', code: 'wrong_code', message })

const done = {
  on: 'From now on you sign in with a code of your app beside the password.',
  off: 'From now on your password alone signs you in.',
}

function showOn(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]) {
  return sendAccountPage(request, reply, 'Second factor', (csrf) => (
    <>
      <Done request={request} messages={done} />
      <p>
        <span class="badge good">On</span> You sign in with your password and a code of your authenticator
        app.
      </p>
      <p class="quiet">
        Without the app, an owner can take the second factor from your account, and so can the command line of
        the server.
      </p>
      <h2>Turn it off</h2>
      <ProblemSummary
        message={problems.length > 0 ? 'The second factor is still on.' : undefined}
        problems={problems}
      >
        <Form action="/account/second-factor/off" csrf={csrf}>
          <CurrentPassword problems={problems} />
          <button class="danger" type="submit">
            Turn off
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}

async function showOff(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  problems: readonly Problem[],
) {
  const { platform, user } = callerOf(request)
  const svg = await drawQrCode(totpUri(secret, platform.name, user.email), { type: 'svg', margin: 2 })
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return sendAccountPage(request, reply, 'Second factor', (csrf) => (
    <>
      <Done request={request} messages={done} />
      <p>
        <span class="badge">Off</span> With a code from an authenticator app beside the password, a stolen
        password opens nothing.
      </p>
      <ProblemSummary
        message={problems.length > 0 ? 'The second factor is still off.' : undefined}
        problems={problems}
      >
        <TurnOn secret={secret} picture={picture} problems={problems} csrf={csrf} />
      </ProblemSummary>
    </>
  ))
}

function TurnOn({ secret, picture, problems, csrf }: Shown & { csrf: string }) {
  return (
    <Form action="/account/second-factor/on" csrf={csrf}>
      <ol class="steps">
        <li>
          <p>Read this picture with the app, or type the key into it.</p>
          <div class="qr">
            <img src={picture} alt="QR code with the key below" width="220" height="220" />
            <p>
              <span class="quiet">Key</span>
              <br />
              <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          <input type="hidden" name="secret" value={secret} />
        </li>
        <li>
          <Field
            name="code"
            label="Give the code that the app shows"
            hint="Six digits; a new one every 30 seconds."
            autocomplete="one-time-code"
            problems={problems}
            isRequired
          />
        </li>
      </ol>
      <button class="primary" type="submit">
        Turn on
      </button>
    </Form>
  )
}
