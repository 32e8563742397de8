// One webhook: its state and its log of deliveries, and on a tab of its own, for owners, its form.

import type { ComponentChildren } from 'preact'
import type { Problem } from '../../../domain/changes/errors.ts'
import type { WebhookHealth } from '../../../domain/webhooks/deliveries.ts'
import { deliveryStates, type Webhook, type WebhookDelivery } from '../../../schema/webhooks/webhooks.ts'
import { Field, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { LogPager } from '../../components/pager.tsx'
import { zoneText } from '../../components/time.tsx'
import { NavLink } from '../../pages/layout.tsx'
import { Cell, FilterForm, FilterSelect, ListTable } from '../shared/list-page.tsx'
import { withQuery } from '../shared/query-string.ts'
import { Stamp } from '../shared/timestamp.tsx'
import { WEBHOOKS, WebhookBadge, WebhookFacts, WebhookTrouble } from './webhook-card.tsx'
import { WebhookFields, type WebhookValues } from './webhook-form.tsx'

export type Span = { from: string; to: string }

type HeadProps = {
  webhook: Webhook
  current: 'deliveries' | 'edit'
  isOwner: boolean
  message?: string | undefined
  children: ComponentChildren
}

function WebhookFrame({ webhook, current, isOwner, message, children }: HeadProps) {
  const path = `${WEBHOOKS}/${webhook.id}`
  return (
    <>
      <p class="crumb">
        <a href={WEBHOOKS}>Webhooks</a>
      </p>
      <h1>
        {webhook.description ?? new URL(webhook.url).host} <WebhookBadge webhook={webhook} />
      </h1>
      {isOwner ? (
        <nav class="tabs" aria-label="Webhook">
          <NavLink href={path} text="Deliveries" isCurrent={current === 'deliveries'} />
          <NavLink href={`${path}/edit`} text="Edit" isCurrent={current === 'edit'} />
        </nav>
      ) : null}
      {message ? (
        <p class="notice good" role="status">
          {message}
        </p>
      ) : null}
      {children}
    </>
  )
}

export type WebhookPageProps = {
  webhook: Webhook
  health: WebhookHealth | undefined
  deliveries: readonly WebhookDelivery[]
  /** The state that the log is narrowed to, or ''. */
  state: string
  older: string | null
  isOwner: boolean
  csrf: string
  zone: string
  now: number
  message: string | undefined
  /** Of the time span that was to be sent again. */
  problems: readonly Problem[]
  span: Span
}

export function WebhookPage(props: WebhookPageProps) {
  const { webhook, health, isOwner, zone, now, message, problems } = props
  return (
    <WebhookFrame webhook={webhook} current="deliveries" isOwner={isOwner} message={message}>
      <ProblemSummary
        message={problems.length > 0 ? 'Nothing was sent again. Please look at these:' : undefined}
        problems={problems}
      >
        <p>
          <code>{webhook.url}</code>
        </p>
        <WebhookTrouble webhook={webhook} zone={zone} />
        <WebhookFacts webhook={webhook} health={health} now={now} />
        {isOwner ? <Actions {...props} /> : null}
        {isOwner && webhook.enabled ? <SendAgain {...props} /> : null}
        <Log {...props} />
      </ProblemSummary>
    </WebhookFrame>
  )
}

type EditProps = { webhook: Webhook; csrf: string; values: WebhookValues; problems: readonly Problem[] }

/** For owners. */
export function WebhookEdit({ webhook, csrf, values, problems }: EditProps) {
  return (
    <WebhookFrame webhook={webhook} current="edit" isOwner>
      <ProblemSummary
        message={problems.length > 0 ? 'Nothing was saved. Please look at these:' : undefined}
        problems={problems}
      >
        <Form action={`${WEBHOOKS}/${webhook.id}`} csrf={csrf}>
          <WebhookFields values={values} problems={problems} />
          <div class="actions">
            <button class="primary" type="submit">
              Save
            </button>
          </div>
        </Form>
      </ProblemSummary>
    </WebhookFrame>
  )
}

function Actions({ webhook: { id, enabled }, csrf }: WebhookPageProps) {
  return (
    <Form action={`${WEBHOOKS}/${id}/test`} csrf={csrf}>
      <div class="actions">
        {enabled ? <button type="submit">Send a test</button> : null}
        <a class="button" href={`${WEBHOOKS}/${id}/rotate`}>
          New secret
        </a>
        <a class="button danger" href={`${WEBHOOKS}/${id}/delete`}>
          Delete
        </a>
      </div>
    </Form>
  )
}

function SendAgain({ webhook: { id }, csrf, problems, span, zone, now }: WebhookPageProps) {
  return (
    <details class="disclosure" open={problems.length > 0}>
      <summary>Send a time span again</summary>
      <Form action={`${WEBHOOKS}/${id}/redeliver`} csrf={csrf}>
        <p class="quiet">
          Everything of that time that the webhook asks for, sent before or not; what was sent before keeps
          its id. Times in {zoneText(now, zone)}.
        </p>
        <div class="field-row">
          <Field
            name="from"
            label="From"
            type="datetime-local"
            value={span.from}
            hint="30 days ago at most."
            isRequired
            problems={problems}
          />
          <Field
            name="to"
            label="To"
            type="datetime-local"
            value={span.to}
            hint="Empty: up to now."
            problems={problems}
          />
        </div>
        <div class="actions">
          <button type="submit">Send again</button>
        </div>
      </Form>
    </details>
  )
}

const stateNames = { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' } as const

function Log({ webhook, deliveries, state, older, zone, now }: WebhookPageProps) {
  const path = `${WEBHOOKS}/${webhook.id}`
  return (
    <section>
      <h2>Deliveries</h2>
      <p class="quiet">Newest first, kept for 30 days. Times in {zoneText(now, zone)}.</p>
      <FilterForm path={path} isNarrowed={state !== ''}>
        <FilterSelect
          name="state"
          label="State"
          value={state}
          options={[['', 'All'], ...deliveryStates.map((one) => [one, stateNames[one]] as const)]}
        />
      </FilterForm>
      <ListTable
        caption="Deliveries, newest first"
        isEmpty={deliveries.length === 0}
        empty={<p>{state === '' ? 'Nothing has been sent yet.' : 'No delivery is in this state.'}</p>}
        head={['Event', 'State', 'Attempts', 'Last answer', 'Last attempt', 'Delivery'].map((name) => (
          <th scope="col">{name}</th>
        ))}
      >
        {deliveries.map((delivery) => (
          <Row delivery={delivery} zone={zone} />
        ))}
      </ListTable>
      <LogPager older={older === null ? undefined : withQuery(path, { state, after: older })} />
    </section>
  )
}

function Row({ delivery, zone }: { delivery: WebhookDelivery; zone: string }) {
  const { id, type, attempts, lastAttemptAt, lastStatus, lastError } = delivery
  return (
    <tr>
      <Cell name="Event">{type}</Cell>
      <Cell name="State">
        <DeliveryBadge delivery={delivery} />
      </Cell>
      <Cell name="Attempts">{attempts}</Cell>
      <Cell name="Last answer">{lastError ?? lastStatus ?? <None />}</Cell>
      <Cell name="Last attempt">
        {lastAttemptAt === null ? <None /> : <Stamp at={Date.parse(lastAttemptAt)} zone={zone} isShort />}
      </Cell>
      <Cell name="Delivery">
        <a href={`/backoffice/settings/deliveries/${id}`} aria-label={`Delivery ${id}`}>
          <code>{id.slice(-8)}</code>
        </a>
      </Cell>
    </tr>
  )
}

const None = () => <span class="quiet none">–</span>

export function DeliveryBadge({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  const looks = {
    pending: attempts > 0 ? 'badge warn' : 'badge',
    delivered: 'badge good',
    failed: 'badge bad',
  }
  return <span class={looks[state]}>{stateNames[state].toLowerCase()}</span>
}
