// What the filters of the audit say, and its file.
import { csvLine } from '../../../lib/text/csv.ts'
import { startOfDay } from '../../../lib/time/calendar-days.ts'
import { formatInstant } from '../../../lib/time/instants.ts'
import type { AuditEvent, EventFilter } from '../../../store/office/audit.ts'
import type { ObjectKind } from '../../../store/sql/tables.ts'
import type { AuditFilters } from './audit-page.tsx'
import { actionNames, kindNames } from './change-list.tsx'

/** Days are of this time zone, both included; what is no day, kind or action filters nothing. */
export function filterOf(filters: AuditFilters, zone: string): EventFilter {
  const { actor, kind, action, object, from, to } = filters
  return {
    actor: actor || null,
    objectKind: isKind(kind) ? kind : null,
    action: Object.hasOwn(actionNames, action) ? action : null,
    objectId: object || null,
    from: startOfDay(from, zone) ?? null,
    to: startOfDay(to, zone, 1) ?? null,
  }
}

const isKind = (text: string): text is ObjectKind => Object.hasOwn(kindNames, text)

const columns = [
  'time',
  'type',
  'object_kind',
  'object_id',
  'version',
  'actor_kind',
  'actor_id',
  'actor_name',
  'request_id',
  'changes',
]

/** The changes as CSV, in pieces. */
export async function* auditFile(steps: AsyncIterable<readonly AuditEvent[]>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const events of steps) yield events.map(line).join('')
}

const line = (event: AuditEvent): string =>
  csvLine([
    formatInstant(event.at),
    event.type,
    event.objectKind,
    event.objectId,
    event.version,
    event.actorKind,
    event.actorId,
    event.actorName,
    event.requestId,
    JSON.stringify(event.changes),
  ])
