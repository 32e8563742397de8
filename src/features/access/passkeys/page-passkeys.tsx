// The passkeys of the signed-in user: adding, renaming, and removing them.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { cleanLine } from '../../../kernel/lib/text/characters.ts'
import { CurrentPassword } from '../../../kit/components/current-password.tsx'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from '../limits.ts'
import { Done, sendAccountPage } from '../page-account-layout.tsx'
import { askPassword } from '../passwords/page-password-attempts.ts'
import { deviceName } from '../sessions/page-device-name.ts'
import { deviceOf } from '../sessions/page-signed-in.ts'
import type { PasskeyRow } from '../tables.ts'
import { canHavePasskeys, passkeySite } from './page-passkey-site.ts'
import { addPasskey, changePasskey, listPasskeys, offerPasskey } from './passkeys.ts'

type One = { Params: { id: string } }
type State = { problems?: readonly Problem[]; message?: string }

export const passkeyRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.get('/passkeys', { config: { operation: 'passkeysPage' } }, async (request, reply) =>
    showPasskeys(options, request, reply, {}),
  )

  account.post('/passkeys', { config: { operation: 'addPasskey' } }, async (request, reply) => {
    const { passkeys: texts } = messagesOf(request).account
    const problem = await askPassword(options, request, reply)
    if (problem)
      return showPasskeys(options, request, reply, { message: texts.notAdded, problems: [problem] })
    const field = fieldsOf(request)
    const isAdded = await addPasskey(services, callerOf(request), passkeySite(request, reply), {
      token: field('token'),
      response: field('response'),
      name: nameOf(request),
    })
    if (!isAdded) return showPasskeys(options, request, reply.code(422), { message: texts.failed })
    return reply.redirect('/account/passkeys?done=added', 303)
  })

  account.get<One>('/passkeys/:id', { config: { operation: 'passkeyPage' } }, async (request, reply) =>
    showPasskey(options, request, reply, {}),
  )

  account.post<One>('/passkeys/:id', { config: { operation: 'renamePasskey' } }, async (request, reply) => {
    await changePasskey(services, callerOf(request), { id: request.params.id, name: nameOf(request) })
    return reply.redirect('/account/passkeys?done=renamed', 303)
  })

  account.post<One>(
    '/passkeys/:id/remove',
    { config: { operation: 'removePasskey' } },
    async (request, reply) => {
      await ownPasskey(options, request)
      const problem = await askPassword(options, request, reply)
      if (problem) return showPasskey(options, request, reply, { problems: [problem] })
      await changePasskey(services, callerOf(request), { id: request.params.id, name: null })
      return reply.redirect('/account/passkeys?done=removed', 303)
    },
  )
}

/** The name that the user entered, or the name of this device. */
const nameOf = (request: FastifyRequest): string =>
  cleanLine(fieldsOf(request)('name').slice(0, MAX_PASSKEY_NAME_LENGTH)) || ownDevice(request)

const ownDevice = (request: FastifyRequest): string =>
  deviceName(messagesOf(request).account.sessions, deviceOf(request).agent)

async function ownPasskey({ services }: WebOptions, request: FastifyRequest): Promise<PasskeyRow> {
  const { id } = request.params as One['Params']
  const passkey = (await listPasskeys(services, callerOf(request).user.id)).find((one) => one.id === id)
  if (!passkey) throw new Refusal('not_found')
  return passkey
}

async function showPasskeys(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [], message }: State,
) {
  const caller = callerOf(request)
  const { passkeys: texts } = messagesOf(request).account
  const passkeys = await listPasskeys(services, caller.user.id)
  const offer =
    canHavePasskeys(request) && passkeys.length < MAX_PASSKEYS
      ? await offerPasskey(services, caller, passkeySite(request, reply))
      : undefined
  const zone = zoneOf(request.visit)
  const name = fieldsOf(request)('name') || ownDevice(request)
  return sendAccountPage(request, reply, texts.title, (csrf) => (
    <>
      <Done
        request={request}
        messages={{ added: texts.added, renamed: texts.renamed, removed: texts.removed }}
      />
      <p>{texts.text}</p>
      {passkeys.length > 0 ? (
        <ul class="sessions">
          {passkeys.map((passkey) => (
            <Passkey passkey={passkey} zone={zone} />
          ))}
        </ul>
      ) : null}
      <ProblemSummary message={message} problems={problems}>
        {offer ? (
          <>
            <p class="notice" data-passkey-missing>
              {texts.unsupported}
            </p>
            <div
              data-passkey="create"
              data-options={JSON.stringify(offer.options)}
              data-failed={texts.failed}
              hidden
            >
              <h2>{texts.addTitle}</h2>
              <Form action="/account/passkeys" csrf={csrf}>
                <input type="hidden" name="token" value={offer.token} />
                <input type="hidden" name="response" />
                <Field
                  name="name"
                  label={texts.name}
                  value={name}
                  hint={texts.nameHint}
                  maxLength={MAX_PASSKEY_NAME_LENGTH}
                />
                <CurrentPassword problems={problems} />
                <p class="problem" role="alert" />
                <button class="primary" type="submit">
                  {texts.add}
                </button>
              </Form>
            </div>
          </>
        ) : (
          <p class="notice">{texts.unsupported}</p>
        )}
      </ProblemSummary>
    </>
  ))
}

function Passkey({ passkey: { id, name, createdAt, usedAt }, zone }: { passkey: PasskeyRow; zone: string }) {
  const { account, time } = useMessages()
  const { passkeys: texts } = account
  const added = time.day(createdAt, zone)
  return (
    <li class="card session">
      <div>
        <p class="session-name">
          <strong dir="auto">{name}</strong>
        </p>
        <p class="quiet">
          {usedAt === null
            ? texts.detailsUnused({ added })
            : texts.details({ added, used: time.day(usedAt, zone) })}
        </p>
      </div>
      <a class="button" href={`/account/passkeys/${id}`}>
        {texts.change}
        <span class="visually-hidden">
          {' '}
          <bdi>{name}</bdi>
        </span>
      </a>
    </li>
  )
}

async function showPasskey(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [] }: State,
) {
  const { id, name } = await ownPasskey(options, request)
  const { account, forms } = messagesOf(request)
  const { passkeys: texts } = account
  return sendAccountPage(request, reply, name, (csrf) => (
    <>
      <Form action={`/account/passkeys/${id}`} csrf={csrf}>
        <Field name="name" label={texts.name} value={name} maxLength={MAX_PASSKEY_NAME_LENGTH} isRequired />
        <button class="primary" type="submit">
          {forms.save}
        </button>
      </Form>
      <h2>{texts.removeTitle}</h2>
      <p>{texts.removeText}</p>
      <ProblemSummary message={problems.length > 0 ? texts.notRemoved : undefined} problems={problems}>
        <Form action={`/account/passkeys/${id}/remove`} csrf={csrf}>
          <CurrentPassword problems={problems} />
          <button class="danger" type="submit">
            {texts.remove}
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}
