// The latest changes on the dashboard, each as a sentence with a link.

import type { ComponentChildren } from 'preact'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { AUDIT } from '../../kit/office/paths.ts'
import { Recently } from '../../kit/office/timestamp.tsx'
import { actionOf } from '../audit/audit.ts'
import { nameOf, pageOf } from '../audit/office-change-list.tsx'
import { actorOf, useActionName } from '../audit/office-change-origin.tsx'
import type { AuditEvent } from '../audit/store.ts'
import type { Changes, Overview } from './overview.ts'

type Props = { overview: Overview; now: number; zone: string }

export function LatestChanges({ overview: { changes }, now, zone }: Props) {
  const { office } = useMessages()
  if (changes.length === 0) return <p class="quiet">{office.changes.noChanges}</p>
  return (
    <>
      <ul class="rows timed">
        {changes.map((one) => (
          <li>
            <Sentence {...one} />
            <Recently at={one.event.at} now={now} zone={zone} />
          </li>
        ))}
      </ul>
      <p class="panel-foot">
        <a href={AUDIT}>{office.dashboard.overview.allChanges}</a>
      </p>
    </>
  )
}

/** Changes of several objects lead to the audit log, others to their object. */
function Sentence({ event, meaning, isSingle, objects }: Changes) {
  const { names, office } = useMessages()
  const texts = office.dashboard.changes
  const actionName = useActionName()
  const { type, objectKind, changes } = event
  const isOne = objects === 1
  const page = pageOf(event)
  const href = isOne ? page : `${AUDIT}?kind=${objectKind}&action=${actionOf(type)}`
  const own = <bdi>{nameOf(event)}</bdi>
  const first = page ? own : [names.objects[objectKind], ' ', own]
  const several = objectKind === 'user' ? texts.severalPeople : texts.several
  return (
    <span class="sentence">
      {sentenceOf(texts, { meaning, changes: isSingle ? changes : [] })({
        actor: <bdi>{useActor(event)}</bdi>,
        action: actionName(type),
        name: isOne ? first : several({ name: first, count: objects - 1 }),
        count: objects,
        object: (text) => (href ? <a href={href}>{text}</a> : <strong>{text}</strong>),
      })}
    </span>
  )
}

type Texts = ReturnType<typeof useMessages>['office']['dashboard']['changes']
type Values = Parameters<Texts['types']['other']>[0] & { count: number }

/** A single change of one attribute names the attribute. */
function sentenceOf(
  { types, fields }: Texts,
  { meaning, changes: [first, ...others] }: Pick<Changes, 'meaning'> & Pick<AuditEvent, 'changes'>,
): (values: Values) => ComponentChildren {
  const field = first?.pointer.slice(1) ?? ''
  if (meaning === 'updated' && others.length === 0 && isKeyOf(fields, field)) return fields[field]
  return isKeyOf(types, meaning) ? types[meaning] : types.other
}

const isKeyOf = <Value extends object>(value: Value, key: PropertyKey): key is keyof Value =>
  Object.hasOwn(value, key)

function useActor(event: AuditEvent): string | null {
  const texts = useMessages().office.dashboard.changes.actors
  const { actorName: name } = event
  const actor = actorOf(event)
  if (actor === 'user') return name
  return actor === 'api_key' ? texts.key({ name: name ?? '' }) : texts[actor]
}
