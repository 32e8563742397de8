// The forty people of the demo programme, by the keys that its talks and sponsors use.
import { hosts } from './hosts.ts'
import { makers } from './makers.ts'
import type { DemoPerson } from './person.ts'

export type PersonKey = keyof typeof makers | keyof typeof hosts
export const people: Record<PersonKey, DemoPerson> = { ...makers, ...hosts }

/** The people who also have access to the Back Office. */
export const admins: readonly PersonKey[] = ['ilse', 'hugo']

export const emailOf = (key: PersonKey): string => `${key}@speakers.example.org`

/** People as attached to a talk or sponsor. Their accounts already exist and contain the rest. */
export const mentionsOf = (keys: readonly PersonKey[]) =>
  keys.map((key) => {
    const [firstName, lastName] = people[key].name
    return { email: emailOf(key), firstName, lastName }
  })
