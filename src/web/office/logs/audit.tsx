// The routes of the audit log: every change of the platform, filtered, by pages and as a file.
import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { allChanges, listChanges, listPossibleActors } from '../../../domain/office/audit.ts'
import { callerOf, messagesOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { AUDIT } from '../shared/paths.ts'
import { queryOf, withQuery } from '../shared/query-string.ts'
import { auditFile, eventFilter, readAuditFilters } from './audit-filters.ts'
import { AuditPage } from './audit-page.tsx'

const PAGE = 50

export const auditRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/audit', { config: { operation: 'auditPage' } }, async (request, reply) => {
    const query = queryOf(request)
    const caller = callerOf(request)
    const messages = messagesOf(request)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    const filters = readAuditFilters(query)
    const filter = eventFilter(filters, view.zone, messages)
    const cursor = query('after')
    const { events, next } = await listChanges(services, caller, filter, { cursor, limit: PAGE })
    const actors = await listPossibleActors(services, caller)
    return sendOfficePage(request, reply, { title: messages.office.changes.audit.title }, () => (
      <AuditPage
        {...{ events, actors, filters, view }}
        older={next === null ? undefined : withQuery(AUDIT, { ...filters, after: next })}
        newest={cursor === undefined ? undefined : withQuery(AUDIT, filters)}
        file={withQuery(`${AUDIT}.csv`, filters)}
      />
    ))
  })

  office.get('/audit.csv', { config: { operation: 'exportAudit' } }, async (request, reply) => {
    const filters = readAuditFilters(queryOf(request))
    const filter = eventFilter(filters, zoneOf(request.visit), messagesOf(request))
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="audit-${day}.csv"`)
      .send(Readable.from(auditFile(allChanges(services, callerOf(request), filter))))
  })
}
