// One webhook: looking at it, changing it, sending again, a new secret, its end.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { executeCommand } from '../../../domain/changes/commands.ts'
import { type Problem, Refusal } from '../../../domain/changes/errors.ts'
import { listDeliveries, readHealth } from '../../../domain/webhooks/deliveries.ts'
import { redeliverCommand } from '../../../domain/webhooks/redeliveries.ts'
import {
  deleteWebhookCommand,
  readWebhook,
  rotateWebhookCommand,
  testWebhookCommand,
  updateWebhookCommand,
} from '../../../domain/webhooks/webhooks.ts'
import { zonedTime } from '../../../lib/time/instants.ts'
import {
  type DeliveryListQuery,
  deliveryStates,
  type Webhook,
  WebhookRedeliver,
  WebhookRotate,
  WebhookUpdate,
} from '../../../schema/webhooks/webhooks.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { Choice, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check, problemsOf } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { numberOf } from '../platforms/settings.tsx'
import { graces } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { among, queryOf } from '../shared/query-string.ts'
import { WEBHOOKS } from './webhook-card.tsx'
import { bodyOf, PasswordField, valuesOf, type WebhookValues } from './webhook-form.tsx'
import { type Span, WebhookEdit, WebhookPage } from './webhook-page.tsx'
import { sendWebhookSecret } from './webhook-secret.tsx'

type Ids = { Params: { id: string } }
type Failed = { problems: readonly Problem[]; span: Span }
type Edited = { problems: readonly Problem[]; values: WebhookValues }
type Asked = { request: FastifyRequest; reply: FastifyReply; webhook: Webhook; problems?: readonly Problem[] }

