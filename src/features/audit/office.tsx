// The routes of the audit log: every change of the platform, filtered, by pages and as a file.
import type { FastifyPluginAsync } from 'fastify'
import { ROWS_PER_PAGE } from '../../kernel/limits.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { AUDIT } from '../../kit/office/paths.ts'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { allChanges, listChanges, listPossibleActors } from './audit.ts'
import { auditFile, eventFilter, readAuditFilters } from './office-filters.ts'
import { AuditPage } from './office-page.tsx'

export const auditRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/audit', { config: { operation: 'auditPage' } }, async (request, reply) => {
    const query = queryOf(request)
    const caller = callerOf(request)
    const messages = messagesOf(request)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    const filters = readAuditFilters(query)
    const filter = eventFilter(filters, view.zone, messages)
    const cursor = query('after')
    const { events, next } = await listChanges(services, caller, filter, { cursor, limit: ROWS_PER_PAGE })
    const actors = await listPossibleActors(services, caller)
    return sendOfficePage(request, reply, { title: messages.office.changes.audit.title }, () => (
      <AuditPage
        {...{ events, actors, filters, view }}
        older={next === null ? undefined : withQuery(AUDIT, { ...filters, after: next })}
        newest={cursor === undefined ? undefined : withQuery(AUDIT, filters)}
      />
    ))
  })

  tableFileRoutes(office, services, { path: '/audit', operation: 'exportAudit' }, (request) => {
    const filters = readAuditFilters(queryOf(request))
    const filter = eventFilter(filters, zoneOf(request.visit), messagesOf(request))
    return { name: 'audit', columns: auditFile, pages: allChanges(services, callerOf(request), filter) }
  })
}
