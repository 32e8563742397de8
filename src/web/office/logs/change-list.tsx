// Changes as people read them: who did what to what, and each value before and after.
import type { AuditEvent } from '../../../store/office/audit.ts'
import type { ObjectKind } from '../../../store/sql/tables.ts'
import { Stamp } from '../shared/timestamp.tsx'

const LONGEST_VALUE = 400

export const kindNames: Record<ObjectKind, string> = {
  talk: 'Talk',
  sponsor: 'Sponsor',
  user: 'User',
  api_key: 'API key',
  platform: 'Platform',
  webhook: 'Webhook',
}

/** What is done to an object, as the type of an event says it behind the kind. */
export const actionNames: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  password_changed: 'Password changed',
  reset_link_made: 'Link for a new password made',
  password_reset: 'Password set by a link',
  second_factor_turned_on: 'Second factor turned on',
  second_factor_turned_off: 'Second factor turned off',
  secret_rotated: 'Secret rotated',
  test: 'Test sent',
  redelivered: 'Sent again',
}

const pages: Partial<Record<ObjectKind, string>> = {
  talk: '/backoffice/talks/',
  sponsor: '/backoffice/sponsors/',
  user: '/backoffice/users/',
  webhook: '/backoffice/settings/webhooks/',
}

/** Newest first or last, as they come. */
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
  const { objectKind, objectId, type, requestId } = event
  const page = pages[objectKind]
  const name = nameOfObject(event)
  const isGone = event.objectName === null || type.endsWith('.deleted')
  return (
    <div class="change-head">
      <p>
        <span class="badge">{actionOf(type)}</span> {kindNames[objectKind]}{' '}
        {page && !isGone ? <a href={`${page}${objectId}`}>{name}</a> : <strong>{name}</strong>}
      </p>
      <p class="quiet">
        <Stamp at={event.at} zone={zone} /> by <Actor event={event} />
        {requestId ? (
          <>
            {' '}
            · <a href={`/backoffice/requests/${requestId}`}>request</a>
          </>
        ) : null}
      </p>
    </div>
  )
}

const actorKinds = { api_key: 'key', user: '', system: '' } as const

function Actor({ event: { actorKind, actorId, actorName } }: { event: AuditEvent }) {
  if (actorKind === 'system') return <a href="/backoffice/audit?actor=system">the system</a>
  return (
    <>
      {actorKinds[actorKind]}{' '}
      <a href={`/backoffice/audit?actor=${actorId ?? ''}`}>{actorName ?? 'somebody who is gone'}</a>
    </>
  )
}

/** What the type of an event tells: `Updated` of `talk.updated`. */
export function actionOf(type: string): string {
  const action = type.slice(type.indexOf('.') + 1)
  return actionNames[action] ?? action
}

/** The name that the change itself tells, else the present one, else the beginning of the id. */
function nameOfObject({ changes, objectId, objectName }: AuditEvent): string {
  const told = ['/title', '/name', '/username', '/email']
    .map((pointer) => changes.find((change) => change.pointer === pointer))
    .map((change) => change?.after ?? change?.before)
    .find((value) => typeof value === 'string')
  return typeof told === 'string' ? told : (objectName ?? `${objectId.slice(0, 8)}…`)
}

function ChangeDetails({ event: { type, changes } }: { event: AuditEvent }) {
  if (changes.length === 0) return null
  const count = changes.length === 1 ? '1 value' : `${changes.length} values`
  return (
    <details open={type.endsWith('.updated') && changes.length <= 4}>
      <summary>{count}</summary>
      <dl class="values">
        {changes.map(({ pointer, before, after }) => (
          <div>
            <dt>
              <code>{pointer || '/'}</code>
            </dt>
            <dd>
              {before === undefined || before === null ? null : <del>{valueText(before)}</del>}
              {after === undefined || after === null ? (
                <span class="quiet">{type.endsWith('.updated') ? ' cleared' : ''}</span>
              ) : (
                <ins>{valueText(after)}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Text as it is, everything else as JSON; long ones are cut. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (text === '') return '(empty)'
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text
}