export const webhookActionRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const read = (request: FastifyRequest<Ids>) => readWebhook(services, callerOf(request), request.params.id)

  /** The webhook, for who may change it. */
  const requireOwn = async (request: FastifyRequest<Ids>): Promise<Webhook> => {
    const webhook = await read(request)
    if (callerOf(request).user.role !== 'owner') throw new Refusal('insufficient_permissions')
    return webhook
  }

  const show = async (request: FastifyRequest<Ids>, reply: FastifyReply, failed?: Failed) => {
    const webhook = await read(request)
    const caller = callerOf(request)
    const query = queryOf(request)
    const state = among(deliveryStates, query('state'))
    const cursor = query('after')
    const asked: DeliveryListQuery = { ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) }
    const { items, next } = await listDeliveries(services, caller, webhook.id, asked)
    const health = (await readHealth(services, caller)).get(webhook.id)
    const { problems, span } = failed ?? { problems: [], span: { from: '', to: '' } }
    if (problems.length > 0) reply.code(422)
    return sendOfficePage(request, reply, { title: 'Webhook' }, (csrf) => (
      <WebhookPage
        {...{ webhook, health, csrf, problems, span }}
        deliveries={items}
        state={state ?? ''}
        older={next}
        isOwner={caller.user.role === 'owner'}
        zone={zoneOf(request.visit)}
        now={services.clock.now()}
        message={doneText(query('done'), query('count'))}
      />
    ))
  }

  const showEdit = async (request: FastifyRequest<Ids>, reply: FastifyReply, edited?: Edited) => {
    const webhook = await requireOwn(request)
    const { problems, values } = edited ?? { problems: [], values: valuesOf(webhook) }
    if (problems.length > 0) reply.code(422)
    return sendOfficePage(request, reply, { title: 'Webhook' }, (csrf) => (
      <WebhookEdit {...{ webhook, csrf, problems, values }} />
    ))
  }

  office.get<Ids>('/settings/webhooks/:id', { config: { operation: 'webhookPage' } }, (request, reply) =>
    show(request, reply),
  )

  office.get<Ids>(
    '/settings/webhooks/:id/edit',
    { config: { operation: 'editWebhookPage' } },
    (request, reply) => showEdit(request, reply),
  )

  office.post<Ids>(
    '/settings/webhooks/:id',
    { config: { operation: 'saveWebhook' } },
    async (request, reply) => {
      const { id } = await requireOwn(request)
      const { body, values } = bodyOf(fieldsOf(request), request)
      const problems = check(WebhookUpdate, body)
      if (problems.length > 0) return showEdit(request, reply, { problems, values })
      try {
        await executeCommand(
          services,
          callerOf(request),
          updateWebhookCommand(services, { reference: id, body }),
        )
      } catch (error) {
        return showEdit(request, reply, { problems: problemsOf(error), values })
      }
      return reply.redirect(`${WEBHOOKS}/${id}?done=saved`, 303)
    },
  )

  office.post<Ids>(
    '/settings/webhooks/:id/test',
    { config: { operation: 'testWebhookForm' } },
    async (request, reply) => {
      const { id } = await requireOwn(request)
      await executeCommand(services, callerOf(request), testWebhookCommand({ reference: id, body: {} }))
      return reply.redirect(`${WEBHOOKS}/${id}?done=test`, 303)
    },
  )

  office.post<Ids>(
    '/settings/webhooks/:id/redeliver',
    { config: { operation: 'redeliverSpan' } },
    async (request, reply) => {
      const { id } = await requireOwn(request)
      const field = fieldsOf(request)
      const span = { from: field('from'), to: field('to') }
      const zone = zoneOf(request.visit)
      const body = {
        from: zonedTime(span.from, zone),
        ...(span.to === '' ? {} : { to: zonedTime(span.to, zone) }),
      }
      const problems = check(WebhookRedeliver, body)
      if (problems.length > 0) return show(request, reply, { problems, span })
      try {
        const command = redeliverCommand({ reference: id, body })
        const { response } = await executeCommand(services, callerOf(request), command)
        return reply.redirect(`${WEBHOOKS}/${id}?done=queued&count=${response.queued}`, 303)
      } catch (error) {
        return show(request, reply, { problems: problemsOf(error), span })
      }
    },
  )

  const showRotate = ({ request, reply, webhook, problems = [] }: Asked) =>
    sendOfficePage(request, reply, { title: 'New secret' }, (csrf) => (
      <Action webhook={webhook} title="A new secret" problems={problems}>
        <p>
          The webhook gets a new secret, shown once on the next page. For a while deliveries can be signed
          with both, so that the system that listens can change over without a gap.
        </p>
        <Form action={`${WEBHOOKS}/${webhook.id}/rotate`} csrf={csrf}>
          <Choice
            name="graceMinutes"
            label="The old secret goes on signing"
            value="1440"
            options={graces}
            problems={problems}
          />
          <PasswordField problems={problems} />
          <Buttons webhook={webhook} label="Make a new secret" className="primary" />
        </Form>
      </Action>
    ))

  office.get<Ids>(
    '/settings/webhooks/:id/rotate',
    { config: { operation: 'rotateWebhookPage' } },
    async (request, reply) => showRotate({ request, reply, webhook: await requireOwn(request) }),
  )

  office.post<Ids>(
    '/settings/webhooks/:id/rotate',
    { config: { operation: 'rotateWebhook' } },
    async (request, reply) => {
      const webhook = await requireOwn(request)
      const body = { graceMinutes: numberOf(fieldsOf(request)('graceMinutes')) }
      const problems = check(WebhookRotate, body)
      if (problems.length > 0) return showRotate({ request, reply: reply.code(422), webhook, problems })
      const problem = await askPassword(options, request, reply)
      if (problem) return showRotate({ request, reply, webhook, problems: [problem] })
      const command = rotateWebhookCommand(services, { reference: webhook.id, body })
      const { response } = await executeCommand(services, callerOf(request), command)
      return sendWebhookSecret(request, reply, response, 'The webhook has a new secret.')
    },
  )

  office.get<Ids>(
    '/settings/webhooks/:id/delete',
    { config: { operation: 'deleteWebhookPage' } },
    async (request, reply) => {
      const webhook = await requireOwn(request)
      return sendOfficePage(request, reply, { title: 'Delete a webhook' }, (csrf) => (
        <Action webhook={webhook} title="Delete the webhook">
          <p>
            Nothing is sent to <code>{webhook.url}</code> any more. Its deliveries go with it, also those that
            wait. The history of it stays in the audit.
          </p>
          <Form action={`${WEBHOOKS}/${webhook.id}/delete`} csrf={csrf}>
            <Buttons webhook={webhook} label="Delete the webhook" className="danger" />
          </Form>
        </Action>
      ))
    },
  )

  office.post<Ids>(
    '/settings/webhooks/:id/delete',
    { config: { operation: 'deleteWebhookForm' } },
    async (request, reply) => {
      const { id } = await requireOwn(request)
      await executeCommand(services, callerOf(request), deleteWebhookCommand({ reference: id, body: {} }))
      return reply.redirect(`${WEBHOOKS}?done=webhook-deleted`, 303)
    },
  )
}

function doneText(done: string | undefined, count: string | undefined): string | undefined {
  if (done === 'saved') return 'Saved.'
  if (done === 'test') return 'A test is on its way: look for webhook.test among the deliveries.'
  if (done !== 'queued') return undefined
  const queued = numberOf(count ?? '')
  return queued === 1
    ? 'One delivery is on its way again.'
    : `${queued || 'No'} deliveries are on their way again.`
}

type ActionProps = {
  webhook: Webhook
  title: string
  problems?: readonly Problem[]
  children: ComponentChildren
}

function Action({ webhook, title, problems = [], children }: ActionProps) {
  return (
    <>
      <p class="crumb">
        <a href={`${WEBHOOKS}/${webhook.id}`}>{webhook.description ?? new URL(webhook.url).host}</a>
      </p>
      <h1>{title}</h1>
      <ProblemSummary message={problems.length > 0 ? 'Nothing was done.' : undefined} problems={problems}>
        {children}
      </ProblemSummary>
    </>
  )
}

type ButtonsProps = { webhook: Webhook; label: string; className: string }

function Buttons({ webhook, label, className }: ButtonsProps) {
  return (
    <div class="actions">
      <button class={className} type="submit">
        {label}
      </button>
      <a class="button" href={`${WEBHOOKS}/${webhook.id}`}>
        Leave it as it is
      </a>
    </div>
  )
}
