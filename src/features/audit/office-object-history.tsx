// The history of one object: who changed what, and when, with the values before and after.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { type ObjectArea, ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readObjectHistory } from './object-history.ts'
import { ChangeOrigin, useActionName } from './office-change-origin.tsx'
import { ChangeTable, type People } from './office-change-table.tsx'
import { type HistoryNames, historyNames } from './office-history-names.ts'
import type { AuditEvent } from './store.ts'

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
