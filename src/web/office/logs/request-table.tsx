// The list of the request log, with its filters.

import type { ShownApiKey } from '../../../domain/access/api-keys.ts'
import type { LoggedRequest } from '../../../store/office/request-log.ts'
import { LogPager } from '../../components/pager.tsx'
import { zoneText } from '../../components/time.tsx'
import { Cell, FilterForm, FilterSelect, ListHead, ListTable } from '../shared/list-page.tsx'
import { Stamp } from '../shared/timestamp.tsx'
import type { RequestFilters } from './request-log.tsx'

const PATH = '/backoffice/requests'
const statuses = [
  ['', 'All'],
  ['ok', 'Successful (2xx)'],
  ['errors', 'Not successful'],
  ['refused', 'Refused (4xx)'],
  ['failed', 'Failed (5xx)'],
  ...['401', '403', '404', '409', '422', '429'].map((status) => [status, status] as const),
] as const

type TableProps = {
  requests: readonly LoggedRequest[]
  keys: readonly ShownApiKey[]
  operations: readonly string[]
  filters: RequestFilters
  /** What was asked for as an id and is none. */
  unknownId: string
  zone: string
  now: number
  older: string | undefined
  newest: string | undefined
}

export function RequestTable(props: TableProps) {
  const { requests, zone, now, older, newest, unknownId, filters } = props
  const isNarrowed = Object.values(filters).some((value) => value !== '')
  return (
    <>
      <ListHead title="Requests" />
      <p class="quiet">
        What the External API was asked with keys of this platform, kept for seven days. Times in{' '}
        {zoneText(now, zone)}.
      </p>
      {unknownId === '' ? null : (
        <p class="notice bad" role="alert">
          A request id looks like 01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11.
        </p>
      )}
      <Filters {...props} isNarrowed={isNarrowed} />
      <ListTable
        caption="Requests, newest first"
        isEmpty={requests.length === 0}
        empty={<p>{isNarrowed ? 'No request of the log is like that.' : 'There has been no request yet.'}</p>}
        head={['Time', 'Operation', 'Key', 'Status', 'ms', 'Problems', 'Request'].map((name) => (
          <th scope="col">{name}</th>
        ))}
      >
        {requests.map((request) => (
          <Row request={request} zone={zone} />
        ))}
      </ListTable>
      <LogPager newest={newest} older={older} />
    </>
  )
}

function Row({ request, zone }: { request: LoggedRequest; zone: string }) {
  return (
    <tr>
      <Cell name="Time">
        <Stamp at={request.at} zone={zone} isShort />
      </Cell>
      <Cell name="Operation">{request.operation}</Cell>
      <Cell name="Key">{request.keyName ?? 'gone'}</Cell>
      <Cell name="Status">
        <StatusBadge status={request.status} />
      </Cell>
      <Cell name="ms">{(request.durationUs / 1000).toFixed(1)}</Cell>
      <Cell name="Problems">
        <Problems request={request} />
      </Cell>
      <Cell name="Request">
        <a href={`${PATH}/${request.id}`} aria-label={`Request ${request.id}`}>
          <code>{request.id.slice(-8)}</code>
        </a>
      </Cell>
    </tr>
  )
}

export function StatusBadge({ status }: { status: number }) {
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <span class={`badge ${kind}`}>{status}</span>
}

const MOST_POINTERS = 3

function Problems({ request: { errorCode, problems } }: { request: LoggedRequest }) {
  if (errorCode === null) return <span class="quiet none">–</span>
  const places = problems.map(({ pointer, parameter, code }) => pointer ?? parameter ?? code)
  const more = places.length - MOST_POINTERS
  return (
    <>
      {errorCode}
      {places.slice(0, MOST_POINTERS).map((place) => (
        <>
          {' '}
          <code>{place || '/'}</code>
        </>
      ))}
      {more > 0 ? <span class="quiet"> and {more} more</span> : null}
    </>
  )
}

function Filters({ keys, operations, filters, isNarrowed }: TableProps & { isNarrowed: boolean }) {
  return (
    <FilterForm path={PATH} isNarrowed={isNarrowed}>
      <FilterSelect
        name="key"
        label="Key"
        value={filters.key}
        options={[['', 'All'], ...keys.map(({ id, name, last4 }) => [id, `${name} …${last4}`] as const)]}
      />
      <FilterSelect name="status" label="Status" value={filters.status} options={statuses} />
      <FilterSelect
        name="operation"
        label="Operation"
        value={filters.operation}
        options={[['', 'All'], ...operations.map((name) => [name, name] as const)]}
      />
      <div class="field grow">
        <label for="list-id">Request id</label>
        <input id="list-id" name="id" maxlength={64} autocomplete="off" spellcheck={false} />
      </div>
    </FilterForm>
  )
}
