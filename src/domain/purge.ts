// What has served its time: sessions, one-time links and the request log.
import type { Operation } from '../store/engine.ts'
import { removeRequestsBefore } from '../store/request-log.ts'
import { endExpiredLinks } from '../store/sessions.ts'
import type { Services } from './services.ts'
import { endOfStaleSessions } from './sessions.ts'

const REQUESTS_KEPT_MS = 7 * 24 * 3_600_000

export const purgeOperation: Operation<object, object, null> = {
  name: 'purge',
  load: () => ({}),
  decide: (_state, { now }) => ({
    writes: [endOfStaleSessions(now), endExpiredLinks(now), ...removeRequestsBefore(now - REQUESTS_KEPT_MS)],
    events: [],
    answer: null,
  }),
}

/** Removes, in all platforms, what can no longer be used, and the requests of more than seven days ago. */
export const purge = ({ store, clock }: Pick<Services, 'store' | 'clock'>) =>
  store.run(
    purgeOperation,
    {
      platformId: '',
      actor: { kind: 'system', id: null, level: 'privileged' },
      requestId: null,
      now: clock.now(),
    },
    {},
  )
