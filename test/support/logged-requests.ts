// The request log of a platform, which is written in the background.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listLoggedRequests } from '../../src/features/request-log/request-log.ts'
import type { LoggedRequest, RequestFilter } from '../../src/features/request-log/store.ts'
import type { Caller } from '../../src/kernel/changes/services.ts'
import type { TestApi } from './api.ts'
import { waitUntil } from './until.ts'

export const anyRequest: RequestFilter = { keyId: null, operation: null, status: null }

/** Waits for this many logged requests of the platform and returns them, newest first. */
export const waitForRequests = (
  { installation }: TestApi,
  caller: Caller,
  count: number,
  filter: Partial<RequestFilter> = {},
): Promise<LoggedRequest[]> =>
  waitUntil(
    async () => {
      // SQLite reads never yield to the event loop, but the log is written in a later turn.
      await nextTurn()
      const page = { cursor: undefined, limit: 200 }
      return (await listLoggedRequests(installation, caller, { ...anyRequest, ...filter }, page)).requests
    },
    (requests) => requests.length >= count,
  )
