// Sessions, links, sign-ups, and sign-in attempts that have ended.
import type { Retention } from '../../kernel/changes/retention.ts'
import { endExpiredLinks } from '../people/new-accounts/links-store.ts'
import { ATTEMPT_MEMORY_MS } from './limits.ts'
import { endExpiredSlots } from './one-time-pages/one-time-slots-store.ts'
import { endOfStaleSessions } from './sessions/session-ends.ts'
import { endAttemptsBefore } from './sessions/sign-in-attempts-store.ts'
import { endExpiredSignUps } from './sign-up/sign-ups-store.ts'

export const accessRetention: Retention = {
  writes: ({ now }) => [
    endOfStaleSessions(now),
    endExpiredLinks({ now }),
    endExpiredSlots({ now }),
    endExpiredSignUps({ now }),
    endAttemptsBefore({ before: now - ATTEMPT_MEMORY_MS }),
  ],
}
