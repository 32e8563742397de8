// What pages need of request log.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { REQUESTS } from '../../kit/office/paths.ts'
import { requestRoutes } from './office.tsx'
import { readIntegrations } from './office-integrations.tsx'

export const requestLogPages: FeaturePages = {
  readIntegrations,
  officeAreas: [{ group: 'integrations', name: 'requests', icon: 'code', path: REQUESTS }],
  routes: {
    office: [requestRoutes],
  },
}
