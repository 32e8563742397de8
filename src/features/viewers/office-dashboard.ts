// The number of viewers of live talks, on the dashboard.
import type { ReadLiveFigures } from '../../kit/office/dashboard.ts'
import { VIEWER_TIMEOUT_MS } from './limits.ts'
import { countViewers } from './store.ts'

export const readLiveFigures: ReadLiveFigures = async ({ store, clock }, talkIds, messages) => {
  const counts = await store.read(countViewers({ talkIds, since: clock.now() - VIEWER_TIMEOUT_MS }))
  return new Map(talkIds.map((id) => [id, messages.viewers.count({ count: counts.get(id)?.viewers ?? 0 })]))
}
