// A speaker in a grid: picture, name, and job.

import { Avatar, displayName } from '../../kit/components/person.tsx'
import type { PersonCard as Person } from './public-people-store.ts'

type PersonCardProps = { person: Person; level: 2 | 3; id?: string | undefined }

/** An item of a list of people, below a heading of the level above. */
export function PersonCard({ person, level, id }: PersonCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { job, company } = person
  return (
    <li class={person.highlighted ? 'person highlighted' : 'person'} {...(id ? { id } : {})}>
      <Avatar person={person} isLarge />
      <div>
        <Heading class="person-name">
          <a dir="auto" href={`/speakers/${person.id}`}>
            {displayName(person)}
          </a>
        </Heading>
        {job ? (
          <p dir="auto" class="person-job">
            {job}
          </p>
        ) : null}
        {company ? (
          <p dir="auto" class="person-company">
            {company}
          </p>
        ) : null}
      </div>
    </li>
  )
}
