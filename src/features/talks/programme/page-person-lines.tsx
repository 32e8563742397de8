// The people of a talk or sponsor.
import { Avatar, displayName, workOf } from '../../../kit/components/person.tsx'
import type { ListedPerson } from './public-talks-store.ts'

/** People as a list: picture, name, and job. */
export function PersonLines({ people }: { people: readonly ListedPerson[] }) {
  return (
    <ul class="person-lines">
      {people.map((person) => (
        <li>
          <Avatar person={person} />
          <span>
            <a dir="auto" href={`/speakers/${person.id}`}>
              {displayName(person)}
            </a>
            <span dir="auto" class="quiet">
              {workOf(person)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
