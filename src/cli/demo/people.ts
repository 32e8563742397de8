// The forty people of the demo's programme, under the names by which its talks and sponsors call them.
import { hosts } from './hosts.ts'
import { makers } from './makers.ts'
import type { DemoPerson } from './person.ts'

export type PersonKey = keyof typeof makers | keyof typeof hosts
export const people: Record<PersonKey, DemoPerson> = { ...makers, ...hosts }

/** Those who also run the event in its Back Office. */
export const admins: readonly PersonKey[] = ['ilse', 'hugo']

export const emailOf = (key: PersonKey): string => `${key}@speakers.example.org`

/** People as a talk or a sponsor names them; their accounts, which exist by then, hold the rest. */
export const mentionsOf = (keys: readonly PersonKey[]) =>
  keys.map((key) => {
    const [firstName, lastName] = people[key].name
    return { email: emailOf(key), firstName, lastName }
  })
