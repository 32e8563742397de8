// What pages need of video.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { roomSettingsRoutes } from './office-room-settings.tsx'
import { videoPanelPart } from './page-panel-part.tsx'
import { playerRoutes } from './page-player.tsx'

export const videoPages: FeaturePages = {
  frameSheet: 'player.css',
  siteSheets: ['stage.css'],
  routes: {
    site: [playerRoutes],
    office: [roomSettingsRoutes],
  },
  panel: videoPanelPart,
}
