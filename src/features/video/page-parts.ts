// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { roomSettingsRoutes } from './office-room-settings.tsx'
import { playerRoutes } from './page-player.tsx'

export const videoPages: PageParts = {
  site: [playerRoutes],
  office: [roomSettingsRoutes],
}
