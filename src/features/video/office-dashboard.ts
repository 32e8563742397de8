// What keeps video from working, on the dashboard: ports that could not be opened, and no space for recordings.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { ROOM_SETTINGS } from '../../kit/office/paths.ts'
import { hasSpace } from './recordings/recordings.ts'
import { recordingTotals } from './recordings/recordings-store.ts'

export const readDashboard: ReadDashboard = async ({ store }, { platform }, { messages, running }) => {
  if (platform.settings.format === 'on_site') return {}
  const { rooms: texts } = messages.office.dashboard
  const { id: platformId, settings } = platform
  const [streamPort, recorded] = await Promise.all([
    running.streams.readPort(),
    settings.recordsTalks ? store.read(recordingTotals({ platformId })) : null,
  ])
  return {
    actions: [
      ...(running.ownRooms.port.problem ? [texts.portProblem] : []),
      ...(streamPort.problem ? [texts.streamPortProblem] : []),
      ...(recorded && !hasSpace(settings, recorded) ? [texts.spaceProblem] : []),
    ].map((text) => ({ text, href: ROOM_SETTINGS })),
  }
}
