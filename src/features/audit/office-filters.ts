// The filters of the audit log, and the columns of its file.
import { startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import type { ObjectKind } from '../../kernel/store/tables.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import type { PageQuery } from '../../kit/office/query-string.ts'
import { type FileColumn, timeCell } from '../../kit/pages/table-files.ts'
import type { AuditEvent, EventFilter } from './store.ts'

type FilterName = 'actor' | 'kind' | 'action' | 'object' | 'from' | 'to'

/** Filters as in the URL. `from` and `to` are days such as 2027-05-20. */
export type AuditFilters = Readonly<Record<FilterName, string | undefined>>

export const readAuditFilters = (query: PageQuery): AuditFilters => ({
  actor: query('actor'),
  kind: query('kind'),
  action: query('action'),
  object: query('object'),
  from: query('from'),
  to: query('to'),
})

/** Days are in this time zone and inclusive. Unknown days, kinds, and actions are ignored. */
export function eventFilter(filters: AuditFilters, zone: string, { names, office }: Messages): EventFilter {
  const { actor = null, kind = '', action = '', object = null, from = '', to = '' } = filters
  const isKind = (text: string): text is ObjectKind => Object.hasOwn(names.objects, text)
  return {
    actor,
    objectKind: isKind(kind) ? kind : null,
    action: Object.hasOwn(office.changes.actions, action) ? action : null,
    objectId: object,
    from: startOfDay(from, zone) ?? null,
    to: startOfDay(to, zone, 1) ?? null,
  }
}

export const auditFile: readonly FileColumn<AuditEvent>[] = [
  ['at', ({ at }, zone) => timeCell(at, zone)],
  ['type', ({ type }) => type],
  ['objectKind', ({ objectKind }) => objectKind],
  ['objectId', ({ objectId }) => objectId],
  ['version', ({ version }) => version],
  ['actorKind', ({ actorKind }) => actorKind],
  ['actorId', ({ actorId }) => actorId],
  ['actorName', ({ actorName }) => actorName],
  ['requestId', ({ requestId }) => requestId],
  ['changes', ({ changes }) => JSON.stringify(changes)],
]
