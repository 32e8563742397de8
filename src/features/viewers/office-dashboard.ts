// The number of viewers of live talks, on the dashboard.
import type { ReadLiveFigures } from '../../kit/office/dashboard.ts'
import { VIEWER_TIMEOUT_MS } from './limits.ts'
import { countViewers } from './store.ts'

export const readLiveFigures: ReadLiveFigures = async ({ store, clock }, talks, { viewers }) => {
  const talkIds = talks.map(({ id }) => id)
  const counts = await store.read(countViewers({ talkIds, since: clock.now() - VIEWER_TIMEOUT_MS }))
  return new Map(
    talks.map(({ id, hasStage }) => {
      const text = hasStage ? viewers.count : viewers.here
      return [id, text({ count: counts.get(id)?.viewers ?? 0 })]
    }),
  )
}
