// The people of a talk or sponsor.
import { Avatar, displayName, workOf } from '../../../kit/components/person.tsx'
import type { ListedPerson } from './public-talks-store.ts'

type LinesProps = {
  people: readonly ListedPerson[]
  /** Left out because the page is about it. */
  company?: string
}

/** People as a list: picture, name, and job. */
export function PersonLines({ people, company }: LinesProps) {
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
              {workOf(person.company === company ? { ...person, company: null } : person)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
