// The request log: what the External API was asked last, and one request with the changes that it made.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { listKeys } from '../../../domain/access/api-keys.ts'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readChangesOfRequest } from '../../../domain/office/audit.ts'
import { listLoggedRequests, readLoggedRequest } from '../../../domain/office/request-log.ts'
import { isId } from '../../../lib/data/ids.ts'
import type { RequestFilter } from '../../../store/office/request-log.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import { addressOf, queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { RequestPage } from './request-page.tsx'
import { RequestTable } from './request-table.tsx'

const PATH = '/backoffice/requests'
const PAGE = 50
const statuses: Readonly<Record<string, { from: number; to: number }>> = {
  ok: { from: 200, to: 299 },
  errors: { from: 400, to: 599 },
  refused: { from: 400, to: 499 },
  failed: { from: 500, to: 599 },
}

export const requestRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  let operations: readonly string[] | undefined

  office.get('/requests', { config: { operation: 'requestLogPage' } }, async (request, reply) => {
    const query = queryOf(request)
    const id = query('id').toLowerCase()
    if (isId(id)) return reply.redirect(`${PATH}/${id}`, 303)
    const caller = callerOf(request)
    const page = { cursor: query('after') || undefined, limit: PAGE }
    const keys = await listKeys(services, caller)
    const { requests, next } = await listLoggedRequests(services, caller, filterOf(query), page)
    operations ??= operationsOf(office)
    const filters = { key: query('key'), status: query('status'), operation: query('operation') }
    return sendOfficePage(request, reply, { title: 'Requests' }, () => (
      <RequestTable
        requests={requests}
        keys={keys}
        operations={operations ?? []}
        filters={filters}
        unknownId={id}
        zone={zoneOf(request.visit)}
        now={services.clock.now()}
        older={next === null ? undefined : addressOf(PATH, { ...filters, after: next })}
        newest={query('after') === '' ? undefined : addressOf(PATH, filters)}
      />
    ))
  })

  office.get<{ Params: { id: string } }>(
    '/requests/:id',
    { config: { operation: 'requestPage' } },
    async (request, reply) => {
      const id = request.params.id.toLowerCase()
      if (!isId(id)) throw new Refusal('not_found')
      const caller = callerOf(request)
      const logged = await readLoggedRequest(services, caller, id)
      const events = await readChangesOfRequest(services, caller, id)
      if (!logged && events.length === 0) throw new Refusal('not_found', { message: GONE })
      return sendOfficePage(request, reply, { title: 'Request' }, () => (
        <RequestPage id={id} logged={logged} events={events} zone={zoneOf(request.visit)} />
      ))
    },
  )
}

const GONE =
  'There is no such request in the log of this platform. Requests are written within a second or two, and kept for seven days.'

function filterOf(query: ReturnType<typeof queryOf>): RequestFilter {
  const status = query('status')
  const exact = /^[1-5]\d\d$/.test(status) ? { from: Number(status), to: Number(status) } : null
  return {
    keyId: query('key') || null,
    operation: query('operation') || null,
    status: Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : exact,
  }
}

/** The operations of the API, from its own document. */
function operationsOf(app: FastifyInstance): string[] {
  const paths = Object.values(app.swagger().paths ?? {}) as Record<string, { operationId?: string }>[]
  const names = paths.flatMap((path) => Object.values(path).map((operation) => operation?.operationId))
  return names.filter((name) => name !== undefined).sort()
}

export type RequestFilters = { key: string; status: string; operation: string }
