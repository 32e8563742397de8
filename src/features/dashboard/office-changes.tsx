// The latest changes on the dashboard, each as a sentence with a link.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { AUDIT } from '../../kit/office/paths.ts'
import { Recently } from '../../kit/office/timestamp.tsx'
import { nameOf, pageOf } from '../audit/office-change-list.tsx'
import { useActionName } from '../audit/office-change-origin.tsx'
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

/** Several changes lead to the audit log, one leads to its object. */
function Sentence({ event, count }: Changes) {
  const { names, office } = useMessages()
  const texts = office.dashboard.changes
  const actionName = useActionName()
  const action = event.type.slice(event.type.indexOf('.') + 1)
  const isOne = count === 1
  const page = pageOf(event)
  const href = isOne ? page : `${AUDIT}?kind=${event.objectKind}&action=${action}`
  const one = page ? nameOf(event) : `${names.objects[event.objectKind]} ${nameOf(event)}`
  const name = isOne ? one : texts.several({ name: one, count: count - 1 })
  return (
    <span class="sentence">
      {sentenceOf(texts, { action, event, isOne })({
        actor: <bdi>{useActor(event)}</bdi>,
        action: actionName(event.type),
        name: <bdi>{name}</bdi>,
        object: (text) => (href ? <a href={href}>{text}</a> : <strong>{text}</strong>),
      })}
    </span>
  )
}

type Texts = ReturnType<typeof useMessages>['office']['dashboard']['changes']
type Choice = { action: string; event: AuditEvent; isOne: boolean }

/** A single change of one attribute names the attribute. */
function sentenceOf(
  { types, fields }: Texts,
  { action, event: { changes }, isOne }: Choice,
): Texts['types']['other'] {
  const [first, ...others] = changes
  const field = first?.pointer.slice(1) ?? ''
  if (action === 'updated' && isOne && others.length === 0 && isKeyOf(fields, field)) return fields[field]
  return isKeyOf(types, action) ? types[action] : types.other
}

const isKeyOf = <Value extends object>(value: Value, key: PropertyKey): key is keyof Value =>
  Object.hasOwn(value, key)

function useActor({ actorKind, actorName }: AuditEvent): string {
  const texts = useMessages().office.dashboard.changes
  if (actorKind === 'system') return texts.system
  if (actorName === null) return texts.someone
  return actorKind === 'api_key' ? texts.key({ name: actorName }) : actorName
}
