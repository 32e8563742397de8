// Rotating and revoking a key: each on a page that says what will happen.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { readApiKey, revokeApiKey, rotateApiKey, type ShownApiKey } from '../../../domain/access/api-keys.ts'
import { type Problem, Refusal } from '../../../domain/changes/errors.ts'
import { ApiKeyRotate } from '../../../schema/access/api-keys.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { CurrentPassword } from '../../components/current-password.tsx'
import { Choice, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { numberOf } from '../platforms/settings.tsx'
import { graces } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { fromNow } from '../shared/timestamp.tsx'
import { sendNewKey } from './new-api-key.tsx'

const LIST = '/backoffice/settings/advanced'
type Ids = { Params: { id: string } }
type Asked = { request: FastifyRequest; reply: FastifyReply; key: ShownApiKey; problems?: readonly Problem[] }

export const keyActionRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  /** The key, if the viewer may change it: a privileged one is the owners' affair. */
  const requireOwnKey = async (request: FastifyRequest<Ids>): Promise<ShownApiKey> => {
    const caller = callerOf(request)
    const key = await readApiKey(services, caller, request.params.id)
    if (key.revokedAt !== null) throw new Refusal('not_found')
    if (key.level === 'privileged' && caller.user.role !== 'owner')
      throw new Refusal('insufficient_permissions')
    return key
  }
  const password = async (request: FastifyRequest, reply: FastifyReply, key: ShownApiKey) =>
    key.level === 'privileged' ? askPassword(options, request, reply) : undefined

  const showRotate = ({ request, reply, key, problems = [] }: Asked) =>
    sendOfficePage(request, reply, { title: `Rotate ${key.name}` }, (csrf) => (
      <Action title={`Rotate “${key.name}”`} problems={problems}>
        <p>
          The key gets a new secret, shown once on the next page. Name, level, last day and addresses stay.
          For a while the old secret can stay good, so that your system can change over without a gap.
        </p>
        <Form action={`/backoffice/settings/keys/${key.id}/rotate`} csrf={csrf}>
          <Choice
            name="graceMinutes"
            label="The old secret stays good"
            value="60"
            options={graces}
            problems={problems}
          />
          <Password apiKey={key} problems={problems} />
          <Buttons label="Rotate the key" className="primary" />
        </Form>
      </Action>
    ))

  const showRevoke = ({ request, reply, key, problems = [] }: Asked) =>
    sendOfficePage(request, reply, { title: `Revoke ${key.name}` }, (csrf) => (
      <Action title={`Revoke “${key.name}”`} problems={problems}>
        <p>
          Every request with{' '}
          <code>
            {key.prefix}…{key.last4}
          </code>{' '}
          is refused from then on, within a second and for ever.{' '}
          {key.lastUsedAt === null
            ? 'It has never been used.'
            : `It was last used ${fromNow(key.lastUsedAt, services.clock.now())}.`}
        </p>
        <Form action={`/backoffice/settings/keys/${key.id}/revoke`} csrf={csrf}>
          <Password apiKey={key} problems={problems} />
          <Buttons label="Revoke the key" className="danger" />
        </Form>
      </Action>
    ))

  office.get<Ids>(
    '/settings/keys/:id/rotate',
    { config: { operation: 'rotateKeyPage' } },
    async (request, reply) => showRotate({ request, reply, key: await requireOwnKey(request) }),
  )

  office.post<Ids>(
    '/settings/keys/:id/rotate',
    { config: { operation: 'rotateKey' } },
    async (request, reply) => {
      const key = await requireOwnKey(request)
      const body = { graceMinutes: numberOf(fieldsOf(request)('graceMinutes')) }
      const problems = check(ApiKeyRotate, body)
      if (problems.length > 0) return showRotate({ request, reply: reply.code(422), key, problems })
      const problem = await password(request, reply, key)
      if (problem) return showRotate({ request, reply, key, problems: [problem] })
      const input = { id: key.id, graceMs: body.graceMinutes * 60_000 }
      const rotated = await rotateApiKey(services, callerOf(request), input)
      return sendNewKey(request, reply, rotated, `The key “${key.name}” has a new secret.`)
    },
  )

  office.get<Ids>(
    '/settings/keys/:id/revoke',
    { config: { operation: 'revokeKeyPage' } },
    async (request, reply) => showRevoke({ request, reply, key: await requireOwnKey(request) }),
  )

  office.post<Ids>(
    '/settings/keys/:id/revoke',
    { config: { operation: 'revokeKey' } },
    async (request, reply) => {
      const key = await requireOwnKey(request)
      const problem = await password(request, reply, key)
      if (problem) return showRevoke({ request, reply, key, problems: [problem] })
      await revokeApiKey(services, callerOf(request), key.id)
      return reply.redirect(`${LIST}?done=revoked`, 303)
    },
  )
}

type ActionProps = { title: string; problems: readonly Problem[]; children: ComponentChildren }

function Action({ title, problems, children }: ActionProps) {
  return (
    <>
      <p>
        <a href={LIST}>API keys</a>
      </p>
      <h1>{title}</h1>
      <ProblemSummary message={problems.length > 0 ? 'Nothing was done.' : undefined} problems={problems}>
        {children}
      </ProblemSummary>
    </>
  )
}

function Password({ apiKey, problems }: { apiKey: ShownApiKey; problems: readonly Problem[] }) {
  if (apiKey.level !== 'privileged') return null
  return <CurrentPassword hint="Asked for again, since the key is privileged." problems={problems} />
}

function Buttons({ label, className }: { label: string; className: string }) {
  return (
    <div class="actions">
      <button class={className} type="submit">
        {label}
      </button>
      <a class="button" href={LIST}>
        Leave it as it is
      </a>
    </div>
  )
}
