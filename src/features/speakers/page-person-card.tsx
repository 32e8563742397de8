// A speaker in a grid: picture, name, and job.

import { Joined } from '../../kit/components/joined.tsx'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { PersonCard as Person } from './public-people-store.ts'

type PersonCardProps = { person: Person; level: 2 | 3; hasTags?: boolean; id?: string | undefined }

const MAX_TAGS = 3

/** An item of a list of people, below a heading of the level above. */
export function PersonCard({ person, level, hasTags = false, id }: PersonCardProps) {
  const { speakers: texts } = useMessages()
  const Heading = level === 2 ? 'h2' : 'h3'
  const { job, company, tags } = person
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
        {hasTags && person.highlighted ? (
          <p class="marks">
            <span class="badge accent">{texts.highlighted}</span>
          </p>
        ) : null}
        {hasTags && tags.length > 0 ? (
          <p class="person-tags">
            <Joined texts={tags.slice(0, MAX_TAGS)} by=" · " />
          </p>
        ) : null}
      </div>
    </li>
  )
}
