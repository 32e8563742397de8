// What pages need of video.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { hasRoom } from '../talks/schema.ts'
import { captionsOfficeRoutes, captionsPagePath } from './captions/office-captions.tsx'
import { captionsFileRoutes } from './captions/page-files.ts'
import { readDashboard } from './office-dashboard.ts'
import { roomSettingsRoutes } from './office-room-settings.tsx'
import { videoPanelPart } from './page-panel-part.tsx'
import { playerRoutes } from './page-player.tsx'
import { recordingOfficeRoutes, recordingPagePath } from './recordings/office-recording.tsx'
import { recordingFileRoutes } from './recordings/page-files.ts'
import { connectionTestRoutes } from './room/office-room-state.tsx'
import { roomPage } from './room/page-room.tsx'
import { roomRoutes, stageRoutes } from './room/page-routes.ts'
import { sendStreamKey, streamOfficeRoutes, streamPagePath } from './streams/office-stream.tsx'
import { streamFileRoutes } from './streams/page-files.ts'
import { streamAccountRoutes } from './streams/page-stream.tsx'
import { whipRoutes } from './streams/page-whip.ts'
import { takesStream } from './streams/stream-sources.ts'

export const videoPages: FeaturePages = {
  frameSheet: 'player.css',
  talkSheets: ['stage.css'],
  routes: {
    files: [streamFileRoutes, recordingFileRoutes, whipRoutes],
    site: [playerRoutes, captionsFileRoutes, roomPage, roomRoutes],
    actions: [stageRoutes],
    account: [streamAccountRoutes],
    office: [
      roomSettingsRoutes,
      streamOfficeRoutes,
      captionsOfficeRoutes,
      recordingOfficeRoutes,
      connectionTestRoutes,
    ],
  },
  panel: videoPanelPart,
  readDashboard,
  talkLink: (talk, { messages }) =>
    takesStream(talk)
      ? { href: streamPagePath(talk.id), text: messages.office.streams.link }
      : talk.type === 'replay'
        ? { href: captionsPagePath(talk.id), text: messages.office.captions.title }
        : hasRoom(talk.type)
          ? { href: recordingPagePath(talk.id), text: messages.office.recordings.title }
          : null,
  oneTimePages: { stream_key: sendStreamKey },
}
