// One webhook: its status and its deliveries, and for owners its form on another tab.

import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Group } from '../../kit/components/form-layout.tsx'
import type { ListView } from '../../kit/lists/list-definition.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Crumb, StatusNotice } from '../../kit/office/object-page.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { NavLink } from '../../kit/pages/layout.tsx'
import type { WebhookHealth } from './deliveries/deliveries.ts'
import { DeliveryLog } from './deliveries/office-delivery-log.tsx'
import { WebhookBadge, WebhookFacts, WebhookTrouble, webhookName } from './office-card.tsx'
import { WebhookFields, type WebhookValues } from './office-form.tsx'
import type { Webhook, WebhookDelivery } from './schema.ts'

/** Local times in the format of the form fields; '' if empty. */
export type TimeRange = { from: string; to: string }

type FrameProps = {
  webhook: Webhook
  current: 'deliveries' | 'edit'
  isOwner: boolean
  notice?: string | undefined
  children: ComponentChildren
}

function WebhookFrame({ webhook, current, isOwner, notice, children }: FrameProps) {
  const { title, page: texts } = useMessages().office.webhooks
  const path = `${WEBHOOKS}/${webhook.id}`
  return (
    <>
      <Crumb href={WEBHOOKS} text={title} />
      <h1>
        <bdi>{webhookName(webhook)}</bdi> <WebhookBadge webhook={webhook} />
      </h1>
      {isOwner ? (
        <nav class="tabs" aria-label={texts.navigation}>
          <NavLink href={path} text={texts.deliveriesTab} isCurrent={current === 'deliveries'} />
          <NavLink href={`${path}/edit`} text={texts.editTab} isCurrent={current === 'edit'} />
        </nav>
      ) : null}
      <StatusNotice text={notice} />
      {children}
    </>
  )
}

export type WebhookPageProps = {
  webhook: Webhook
  health: WebhookHealth | undefined
  deliveries: readonly WebhookDelivery[]
  /** The state that the deliveries are filtered by. */
  state: WebhookDelivery['state'] | undefined
  /** The cursor of the next page. */
  older: string | null
  isOwner: boolean
  csrf: string
  view: ListView
  notice: string | undefined
  /** Problems of the time range to redeliver. */
  problems: readonly Problem[]
  range: TimeRange
}

export function WebhookPage(props: WebhookPageProps) {
  const { webhook, health, isOwner, view, notice, problems } = props
  const { notQueued } = useMessages().office.webhooks.page
  return (
    <WebhookFrame webhook={webhook} current="deliveries" isOwner={isOwner} notice={notice}>
      <ProblemSummary message={problems.length > 0 ? notQueued : undefined} problems={problems}>
        <p>
          <code>{webhook.url}</code>
        </p>
        <WebhookTrouble webhook={webhook} zone={view.zone} />
        <WebhookFacts webhook={webhook} health={health} now={view.now} />
        {isOwner ? <Actions {...props} /> : null}
        {isOwner && webhook.enabled ? <RedeliverForm {...props} /> : null}
        <DeliveryLog {...props} />
      </ProblemSummary>
    </WebhookFrame>
  )
}

type EditProps = { webhook: Webhook; csrf: string; values: WebhookValues; problems: readonly Problem[] }

/** The tab for owners. */
export function WebhookEdit({ webhook, csrf, values, problems }: EditProps) {
  const { forms, office } = useMessages()
  return (
    <WebhookFrame webhook={webhook} current="edit" isOwner>
      <ProblemSummary message={problems.length > 0 ? office.forms.notSaved : undefined} problems={problems}>
        <Form action={`${WEBHOOKS}/${webhook.id}`} csrf={csrf}>
          <Group>
            <WebhookFields values={values} problems={problems} />
          </Group>
          <div class="actions">
            <button class="primary" type="submit">
              {forms.save}
            </button>
          </div>
        </Form>
      </ProblemSummary>
    </WebhookFrame>
  )
}

function Actions({ webhook: { id, enabled }, csrf }: WebhookPageProps) {
  const texts = useMessages().office.webhooks.page
  return (
    <Form action={`${WEBHOOKS}/${id}/test`} csrf={csrf}>
      <div class="actions">
        {enabled ? <button type="submit">{texts.sendTest}</button> : null}
        <a class="button" href={`${WEBHOOKS}/${id}/rotate`}>
          {texts.rotate}
        </a>
        <a class="button danger" href={`${WEBHOOKS}/${id}/delete`}>
          {texts.delete}
        </a>
      </div>
    </Form>
  )
}

function RedeliverForm({ webhook: { id }, csrf, problems, range, view }: WebhookPageProps) {
  const { time, office } = useMessages()
  const texts = office.webhooks.page
  return (
    <details class="disclosure" open={problems.length > 0}>
      <summary>{texts.redeliverRange}</summary>
      <Form action={`${WEBHOOKS}/${id}/redeliver`} csrf={csrf}>
        <p class="quiet">{texts.redeliverIntro({ zone: time.zone(view.now, view.zone) })}</p>
        <div class="field-row">
          <Field
            name="from"
            label={texts.from}
            type="datetime-local"
            value={range.from}
            hint={texts.fromHint}
            isRequired
            problems={problems}
          />
          <Field
            name="to"
            label={texts.to}
            type="datetime-local"
            value={range.to}
            hint={texts.toHint}
            problems={problems}
          />
        </div>
        <div class="actions">
          <button type="submit">{texts.redeliver}</button>
        </div>
      </Form>
    </details>
  )
}
