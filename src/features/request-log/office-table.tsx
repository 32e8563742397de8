// The table of the request log, with its filters.

import { API } from '../../kernel/http/api/responses.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import { StatusCode } from '../../kit/components/status-code.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { Column, Filters, ListView } from '../../kit/lists/list-definition.ts'
import { chipsOf, FilterChips, FilterMenu, ListTools, SearchBox } from '../../kit/lists/list-filters.tsx'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import { NoMatches } from '../../kit/lists/no-matches.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { API_DOCUMENTATION, REQUESTS } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { type FileColumn, timeCell } from '../../kit/pages/table-files.ts'
import type { ShownApiKey } from '../api-keys/api-keys.ts'
import type { LoggedRequest } from './store.ts'

const EXAMPLE_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

/** Ranges of status codes by their names in the URL. */
export const statusRanges: Readonly<Record<string, { from: number; to: number }>> = {
  ok: { from: 200, to: 299 },
  errors: { from: 400, to: 599 },
  refused: { from: 400, to: 499 },
  failed: { from: 500, to: 599 },
}
const commonErrors = ['401', '403', '404', '409', '422', '429']

/** Filters as in the URL. */
export type RequestFilters = Readonly<Record<'key' | 'status' | 'operation', string | undefined>>

type TableProps = {
  requests: readonly LoggedRequest[]
  keys: readonly ShownApiKey[]
  operations: readonly string[]
  filters: RequestFilters
  /** Set if the entered text is not a request id. */
  isInvalidId: boolean
  view: ListView
  /** URLs of other pages, if they exist. */
  older: string | undefined
  newest: string | undefined
}

export function RequestTable(props: TableProps) {
  const { requests, view, older, newest, isInvalidId, filters } = props
  const { time, formats, office } = useMessages()
  const texts = office.requests
  const offered = requestFilters(texts, props)
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <>
      <ListHeader title={texts.title}>
        {requests.length > 0 ? (
          <ExportMenu href={(format) => withQuery(`${REQUESTS}.${format}`, filters)} />
        ) : null}
      </ListHeader>
      <p class="quiet">{texts.intro({ zone: time.zone(view.now, view.zone) })}</p>
      {isInvalidId ? (
        <p class="notice danger" role="alert">
          {texts.notAnId({ example: EXAMPLE_ID })}
        </p>
      ) : null}
      <ListTools>
        <SearchBox path={REQUESTS} kept={{}} name="id" value={undefined} hint={texts.requestId} />
        <FilterMenu path={REQUESTS} kept={filters} filters={offered} choices={filters} />
      </ListTools>
      <FilterChips path={REQUESTS} kept={filters} chips={chipsOf(offered, filters)} />
      <DataTable
        caption={texts.caption}
        columns={requestColumns(office, formats)}
        rows={requests}
        view={view}
        empty={isFiltered ? <NoMatches text={texts.noMatches} path={REQUESTS} /> : <NoRequestsYet />}
      />
      <LogPager newest={newest} older={older} />
    </>
  )
}

const requestFilters = (
  texts: Messages['office']['requests'],
  { keys, operations }: Pick<TableProps, 'keys' | 'operations'>,
): Filters => ({
  key: {
    label: texts.key,
    all: texts.allKeys,
    options: keys.map(({ id, name, last4 }) => [id, `${name} …${last4}`] as const),
  },
  status: {
    label: texts.status,
    all: texts.allStatuses,
    options: [...Object.entries(texts.statuses), ...commonErrors.map((code) => [code, code] as const)],
  },
  operation: {
    label: texts.operation,
    all: texts.allOperations,
    options: operations.map((name) => [name, name] as const),
  },
})

const requestColumns = (
  { requests: texts }: Messages['office'],
  formats: Messages['formats'],
): Column<LoggedRequest>[] => [
  { name: texts.time, cell: ({ at }, { zone }) => <Timestamp at={at} zone={zone} isShort /> },
  {
    name: texts.methodAndPath,
    isRowHeader: true,
    cell: ({ id, method, path, operation }) => (
      <>
        <a class="row-link" href={`${REQUESTS}/${id}`}>
          <code>
            {method} {path.startsWith(API) ? path.slice(API.length) : path}
          </code>
        </a>
        <span class="facts-line"> · {operation}</span>
      </>
    ),
  },
  { name: texts.key, cell: ({ keyName }) => keyName ?? texts.deletedKey },
  { name: texts.status, cell: ({ status }) => <StatusCode status={status} /> },
  {
    name: texts.duration,
    cell: ({ durationUs }) => <span class="nowrap">{formats.milliseconds(durationUs / 1000)}</span>,
  },
  { name: texts.problems, cell: (request) => <Problems request={request} /> },
]

export const requestFile: readonly FileColumn<LoggedRequest>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }, zone) => timeCell(at, zone)],
  ['method', ({ method }) => method],
  ['path', ({ path }) => path],
  ['operation', ({ operation }) => operation],
  ['status', ({ status }) => status],
  ['durationMs', ({ durationUs }) => durationUs / 1000],
  ['keyId', ({ keyId }) => keyId],
  ['keyName', ({ keyName }) => keyName],
  ['errorCode', ({ errorCode }) => errorCode],
  [
    'problems',
    ({ problems }) => problems.map(({ pointer, parameter, code }) => pointer ?? parameter ?? code),
  ],
]

const MAX_POINTERS = 3

function Problems({ request: { errorCode, problems } }: { request: LoggedRequest }) {
  const texts = useMessages().office.requests
  if (errorCode === null) return <span class="quiet none">–</span>
  const places = problems.map(({ pointer, parameter, code }) => pointer ?? parameter ?? code)
  const more = places.length - MAX_POINTERS
  return (
    <>
      {errorCode}
      {places.slice(0, MAX_POINTERS).map((place) => (
        <>
          {' '}
          <code>{place || '/'}</code>
        </>
      ))}
      {more > 0 ? <span class="quiet"> {texts.more({ count: more })}</span> : null}
    </>
  )
}

function NoRequestsYet() {
  const texts = useMessages().office.requests
  return (
    <Empty
      advice={texts.noRequestsAdvice({ documentation: (text) => <a href={API_DOCUMENTATION}>{text}</a> })}
    >
      {texts.noRequests}
    </Empty>
  )
}
