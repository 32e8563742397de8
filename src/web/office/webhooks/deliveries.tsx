// One delivery to a webhook: what is sent, and every attempt with its answer.
import type { FastifyPluginAsync } from 'fastify'
import { executeCommand } from '../../../domain/changes/commands.ts'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readDelivery } from '../../../domain/webhooks/deliveries.ts'
import { redeliverCommand } from '../../../domain/webhooks/redeliveries.ts'
import { readWebhook } from '../../../domain/webhooks/webhooks.ts'
import type { Webhook, WebhookDeliveryDetails } from '../../../schema/webhooks/webhooks.ts'
import { Form } from '../../components/form-fields.tsx'
import { zoneText } from '../../components/time.tsx'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { StatusBadge } from '../logs/request-table.tsx'
import { Fact } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { fromNow, Stamp } from '../shared/timestamp.tsx'
import { WEBHOOKS } from './webhook-card.tsx'
import { DeliveryBadge } from './webhook-page.tsx'

type Ids = { Params: { id: string } }

export const deliveryRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/settings/deliveries/:id',
    { config: { operation: 'deliveryPage' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const delivery = await readDelivery(services, caller, request.params.id)
      const webhook = await readWebhook(services, caller, delivery.webhookId)
      return sendOfficePage(request, reply, { title: 'Delivery' }, (csrf) => (
        <DeliveryPage
          {...{ delivery, webhook, csrf }}
          isOwner={caller.user.role === 'owner'}
          zone={zoneOf(request.visit)}
          now={services.clock.now()}
        />
      ))
    },
  )

  office.post<Ids>(
    '/settings/deliveries/:id/redeliver',
    { config: { operation: 'redeliverOne' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id, webhookId } = await readDelivery(services, caller, request.params.id)
      if (caller.user.role !== 'owner') throw new Refusal('insufficient_permissions')
      const command = redeliverCommand({ reference: webhookId, body: { deliveryId: id } })
      await executeCommand(services, caller, command)
      return reply.redirect(`${WEBHOOKS}/${webhookId}?done=queued&count=1`, 303)
    },
  )
}

type PageProps = {
  delivery: WebhookDeliveryDetails
  webhook: Webhook
  isOwner: boolean
  csrf: string
  zone: string
  now: number
}

function DeliveryPage({ delivery, webhook, isOwner, csrf, zone, now }: PageProps) {
  const { id, type, payload, log, attempts, queuedAt, nextAttemptAt } = delivery
  return (
    <>
      <p class="crumb">
        <a href={`${WEBHOOKS}/${webhook.id}`}>{webhook.description ?? new URL(webhook.url).host}</a>
      </p>
      <h1>
        {type} <DeliveryBadge delivery={delivery} />
      </h1>
      <p class="quiet">
        Delivery <code>{id}</code>. Times in {zoneText(now, zone)}.
      </p>
      <dl class="facts">
        <Fact name="Queued">
          <Stamp at={Date.parse(queuedAt)} zone={zone} />
        </Fact>
        <Fact name="Attempts since">{attempts}</Fact>
        {nextAttemptAt === null ? null : (
          <Fact name="Next attempt">
            {Date.parse(nextAttemptAt) > now
              ? fromNow(Date.parse(nextAttemptAt), now)
              : 'Due: waits for its turn'}
          </Fact>
        )}
        <Fact name="Object">
          <ObjectLink payload={payload} />
        </Fact>
      </dl>
      {isOwner && webhook.enabled ? (
        <Form action={`/backoffice/settings/deliveries/${id}/redeliver`} csrf={csrf}>
          <div class="actions">
            <button type="submit">Send again</button>
          </div>
        </Form>
      ) : null}
      <section>
        <h2>What is sent</h2>
        <pre class="body whole">
          {`POST ${new URL(webhook.url).pathname}\ncontent-type: application/json\nwebhook-id: ${id}\nwebhook-timestamp: the time of the attempt\nwebhook-signature: v1,…\n\n${JSON.stringify(payload, null, 2)}`}
        </pre>
      </section>
      <section>
        <h2>Attempts</h2>
        {log.length === 0 ? <p class="quiet">None yet.</p> : null}
        <ol class="changes">
          {log.map((attempt) => (
            <Attempt attempt={attempt} zone={zone} />
          ))}
        </ol>
      </section>
    </>
  )
}

const areas: Readonly<Record<string, string>> = { talk: 'talks', sponsor: 'sponsors', user: 'users' }

/** The object, or where it is gone or has no page what it was. */
function ObjectLink({ payload: { type, data } }: Pick<WebhookDeliveryDetails, 'payload'>) {
  const [area, name] = [areas[data.kind], `${data.kind} …${data.id.slice(-8)}`]
  if (area === undefined || type.endsWith('.deleted')) return <>{name}</>
  return <a href={`/backoffice/${area}/${data.id}`}>{name}</a>
}

type AttemptProps = { attempt: WebhookDeliveryDetails['log'][number]; zone: string }

function Attempt({ attempt: { at, url, durationMs, status, error, answer }, zone }: AttemptProps) {
  return (
    <li>
      <div class="change-head">
        <p>
          {status === null ? <span class="badge bad">no answer</span> : <AnswerBadge status={status} />}{' '}
          {error ? <span>{error}</span> : null}
        </p>
        <p class="quiet">
          <Stamp at={Date.parse(at)} zone={zone} />, {durationMs.toLocaleString('en')} ms
        </p>
      </div>
      <p class="quiet">
        to <code>{url}</code>
      </p>
      {answer ? <pre class="body whole">{answer}</pre> : null}
    </li>
  )
}

/** What is not 2xx is a failure here, also a redirect. */
const AnswerBadge = ({ status }: { status: number }) =>
  status >= 300 && status < 400 ? <span class="badge warn">{status}</span> : <StatusBadge status={status} />
