// The actor and the request of a change, and the name of the action.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { AUDIT, REQUESTS } from '../../kit/office/paths.ts'
import { actionOf } from './audit.ts'
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

type OfActor = Pick<AuditEvent, 'actorKind' | 'actorId' | 'actorName'>

/** Links to all changes of the actor. */
export function Actor({ event }: { event: OfActor }) {
  const texts = useMessages().office.changes
  const actor = actorOf(event)
  if (actor === 'anonymous') return <>{texts.anonymousActor}</>
  return (
    <>
      {actor === 'api_key' ? `${texts.key} ` : null}
      <a href={`${AUDIT}?actor=${event.actorId ?? actor}`}>
        {actor === 'system' ? texts.system : (event.actorName ?? texts.deletedActor)}
      </a>
    </>
  )
}

/** Whether a person, a key, the system, or somebody without a name made a change. */
export function actorOf({ actorKind, actorId, actorName }: OfActor) {
  if (actorKind === 'system') return 'system'
  if (actorId === null) return 'anonymous'
  return actorName === null ? 'deleted' : actorKind
}

/** Names the action of an event type: `Updated` for `talk.updated`. */
export function useActionName(): (type: string) => string {
  const names: Readonly<Record<string, string>> = useMessages().office.changes.actions
  return (type) => {
    const action = actionOf(type)
    return names[action] ?? action
  }
}
