// Names and pictures of people.
import { colorOf } from '../../kernel/lib/text/track-colors.ts'
import { smallPicture } from './picture.tsx'

type Named = { firstName: string | null; lastName: string | null; username: string }
type Shown = Named & { avatar: string | null }

const HAS_LETTER = /[\p{L}\p{N}]/u

/**
 * The name to show. Parts without a letter or digit are left out, because people with a single name have “·” as the
 * other.
 */
export function displayName({ firstName, lastName, username }: Named): string {
  const parts = [firstName, lastName].filter((part) => part !== null && HAS_LETTER.test(part))
  return parts.join(' ') || username.replace(/#\d+$/, '')
}

/** `Engineer, Example Ltd` */
export const workOf = ({ job, company }: { job: string | null; company: string | null }): string =>
  [job, company].filter(Boolean).join(', ')

/** An e-mail that can wrap after its @. */
export function EmailText({ email }: { email: string }) {
  const domainAt = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, domainAt)}
      <wbr />
      {email.slice(domainAt)}
    </>
  )
}

/** The size on sharp screens in the largest place. */
const AVATAR_PIXELS = 320

/** The picture, or the initials on a color derived from the person. The page shows the name next to it. */
export function Avatar({ person, isLarge = false }: { person: Shown; isLarge?: boolean }) {
  const className = isLarge ? 'avatar large' : 'avatar'
  if (person.avatar)
    return (
      <img
        class={className}
        src={smallPicture(person.avatar, AVATAR_PIXELS)}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  const name = displayName(person)
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return (
    <span class={`${className} track-${colorOf(name)}`} aria-hidden="true">
      {[letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toLocaleUpperCase('en')}
    </span>
  )
}

type FacesProps = { people: readonly Shown[]; most: number }

/** The first pictures, overlapping. The page names the people next to them. */
export function Faces({ people, most }: FacesProps) {
  if (people.length === 0) return null
  return (
    <span class="faces" aria-hidden="true">
      {people.slice(0, most).map((person) => (
        <Avatar person={person} />
      ))}
    </span>
  )
}
