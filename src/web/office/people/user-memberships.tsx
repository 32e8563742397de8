// What an account belongs to, and so what its deletion takes along.
import type { readPartsOfAccount } from '../../../domain/office/people.ts'
import type { User } from '../../../schema/people/users.ts'

export type Parts = Awaited<ReturnType<typeof readPartsOfAccount>>

export function UserConsequences({ user, parts: { talks, sponsors } }: { user: User; parts: Parts }) {
  const soleTalks = talks.filter(({ isOnlySpeaker }) => isOnlySpeaker)
  return (
    <>
      {soleTalks.length > 0 ? (
        <>
          <h2>What stands in the way</h2>
          <p>The only speaker of these talks. Give each another speaker, or delete it, first.</p>
          <ul>
            {soleTalks.map(({ id, title }) => (
              <li>
                <a href={`/backoffice/talks/${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h2>What goes</h2>
      <ul>
        <li>
          the account {user.username} ({user.email}), its profile and its sessions
        </li>
        {talks
          .filter(({ isOnlySpeaker }) => !isOnlySpeaker)
          .map(({ id, title, kind }) => (
            <li>
              its place as {kind} of the talk <a href={`/backoffice/talks/${id}`}>{title}</a>
            </li>
          ))}
        {sponsors.map(({ id, name }) => (
          <li>
            its place as speaker of the sponsor <a href={`/backoffice/sponsors/${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
