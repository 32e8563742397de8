// Rotating and revoking an API key, each on a page that explains the effect.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { ConfirmPage, RotationPage } from '../../kit/office/confirm-page.tsx'
import { numberOf } from '../../kit/office/form-values.ts'
import { Crumb } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { KEYS } from '../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { readApiKey, revokeApiKey, rotateApiKey, type ShownApiKey } from './api-keys.ts'
import { DEFAULT_GRACE_MINUTES } from './limits.ts'
import { ApiKeyRotate } from './schema.ts'

type Ids = { Params: { id: string } }

export const apiKeyActionRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get<Ids>(
    '/settings/keys/:id/rotate',
    { config: { operation: 'rotateKeyPage' } },
    async (request, reply) => sendRotation(request, reply, await requireKey(options, request)),
  )

  office.post<Ids>('/settings/keys/:id/rotate', { config: { operation: 'rotateKey' } }, (request, reply) =>
    rotate(options, request, reply),
  )

  office.get<Ids>(
    '/settings/keys/:id/revoke',
    { config: { operation: 'revokeKeyPage' } },
    async (request, reply) =>
      sendRevocation(request, reply, {
        key: await requireKey(options, request),
        now: options.services.clock.now(),
      }),
  )

  office.post<Ids>('/settings/keys/:id/revoke', { config: { operation: 'revokeKey' } }, (request, reply) =>
    revoke(options, request, reply),
  )
}

/** The key, if it is not revoked and the viewer may change it. Only owners change privileged keys. */
async function requireKey({ services }: WebOptions, request: FastifyRequest<Ids>): Promise<ShownApiKey> {
  const caller = callerOf(request)
  const key = await readApiKey(services, caller, request.params.id)
  if (key.revokedAt !== null) throw new Refusal('not_found')
  if (key.level === 'privileged' && caller.user.role !== 'owner')
    throw new Refusal('insufficient_permissions')
  return key
}

/** Changing a privileged key requires the password. */
const askPasswordFor = async (
  key: ShownApiKey,
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) => (key.level === 'privileged' ? askPassword(options, request, reply) : undefined)

async function rotate(options: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const key = await requireKey(options, request)
  const body = { graceMinutes: numberOf(fieldsOf(request)('graceMinutes')) }
  const problems = check(messagesOf(request), ApiKeyRotate, body)
  if (problems.length > 0) return sendRotation(request, reply.code(422), key, problems)
  const problem = await askPasswordFor(key, options, request, reply)
  if (problem) return sendRotation(request, reply, key, [problem])
  const input = { id: key.id, graceMs: body.graceMinutes * 60_000 }
  const rotated = await rotateApiKey(options.services, callerOf(request), input)
  const { secret } = messagesOf(request).office.apiKeys
  return showOnce(options, request, reply, {
    kind: 'api_key',
    data: { key: rotated.key, level: rotated.level, title: secret.rotated({ name: key.name }) },
  })
}

function sendRotation(
  request: FastifyRequest,
  reply: FastifyReply,
  key: ShownApiKey,
  problems: readonly Problem[] = [],
) {
  const { apiKeys } = messagesOf(request).office
  const { title, intro, submit, failed } = apiKeys.rotation
  return sendOfficePage(request, reply, { title: title({ name: key.name }) }, (csrf) => (
    <RotationPage
      {...{ intro, csrf, submit, failed, problems }}
      head={<Head title={title({ name: key.name })} />}
      action={`/backoffice/settings/keys/${key.id}/rotate`}
      cancel={KEYS}
      graceMinutes={DEFAULT_GRACE_MINUTES}
      passwordHint={key.level === 'privileged' ? apiKeys.passwordHint : null}
    />
  ))
}

async function revoke(options: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const { services } = options
  const key = await requireKey(options, request)
  const problem = await askPasswordFor(key, options, request, reply)
  if (problem) return sendRevocation(request, reply, { key, now: services.clock.now(), problems: [problem] })
  await revokeApiKey(services, callerOf(request), key.id)
  return reply.redirect(`${KEYS}?done=revoked`, 303)
}

type Revocation = { key: ShownApiKey; now: number; problems?: readonly Problem[] }

function sendRevocation(request: FastifyRequest, reply: FastifyReply, page: Revocation) {
  const { key, now, problems = [] } = page
  const { office, time } = messagesOf(request)
  const { title, intro, neverUsed, lastUsed, submit, failed } = office.apiKeys.revocation
  const shownKey = `${key.prefix}…${key.last4}`
  return sendOfficePage(request, reply, { title: title({ name: key.name }) }, (csrf) => (
    <ConfirmPage
      {...{ csrf, submit, failed, problems }}
      head={<Head title={title({ name: key.name })} />}
      intro={
        <>
          {intro({ key: (text) => <code>{text}</code>, text: shownKey })}{' '}
          {key.lastUsedAt === null ? neverUsed : lastUsed({ when: time.fromNow(key.lastUsedAt, now) })}
        </>
      }
      action={`/backoffice/settings/keys/${key.id}/revoke`}
      isDanger
      cancel={KEYS}
      passwordHint={key.level === 'privileged' ? office.apiKeys.passwordHint : null}
    />
  ))
}

function Head({ title }: { title: string }) {
  const { title: keys } = useMessages().office.apiKeys
  return (
    <>
      <Crumb href={KEYS} text={keys} />
      <h1>{title}</h1>
    </>
  )
}
