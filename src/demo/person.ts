// The compact form of a demo person, and its conversion to an account.
import type { UserBody, UserStatus } from '../features/people/schema.ts'

export type DemoPerson = {
  name: readonly [first: string, last: string]
  work: readonly [job: string, company: string | null]
  home: readonly [city: string, country: string, timezone: string]
  about: string
  tags: readonly string[]
  status: UserStatus
  isHighlighted?: true
  website?: string
  socials?: NonNullable<UserBody['socials']>
}

/** The account of a person, without the e-mail and the type. */
export const profileOf = ({
  name,
  work,
  home,
  about,
  tags,
  status,
  website,
  socials,
}: DemoPerson): UserBody => ({
  firstName: name[0],
  lastName: name[1],
  job: work[0],
  company: work[1],
  city: home[0],
  country: home[1],
  timezone: home[2],
  description: about,
  tags: [...tags],
  status,
  ...(website === undefined ? {} : { website }),
  ...(socials === undefined ? {} : { socials }),
})
