// The routes of the request log: the latest requests to the External API, and one request with its changes.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { ROWS_PER_PAGE } from '../../kernel/limits.ts'
import { Crumb } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { REQUESTS } from '../../kit/office/paths.ts'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { listKeys } from '../api-keys/api-keys.ts'
import { readChangesOfRequest } from '../audit/audit.ts'
import { RequestPage } from './office-page.tsx'
import { type RequestFilters, RequestTable, requestFile, statusRanges } from './office-table.tsx'
import { allLoggedRequests, listLoggedRequests, readLoggedRequest } from './request-log.ts'
import type { RequestFilter } from './store.ts'

type Ids = { Params: { id: string } }

export const requestRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  let operations: readonly string[] | undefined

  office.get('/requests', { config: { operation: 'requestLogPage' } }, async (request, reply) => {
    operations ??= operationsOf(office)
    return sendRequestLog(options, request, reply, operations)
  })

  tableFileRoutes(
    office,
    options.services,
    { path: '/requests', operation: 'exportRequestLog' },
    (request) => ({
      name: 'requests',
      columns: requestFile,
      pages: allLoggedRequests(options.services, callerOf(request), requestFilter(readFilters(request))),
    }),
  )

  office.get<Ids>('/requests/:id', { config: { operation: 'requestPage' } }, (request, reply) =>
    sendRequest(options, request, reply),
  )
}

/** The operations of the API, from its OpenAPI document. */
function operationsOf(app: FastifyInstance): string[] {
  const paths = Object.values(app.swagger().paths ?? {}) as Record<string, { operationId?: string }>[]
  const names = paths.flatMap((path) => Object.values(path).map((operation) => operation?.operationId))
  return names.filter((name) => name !== undefined).sort()
}

async function sendRequestLog(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  operations: readonly string[],
) {
  const query = queryOf(request)
  const id = query('id')?.toLowerCase()
  if (id !== undefined && isId(id)) return reply.redirect(`${REQUESTS}/${id}`, 303)
  const caller = callerOf(request)
  const filters = readFilters(request)
  const cursor = query('after')
  const keys = await listKeys(services, caller)
  const page = { cursor, limit: ROWS_PER_PAGE }
  const { requests, next } = await listLoggedRequests(services, caller, requestFilter(filters), page)
  const { title } = messagesOf(request).office.requests
  return sendOfficePage(request, reply, { title }, () => (
    <RequestTable
      {...{ requests, keys, operations, filters }}
      isInvalidId={id !== undefined}
      view={{ zone: zoneOf(request.visit), now: services.clock.now() }}
      older={next === null ? undefined : withQuery(REQUESTS, { ...filters, after: next })}
      newest={cursor === undefined ? undefined : withQuery(REQUESTS, filters)}
    />
  ))
}

function readFilters(request: FastifyRequest): RequestFilters {
  const query = queryOf(request)
  return { key: query('key'), status: query('status'), operation: query('operation') }
}

/** A status is a single code, or the name of a range. */
function requestFilter({ key, status = '', operation }: RequestFilters): RequestFilter {
  const code = /^[1-5]\d\d$/.test(status) ? { from: Number(status), to: Number(status) } : null
  const range = Object.hasOwn(statusRanges, status) ? (statusRanges[status] ?? null) : code
  return { keyId: key ?? null, operation: operation ?? null, status: range }
}

async function sendRequest({ services }: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const id = request.params.id.toLowerCase()
  if (!isId(id)) throw new Refusal('not_found')
  const caller = callerOf(request)
  const logged = await readLoggedRequest(services, caller, id)
  const events = await readChangesOfRequest(services, caller, id)
  const texts = messagesOf(request).office.requests
  if (!logged && events.length === 0)
    return sendOfficePage(request, reply.code(404), { title: texts.page.title }, () => (
      <>
        <Crumb href={REQUESTS} text={texts.title} />
        <h1>{texts.page.title}</h1>
        <p class="notice">{texts.notFound}</p>
      </>
    ))
  return sendOfficePage(request, reply, { title: texts.page.title, scripts: ['copy.js'] }, () => (
    <RequestPage {...{ id, logged, events }} zone={zoneOf(request.visit)} origin={originOf(request)} />
  ))
}
