// The history of an object: who or which key changed what, when, and what it was before.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readObjectHistory } from '../../../domain/office/object-history.ts'
import type { ValueChange } from '../../../lib/data/diff.ts'
import type { AuditEvent } from '../../../store/office/audit.ts'
import type { UserRow } from '../../../store/sql/tables.ts'
import { LogPager } from '../../components/pager.tsx'
import { displayName } from '../../components/person.tsx'
import { zoneText } from '../../components/time.tsx'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { type ObjectArea, ObjectHead, singular } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { queryOf, withQuery } from '../shared/query-string.ts'
import { Stamp } from '../shared/timestamp.tsx'
import { actionOf } from './change-list.tsx'

/** `title`: undefined where the object is gone. */
export type Shown = { area: ObjectArea; id: string; title: string | undefined }
const kinds = { talks: 'talk', sponsors: 'sponsor', users: 'user' } as const

type People = ReadonlyMap<string, UserRow>

/** Sends the history of an object; `after` of the query leads to older changes. */
export async function sendHistory(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { area, id, title: name }: Shown,
) {
  const cursor = queryOf(request)('after')
  const { events, next, people } = await readObjectHistory(
    services,
    callerOf(request),
    { kind: kinds[area], id },
    cursor,
  )
  if (name === undefined && events.length === 0) throw new Refusal('not_found')
  const title = name ?? `${singular[area]} that is gone`
  const byId = new Map(people.map((user) => [user.id, user]))
  const zone = zoneOf(request.visit)
  return sendOfficePage(request, reply, { title: `History of ${title}` }, () => (
    <>
      <ObjectHead area={area} id={id} title={title} current="history" isGone={name === undefined} />
      <p class="quiet">Newest first. Times in {zoneText(services.clock.now(), zone)}.</p>
      {events.length === 0 ? <p class="empty">Nothing has been recorded.</p> : null}
      <ol class="history">
        {events.map((event) => (
          <li>
            <EventEntry event={event} zone={zone} people={byId} />
          </li>
        ))}
      </ol>
      <LogPager
        older={next === null ? undefined : withQuery(`/backoffice/${area}/${id}/history`, { after: next })}
      />
    </>
  ))
}

type EntryProps = { event: AuditEvent; zone: string; people: People }

function EventEntry({ event, zone, people }: EntryProps) {
  return (
    <article>
      <h2>{actionOf(event.type)}</h2>
      <p class="quiet">
        <Stamp at={event.at} zone={zone} /> by <Actor event={event} /> · version {event.version}
        {event.requestId ? (
          <>
            {' '}
            · <a href={`/backoffice/requests/${event.requestId}`}>request</a>
          </>
        ) : null}
      </p>
      <Changes event={event} people={people} />
    </article>
  )
}

function Actor({ event: { actorKind, actorId, actorName } }: { event: AuditEvent }) {
  if (actorKind === 'system') return <>the system</>
  if (actorKind === 'api_key') return <>the API key “{actorName ?? actorId}”</>
  if (actorName === null) return <>an account that is gone</>
  return <a href={`/backoffice/users/${actorId}`}>{actorName}</a>
}

/** A creation has only values after, a deletion only values before: many, and asked for less often. */
function Changes({ event: { type, changes }, people }: { event: AuditEvent; people: People }) {
  if (changes.length === 0) return null
  const isWhole = type.endsWith('.created') || type.endsWith('.deleted')
  if (!isWhole) return <ChangesTable changes={changes} columns={['before', 'after']} people={people} />
  const column = type.endsWith('.created') ? 'after' : 'before'
  return (
    <details>
      <summary>With {changes.length} values</summary>
      <ChangesTable changes={changes} columns={[column]} people={people} />
    </details>
  )
}

type TableProps = {
  changes: readonly ValueChange[]
  columns: readonly ('before' | 'after')[]
  people: People
}

const columnNames = { before: 'Before', after: 'After' } as const

function ChangesTable({ changes, columns, people }: TableProps) {
  return (
    <div class="table-frame list-table">
      <table class="history-changes">
        <thead>
          <tr>
            <th scope="col">What</th>
            {columns.map((column) => (
              <th scope="col">{columnNames[column]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr>
              <th scope="row">{nameOf(change.pointer)}</th>
              {columns.map((column) => (
                <td data-column={columnNames[column]}>
                  <Value value={change[column]} pointer={change.pointer} people={people} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `/options/displayInLobby` as `options › displayInLobby`: the names of the API, which its users know. */
const nameOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')

function Value({ value, pointer, people }: { value: unknown; pointer: string; people: People }) {
  if (value === null || value === undefined || value === '') return <span class="quiet">–</span>
  if (Array.isArray(value) && (pointer === '/speakers' || pointer === '/moderators'))
    return <span class="value">{value.map((id) => personOf(String(id), people)).join('\n') || 'none'}</span>
  return <span class="value">{textOf(value)}</span>
}

/** Any JSON value as text: lists by lines, members as `name: value`. */
function textOf(value: unknown): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.map(itemOf).join('\n') || 'none'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, member]) => `${name}: ${textOf(member)}`)
      .join('\n')
  return String(value)
}

const itemOf = (item: unknown): string =>
  typeof item === 'object' && item !== null ? Object.values(item).map(textOf).join(': ') : textOf(item)

function personOf(id: string, people: People): string {
  const user = people.get(id)
  return user ? `${displayName(user)} (${user.email})` : `an account that is gone (${id.slice(-6)})`
}

/** What is read, or undefined where it is not found: the history outlives its object. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}
