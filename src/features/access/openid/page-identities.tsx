// The accounts at OpenID providers with which the signed-in user can sign in, and removing them.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { CurrentPassword } from '../../../kit/components/current-password.tsx'
import { Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../page-account-layout.tsx'
import { askPassword } from '../passwords/page-password-attempts.ts'
import type { IdentityRow } from '../tables.ts'
import { hasOtherWay, listIdentities, removeIdentity } from './identities.ts'

type One = { Params: { id: string } }

export const identityRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.get('/identities', { config: { operation: 'identitiesPage' } }, async (request, reply) => {
    const { identities: texts } = messagesOf(request).account
    const identities = await listIdentities(services, callerOf(request).user.id)
    return sendAccountPage(request, reply, texts.title, () => (
      <>
        <Done request={request} messages={{ removed: texts.removed }} />
        <p>{identities.length > 0 ? texts.text : texts.none}</p>
        <ul class="sessions">
          {identities.map((identity) => (
            <Identity identity={identity} zone={zoneOf(request.visit)} />
          ))}
        </ul>
      </>
    ))
  })

  account.get<One>('/identities/:id', { config: { operation: 'identityPage' } }, (request, reply) =>
    showIdentity(options, request, reply),
  )

  account.post<One>(
    '/identities/:id',
    { config: { operation: 'removeIdentity' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = await ownIdentity(options, request)
      const problem = (await hasOtherWay(services, caller))
        ? undefined
        : await askPassword(options, request, reply)
      if (problem) return showIdentity(options, request, reply, [problem])
      await removeIdentity(services, caller, id)
      return reply.redirect('/account/identities?done=removed', 303)
    },
  )
}

async function ownIdentity({ services }: WebOptions, request: FastifyRequest): Promise<IdentityRow> {
  const { id } = request.params as One['Params']
  const identities = await listIdentities(services, callerOf(request).user.id)
  const identity = identities.find((one) => one.id === id)
  if (!identity) throw new Refusal('not_found')
  return identity
}

const nameOf = ({ email, subject }: IdentityRow): string => email ?? subject

function Identity({ identity, zone }: { identity: IdentityRow; zone: string }) {
  const { account, time } = useMessages()
  const { identities: texts } = account
  const { id, issuer, createdAt, usedAt } = identity
  return (
    <li class="card session">
      <div>
        <p class="session-name">
          <strong>{nameOf(identity)}</strong>
        </p>
        <p class="quiet">
          {texts.details({
            host: new URL(issuer).host,
            added: time.day(createdAt, zone),
            used: time.day(usedAt, zone),
          })}
        </p>
      </div>
      <a class="button" href={`/account/identities/${id}`}>
        {texts.remove}
        <span class="visually-hidden"> {nameOf(identity)}</span>
      </a>
    </li>
  )
}

async function showIdentity(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  problems: readonly Problem[] = [],
) {
  const identity = await ownIdentity(options, request)
  const hasOther = await hasOtherWay(options.services, callerOf(request))
  const { identities: texts } = messagesOf(request).account
  return sendAccountPage(request, reply, texts.removeTitle, (csrf) => (
    <>
      <p>
        {texts.removeText({ name: <strong>{nameOf(identity)}</strong>, host: new URL(identity.issuer).host })}
      </p>
      {hasOther ? null : <p>{texts.passwordText}</p>}
      <ProblemSummary message={problems.length > 0 ? texts.notRemoved : undefined} problems={problems}>
        <Form action={`/account/identities/${identity.id}`} csrf={csrf}>
          {hasOther ? null : <CurrentPassword problems={problems} />}
          <button class="danger" type="submit">
            {texts.remove}
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}
