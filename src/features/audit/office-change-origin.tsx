// The actor and the request of a change, and the name of the action.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { AUDIT, REQUESTS } from '../../kit/office/paths.ts'
import type { AuditEvent } from './store.ts'

/** `by Ada Sample · Request` */
export function ChangeOrigin({ event }: { event: AuditEvent }) {
  const texts = useMessages().office.changes
  return (
    <>
      {texts.by} <Actor event={event} />
      {event.requestId ? (
        <>
          {' '}
          · <a href={`${REQUESTS}/${event.requestId}`}>{texts.request}</a>
        </>
      ) : null}
    </>
  )
}

type ActorProps = { event: Pick<AuditEvent, 'actorKind' | 'actorId' | 'actorName'> }

/** Links to all changes of the actor. */
export function Actor({ event: { actorKind, actorId, actorName } }: ActorProps) {
  const texts = useMessages().office.changes
  if (actorKind === 'system') return <a href={`${AUDIT}?actor=system`}>{texts.system}</a>
  if (actorId === null) return <>{texts.anonymousActor}</>
  return (
    <>
      {actorKind === 'api_key' ? `${texts.key} ` : null}
      <a href={`${AUDIT}?actor=${actorId}`}>{actorName ?? texts.deletedActor}</a>
    </>
  )
}

/** Names the action of an event type: `Updated` for `talk.updated`. */
export function useActionName(): (type: string) => string {
  const names: Readonly<Record<string, string>> = useMessages().office.changes.actions
  return (type) => {
    const action = type.slice(type.indexOf('.') + 1)
    return names[action] ?? action
  }
}
