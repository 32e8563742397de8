// People as pages show them.
type Named = { firstName: string | null; lastName: string | null; username: string }
type Shown = Named & { avatar: string | null }

const HAS_LETTER = /[\p{L}\p{N}]/u

/** The name as it is read: parts without a letter or digit (people of one name have “·”) are left out. */
export function displayName({ firstName, lastName, username }: Named): string {
  const parts = [firstName, lastName].filter((part) => part !== null && HAS_LETTER.test(part))
  return parts.join(' ') || username.replace(/#\d+$/, '')
}

/** An e-mail, which breaks after its @ where there is no room for it in one line. */
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

/** The picture, or the first letters of the name. The name itself stands beside it. */
export function Avatar({ person, isLarge = false }: { person: Shown; isLarge?: boolean }) {
  const className = isLarge ? 'avatar large' : 'avatar'
  if (person.avatar)
    return <img class={className} src={person.avatar} alt="" loading="lazy" decoding="async" />
  const letters = displayName(person)
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
  return (
    <span class={className} aria-hidden="true">
      {[letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toLocaleUpperCase('en')}
    </span>
  )
}
