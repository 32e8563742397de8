// One delivery of a webhook: its request, and every attempt with its response.
import type { FastifyPluginAsync } from 'fastify'
import { executeCommand } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { Form } from '../../../kit/components/form-fields.tsx'
import { StatusCode } from '../../../kit/components/status-code.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Fact } from '../../../kit/office/facts.tsx'
import { Crumb } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { WEBHOOKS } from '../../../kit/office/paths.ts'
import { Timestamp } from '../../../kit/office/timestamp.tsx'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { webhookName } from '../office-card.tsx'
import type { Webhook, WebhookDeliveryDetails } from '../schema.ts'
import { readWebhook } from '../webhooks.ts'
import { readDelivery } from './deliveries.ts'
import { DeliveryBadge } from './office-delivery-log.tsx'
import { redeliverCommand } from './redeliveries.ts'

type Ids = { Params: { id: string } }

export const deliveryRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/settings/deliveries/:id',
    { config: { operation: 'deliveryPage' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const delivery = await readDelivery(services, caller, request.params.id)
      const webhook = await readWebhook(services, caller, delivery.webhookId)
      const { documentTitle } = messagesOf(request).office.webhooks.delivery
      return sendOfficePage(request, reply, { title: documentTitle }, (csrf) => (
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
  const { time, office } = useMessages()
  const texts = office.webhooks.delivery
  const { id, type, log } = delivery
  return (
    <>
      <Crumb href={`${WEBHOOKS}/${webhook.id}`} text={webhookName(webhook)} />
      <h1>
        {type} <DeliveryBadge delivery={delivery} />
      </h1>
      <p class="quiet">
        {texts.intro({ id: (text) => <code>{text}</code>, text: id, zone: time.zone(now, zone) })}
      </p>
      <DeliveryFacts delivery={delivery} zone={zone} now={now} />
      {isOwner && webhook.enabled ? (
        <Form action={`/backoffice/settings/deliveries/${id}/redeliver`} csrf={csrf}>
          <div class="actions">
            <button type="submit">{texts.redeliver}</button>
          </div>
        </Form>
      ) : null}
      <section>
        <h2>{texts.request}</h2>
        <DeliveryRequest delivery={delivery} webhook={webhook} />
      </section>
      <section>
        <h2>{texts.attempts}</h2>
        {log.length === 0 ? <p class="quiet">{texts.noAttempts}</p> : null}
        <ol class="changes">
          {log.map((attempt) => (
            <DeliveryAttempt attempt={attempt} zone={zone} />
          ))}
        </ol>
      </section>
    </>
  )
}

function DeliveryFacts({ delivery, zone, now }: Pick<PageProps, 'delivery' | 'zone' | 'now'>) {
  const { office, time } = useMessages()
  const texts = office.webhooks.delivery
  const { payload, attempts, queuedAt, nextAttemptAt } = delivery
  const next = nextAttemptAt === null ? null : Date.parse(nextAttemptAt)
  return (
    <dl class="facts">
      <Fact name={texts.queued}>
        <Timestamp at={Date.parse(queuedAt)} zone={zone} />
      </Fact>
      <Fact name={texts.attemptsSinceQueued}>{attempts}</Fact>
      {next === null ? null : (
        <Fact name={texts.nextAttempt}>{next > now ? time.fromNow(next, now) : texts.due}</Fact>
      )}
      <Fact name={texts.object}>
        <ObjectLink payload={payload} />
      </Fact>
    </dl>
  )
}

const areas: Readonly<Record<string, string>> = { talk: 'talks', sponsor: 'sponsors', user: 'users' }

/** The object, without a link if it was deleted or has no page. */
function ObjectLink({ payload: { type, data } }: Pick<WebhookDeliveryDetails, 'payload'>) {
  const { names, office } = useMessages()
  const kinds: Readonly<Record<string, string>> = names.objects
  const area = areas[data.kind]
  const name = office.webhooks.delivery.objectNamed({
    kind: kinds[data.kind] ?? data.kind,
    id: data.id.slice(-8),
  })
  if (area === undefined || type.endsWith('.deleted')) return <bdi>{name}</bdi>
  return (
    <a dir="auto" href={`/backoffice/${area}/${data.id}`}>
      {name}
    </a>
  )
}

function DeliveryRequest({ delivery, webhook }: Pick<PageProps, 'delivery' | 'webhook'>) {
  const { timeOfAttempt } = useMessages().office.webhooks.delivery
  const lines = [
    `POST ${new URL(webhook.url).pathname}`,
    'content-type: application/json',
    `webhook-id: ${delivery.id}`,
    `webhook-timestamp: ${timeOfAttempt}`,
    'webhook-signature: v1,…',
    '',
    JSON.stringify(delivery.payload, null, 2),
  ]
  return <pre class="body whole">{lines.join('\n')}</pre>
}

type DeliveryAttemptProps = { attempt: WebhookDeliveryDetails['log'][number]; zone: string }

function DeliveryAttempt({
  attempt: { at, url, durationMs, status, error, answer },
  zone,
}: DeliveryAttemptProps) {
  const { formats, office } = useMessages()
  const texts = office.webhooks.delivery
  return (
    <li>
      <div class="change-head">
        <p>
          {status === null ? (
            <span class="badge danger">{texts.noResponse}</span>
          ) : (
            <StatusCode status={status} isRedirectAFailure />
          )}{' '}
          {error ? <span>{error}</span> : null}
        </p>
        <p class="quiet">
          <Timestamp at={Date.parse(at)} zone={zone} /> · {formats.milliseconds(durationMs)}
        </p>
      </div>
      <p class="quiet">{texts.to({ url: (text) => <code>{text}</code>, text: url })}</p>
      {answer ? <pre class="body whole">{answer}</pre> : null}
    </li>
  )
}
