// The names of several people in a cell of a list.
import { Joined } from '../components/joined.tsx'
import { displayName } from '../components/person.tsx'
import { useMessages } from '../messages/use-messages.tsx'

/** The first name, and the number of others, whose names are in the tooltip and for screen readers. */
export function Names({ of: people }: { of: readonly Parameters<typeof displayName>[0][] }) {
  const { formats } = useMessages()
  const [first, ...others] = people.map(displayName)
  if (first === undefined) return null
  if (others.length === 0) return <bdi class="name">{first}</bdi>
  return (
    <span class="with-marks" title={[first, ...others].join('\n')}>
      <bdi class="name">{first}</bdi>
      <span class="quiet" aria-hidden="true">
        +{formats.number(others.length)}
      </span>
      <span class="visually-hidden">
        <Joined texts={others} by=", " />
      </span>
    </span>
  )
}
