// Signing in with a passkey: the form that the script of the sign-in page fills in and sends.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ownPath } from '../../../kernel/lib/web/own-path.ts'
import { Form } from '../../../kit/components/form-fields.tsx'
import { Icon } from '../../../kit/components/icon.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { countByAddress } from '../passwords/page-password-attempts.ts'
import { deviceOf, enter, withNext } from '../sessions/page-signed-in.ts'
import { canHavePasskeys, passkeySite } from './page-passkey-site.ts'
import { offerPasskeySignIn, signInWithPasskey } from './passkeys.ts'

export const passkeySignInRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  site.post('/sign-in/passkey', { config: { operation: 'signInWithPasskey' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const { platform, session } = request.visit
    const next = ownPath(field('next'))
    const failed = (reason: 'passkey' | 'expired') =>
      reply.redirect(`${withNext('/sign-in', next)}${next === '/' ? '?' : '&'}done=${reason}`, 303)
    if ((await countByAddress(options, request)) > 0) return failed('passkey')
    const result = await signInWithPasskey(services, platform, passkeySite(request, reply), {
      token: field('token'),
      response: field('response'),
      device: deviceOf(request),
      replaced: session,
    })
    if (result.status === 'signed_in') return enter(services, request, reply, result, next)
    return failed(result.status === 'step_expired' ? 'expired' : 'passkey')
  })
}

export type PasskeyOffer = Awaited<ReturnType<typeof offerPasskeySignIn>>

/** Undefined where browsers do not support passkeys. */
export const passkeyOffer = async (
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PasskeyOffer | undefined> =>
  canHavePasskeys(request)
    ? offerPasskeySignIn(services, request.visit.platform, passkeySite(request, reply))
    : undefined

type FormProps = { offer: PasskeyOffer; next: string; csrf: string }

/** Hidden until the script knows that the browser supports passkeys. */
export function PasskeySignInForm({ offer, next, csrf }: FormProps) {
  const { passkey: texts } = useMessages().signIn
  return (
    <div data-passkey="get" data-options={JSON.stringify(offer.options)} data-failed={texts.failed} hidden>
      <Form action="/sign-in/passkey" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="token" value={offer.token} />
        <input type="hidden" name="response" />
        <p class="problem" role="alert" />
        <button type="submit">
          <Icon name="key-round" />
          {texts.submit}
        </button>
      </Form>
    </div>
  )
}
