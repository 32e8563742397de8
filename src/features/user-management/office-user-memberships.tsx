// The memberships of an account, which are deleted with it.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Consequence } from '../../kit/office/delete-page.tsx'
import type { User } from '../people/schema.ts'
import type { Memberships } from './memberships.ts'

export function UserConsequences({ user, memberships }: { user: User; memberships: Memberships }) {
  const { objects, users } = useMessages().office
  const texts = users.deletion
  const { talks, sponsors } = memberships
  const blocking = talks.filter(({ isOnlySpeaker }) => isOnlySpeaker)
  const deletedWithIt = talks.filter(({ isOnlySpeaker }) => !isOnlySpeaker)
  return (
    <>
      {blocking.length > 0 ? <Blocking talks={blocking} /> : null}
      <Consequence
        title={objects.willBeDeleted}
        items={[
          texts.account({ username: user.username, email: user.email }),
          ...deletedWithIt.map(({ id, title, kind }) =>
            texts.membership[kind]({ talk: (text) => <a href={`/backoffice/talks/${id}`}>{text}</a>, title }),
          ),
          ...sponsors.map(({ id, name }) =>
            texts.membership.sponsor({
              sponsor: (text) => <a href={`/backoffice/sponsors/${id}`}>{text}</a>,
              name,
            }),
          ),
        ]}
      />
    </>
  )
}

/** Talks that would be left without a speaker. */
function Blocking({ talks }: { talks: readonly { id: string; title: string }[] }) {
  const texts = useMessages().office.users.deletion
  return (
    <>
      <h2>{texts.blocked}</h2>
      <p>{texts.onlySpeaker}</p>
      <ul>
        {talks.map(({ id, title }) => (
          <li>
            <a dir="auto" href={`/backoffice/talks/${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
