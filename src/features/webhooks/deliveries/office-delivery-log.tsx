// The deliveries of a webhook, filtered by state.

import { Empty } from '../../../kit/components/empty.tsx'
import { ExportMenu } from '../../../kit/components/export-menu.tsx'
import { LogPager } from '../../../kit/components/pager.tsx'
import { DataTable } from '../../../kit/lists/data-table.tsx'
import type { Column, ListView } from '../../../kit/lists/list-definition.ts'
import { chipsOf, FilterChips, FilterMenu, ListTools } from '../../../kit/lists/list-filters.tsx'
import { SectionHead } from '../../../kit/lists/list-page.tsx'
import { NoMatches } from '../../../kit/lists/no-matches.tsx'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { WEBHOOKS } from '../../../kit/office/paths.ts'
import { withQuery } from '../../../kit/office/query-string.ts'
import { Timestamp } from '../../../kit/office/timestamp.tsx'
import { type FileColumn, timeCell } from '../../../kit/pages/table-files.ts'
import { deliveryStates, type Webhook, type WebhookDelivery } from '../schema.ts'

type LogProps = {
  webhook: Webhook
  deliveries: readonly WebhookDelivery[]
  /** The state that the deliveries are filtered by. */
  state: WebhookDelivery['state'] | undefined
  /** The cursor of the next page. */
  older: string | null
  view: ListView
}

export function DeliveryLog({ webhook, deliveries, state, older, view }: LogProps) {
  const { time, office } = useMessages()
  const texts = office.webhooks.deliveries
  const path = `${WEBHOOKS}/${webhook.id}`
  const filters = {
    state: {
      label: texts.state,
      all: texts.allStates,
      options: deliveryStates.map((one) => [one, texts.states[one]] as const),
    },
  }
  return (
    <section>
      <SectionHead title={texts.title}>
        {deliveries.length > 0 ? (
          <ExportMenu href={(format) => withQuery(`${path}/deliveries.${format}`, { state })} />
        ) : null}
      </SectionHead>
      <p class="quiet">{texts.intro({ zone: time.zone(view.now, view.zone) })}</p>
      <ListTools>
        <FilterMenu path={path} kept={{ state }} filters={filters} choices={{ state }} />
      </ListTools>
      <FilterChips path={path} kept={{ state }} chips={chipsOf(filters, { state })} />
      <DataTable
        caption={texts.title}
        columns={deliveryColumns(texts)}
        rows={deliveries}
        view={view}
        empty={
          state === undefined ? (
            <Empty>{texts.noDeliveries}</Empty>
          ) : (
            <NoMatches text={texts.noMatches} path={path} />
          )
        }
      />
      <LogPager older={older === null ? undefined : withQuery(path, { state, after: older })} />
    </section>
  )
}

const deliveryColumns = (texts: Messages['office']['webhooks']['deliveries']): Column<WebhookDelivery>[] => [
  { name: texts.event, cell: ({ type }) => type },
  { name: texts.state, cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
  { name: texts.attempts, cell: ({ attempts }) => attempts },
  { name: texts.lastResponse, cell: ({ lastError, lastStatus }) => lastError ?? lastStatus ?? <None /> },
  {
    name: texts.lastAttempt,
    cell: ({ lastAttemptAt }, { zone }) =>
      lastAttemptAt === null ? <None /> : <Timestamp at={Date.parse(lastAttemptAt)} zone={zone} isShort />,
  },
  {
    name: texts.delivery,
    cell: ({ id }) => (
      <a href={`/backoffice/settings/deliveries/${id}`} aria-label={texts.deliveryNamed({ id })}>
        <code>{id.slice(-8)}</code>
      </a>
    ),
  },
]

export const deliveryFile: readonly FileColumn<WebhookDelivery>[] = [
  ['id', ({ id }) => id],
  ['webhookId', ({ webhookId }) => webhookId],
  ['eventId', ({ eventId }) => eventId],
  ['type', ({ type }) => type],
  ['objectId', ({ objectId }) => objectId],
  ['state', ({ state }) => state],
  ['attempts', ({ attempts }) => attempts],
  ['lastStatus', ({ lastStatus }) => lastStatus],
  ['lastError', ({ lastError }) => lastError],
  ['queuedAt', ({ queuedAt }, zone) => timeCell(queuedAt, zone)],
  ['lastAttemptAt', ({ lastAttemptAt }, zone) => timeCell(lastAttemptAt, zone)],
  ['nextAttemptAt', ({ nextAttemptAt }, zone) => timeCell(nextAttemptAt, zone)],
]

const None = () => <span class="quiet none">–</span>

export function DeliveryBadge({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  const { states } = useMessages().office.webhooks.deliveries
  const classes = {
    pending: attempts > 0 ? 'badge warning' : 'badge',
    delivered: 'badge success',
    failed: 'badge danger',
  }
  return <span class={classes[state]}>{states[state]}</span>
}
