// What features know about a person, for the download of everything about them (GDPR, article 20).
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { UserRow } from './tables.ts'

declare module '../../kernel/changes/features.ts' {
  interface Feature {
    personalData?: PersonalData
  }
}

/** Everything that a feature knows about the caller. Contains no passwords, hashes, or other secrets. */
export type PersonalData = (services: Services, caller: Caller & { user: UserRow }) => Promise<object>
