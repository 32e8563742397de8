// The history of one object: who changed what, and when, with the values before and after.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/changes/errors.ts'
import { readObjectHistory } from '../../../domain/office/object-history.ts'
import { statusOf } from '../../../http/problems/catalog.ts'
import type { AuditEvent } from '../../../store/office/audit.ts'
import { Empty } from '../../components/empty.tsx'
import { LogPager } from '../../components/pager.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { type ObjectArea, ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { queryOf, withQuery } from '../shared/query-string.ts'
import { Timestamp } from '../shared/timestamp.tsx'
import { ChangeOrigin, useActionName } from './change-origin.tsx'
import { ChangeTable, type People } from './change-table.tsx'
import { type HistoryNames, historyNames } from './history-names.ts'

/** `title` is undefined if the object was deleted. */
export type HistoryOf = { area: ObjectArea; id: string; title: string | undefined }
const kinds = { talks: 'talk', sponsors: 'sponsor', users: 'user', surveys: 'survey' } as const

/** Sends a page of the history; `after` in the query leads to older changes. */
export async function sendHistory(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { area, id, title: name }: HistoryOf,
) {
  const cursor = queryOf(request)('after')
  const object = { kind: kinds[area], id }
  const { events, next, people } = await readObjectHistory(services, callerOf(request), object, cursor)
  if (name === undefined && events.length === 0) throw new Refusal('not_found')
  const messages = messagesOf(request)
  const { time, office } = messages
  const { history, noChanges } = office.changes
  const title = name ?? office.objects[area].deleted
  const zone = zoneOf(request.visit)
  const shared = {
    zone,
    people: new Map(people.map((user) => [user.id, user])),
    names: historyNames(area, messages),
  }
  const older = next === null ? undefined : withQuery(`/backoffice/${area}/${id}/history`, { after: next })
  return sendOfficePage(request, reply, { title: history.title({ name: title }) }, () => (
    <>
      <ObjectHead area={area} id={id} title={title} current="history" isDeleted={name === undefined} />
      <p class="quiet">{history.intro({ zone: time.zone(services.clock.now(), zone) })}</p>
      {events.length === 0 ? <Empty>{noChanges}</Empty> : null}
      <ol class="history">
        {events.map((event) => (
          <li>
            <HistoryEntry event={event} {...shared} />
          </li>
        ))}
      </ol>
      <LogPager older={older} />
    </>
  ))
}

type EntryProps = { event: AuditEvent; zone: string; people: People; names: HistoryNames }

function HistoryEntry({ event, ...shared }: EntryProps) {
  const { version } = useMessages().office.changes.history
  const actionName = useActionName()
  return (
    <article>
      <h2>{actionName(event.type)}</h2>
      <p class="quiet">
        <Timestamp at={event.at} zone={shared.zone} /> · {version({ version: event.version })} ·{' '}
        <ChangeOrigin event={event} />
      </p>
      <Changes event={event} {...shared} />
    </article>
  )
}

/** Collapses the values of creations and deletions, which are many and rarely needed. */
function Changes({ event: { type, changes }, ...shared }: EntryProps) {
  const { values } = useMessages().office.changes
  if (changes.length === 0) return null
  const isWhole = type.endsWith('.created') || type.endsWith('.deleted')
  if (!isWhole) return <ChangeTable changes={changes} columns={['before', 'after']} {...shared} />
  const column = type.endsWith('.created') ? 'after' : 'before'
  return (
    <details>
      <summary>{values({ count: changes.length })}</summary>
      <ChangeTable changes={changes} columns={[column]} {...shared} />
    </details>
  )
}

/** The result, or undefined if it is not found, because a history outlives its object. */
export async function ifFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && statusOf(error) === 404) return undefined
    throw error
  }
}
