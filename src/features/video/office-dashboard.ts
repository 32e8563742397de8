// The ports of video that could not be opened, on the dashboard.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { ROOM_SETTINGS } from '../../kit/office/paths.ts'

export const readDashboard: ReadDashboard = async (_services, { platform }, { messages, running }) => {
  if (platform.settings.format === 'on_site') return {}
  const { rooms: texts } = messages.office.dashboard
  const streamPort = await running.streams.readPort()
  return {
    actions: [
      ...(running.ownRooms.port.problem ? [texts.portProblem] : []),
      ...(streamPort.problem ? [texts.streamPortProblem] : []),
    ].map((text) => ({ text, href: ROOM_SETTINGS })),
  }
}
