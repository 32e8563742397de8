// Changes of several objects: who changed which object and when, with each value before and after.

import type { ObjectKind } from '../../kernel/store/tables.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { ChangeOrigin, useActionName } from './office-change-origin.tsx'
import type { AuditEvent } from './store.ts'

const MAX_VALUE_LENGTH = 400

const pages: Partial<Record<ObjectKind, string>> = {
  talk: '/backoffice/talks/',
  sponsor: '/backoffice/sponsors/',
  user: '/backoffice/users/',
  survey: '/backoffice/surveys/',
  webhook: '/backoffice/settings/webhooks/',
}

/** Shows the events in the given order. */
export function ChangeList({ events, zone }: { events: readonly AuditEvent[]; zone: string }) {
  return (
    <ol class="changes">
      {events.map((event) => (
        <li>
          <ChangeHead event={event} zone={zone} />
          <ChangeDetails event={event} />
        </li>
      ))}
    </ol>
  )
}

function ChangeHead({ event, zone }: { event: AuditEvent; zone: string }) {
  const { names } = useMessages()
  const actionName = useActionName()
  const { objectKind, type } = event
  const page = pageOf(event)
  const name = nameOf(event)
  return (
    <div class="change-head">
      <p>
        <span class="badge">{actionName(type)}</span> {names.objects[objectKind]}{' '}
        <bdi>{page ? <a href={page}>{name}</a> : <strong>{name}</strong>}</bdi>
      </p>
      <p class="quiet">
        <Timestamp at={event.at} zone={zone} /> <ChangeOrigin event={event} />
      </p>
    </div>
  )
}

/** The page of the object, if it has one and is not deleted. */
export function pageOf({ objectKind, objectId, objectName, type }: AuditEvent): string | undefined {
  const page = pages[objectKind]
  return page && objectName !== null && !type.endsWith('.deleted') ? `${page}${objectId}` : undefined
}

/** The name in the change itself, otherwise the current name, or the start of the id. */
export function nameOf({ changes, objectKind, objectId, objectName }: AuditEvent): string {
  const changed = (pointer: string) => {
    const change = changes.find((one) => one.pointer === pointer)
    const value = change?.after ?? change?.before
    return typeof value === 'string' ? value : ''
  }
  // A change can have only one of the two names of a person.
  const name =
    objectKind === 'user'
      ? objectName || `${changed('/firstName')} ${changed('/lastName')}`.trim() || changed('/email')
      : changed('/title') || changed('/name') || changed('/text') || objectName
  return name || `${objectId.slice(0, 8)}…`
}

const MAX_SHOWN_OPEN = 4

function ChangeDetails({ event: { type, changes } }: { event: AuditEvent }) {
  const texts = useMessages().office.changes
  if (changes.length === 0) return null
  const isUpdate = type.endsWith('.updated')
  const valueText = (value: unknown) => shortText(value) || texts.emptyText
  return (
    <details open={isUpdate && changes.length <= MAX_SHOWN_OPEN}>
      <summary>{texts.values({ count: changes.length })}</summary>
      <dl class="values">
        {changes.map(({ pointer, before, after }) => (
          <div>
            <dt>
              <code>{pointer || '/'}</code>
            </dt>
            <dd>
              {before === undefined || before === null ? null : <del dir="auto">{valueText(before)}</del>}
              {after === undefined || after === null ? (
                <span class="quiet">{isUpdate ? ` ${texts.cleared}` : ''}</span>
              ) : (
                <ins dir="auto">{valueText(after)}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Text as it is, everything else as JSON; cut off after 400 characters. */
function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : text
}
