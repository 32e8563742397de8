// What pages need of platforms.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { platformHostRoutes } from './office-hosts.tsx'
import { settingsRoutes } from './office-settings.tsx'

export const platformsPages: FeaturePages = {
  officeAreas: [{ group: 'settings', name: 'settings', icon: 'settings', path: '/backoffice/settings' }],
  routes: {
    office: [settingsRoutes, platformHostRoutes],
  },
}
