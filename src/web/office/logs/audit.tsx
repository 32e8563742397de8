// The audit: every change of the platform, filtered, page by page, and as a file.
import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { allChanges, listChanges, listPossibleActors } from '../../../domain/office/audit.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import { addressOf, queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { auditFile, filterOf } from './audit-filters.ts'
import { type AuditFilters, AuditPage } from './audit-page.tsx'

const PATH = '/backoffice/audit'
const PAGE = 50

export const auditRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/audit', { config: { operation: 'auditPage' } }, async (request, reply) => {
    const query = queryOf(request)
    const caller = callerOf(request)
    const zone = zoneOf(request.visit)
    const filters = filtersOf(query)
    const page = { cursor: query('after') || undefined, limit: PAGE }
    const { events, next } = await listChanges(services, caller, filterOf(filters, zone), page)
    const actors = await listPossibleActors(services, caller)
    return sendOfficePage(request, reply, { title: 'Audit' }, () => (
      <AuditPage
        events={events}
        actors={actors}
        filters={filters}
        zone={zone}
        now={services.clock.now()}
        older={next === null ? undefined : addressOf(PATH, { ...filters, after: next })}
        newest={query('after') === '' ? undefined : addressOf(PATH, filters)}
        file={addressOf(`${PATH}.csv`, filters)}
      />
    ))
  })

  office.get('/audit.csv', { config: { operation: 'exportAudit' } }, async (request, reply) => {
    const filter = filterOf(filtersOf(queryOf(request)), zoneOf(request.visit))
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="audit-${day}.csv"`)
      .send(Readable.from(auditFile(allChanges(services, callerOf(request), filter))))
  })
}

const filtersOf = (query: ReturnType<typeof queryOf>): AuditFilters => ({
  actor: query('actor'),
  kind: query('kind'),
  action: query('action'),
  object: query('object'),
  from: query('from'),
  to: query('to'),
})
