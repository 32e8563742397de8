// What pages need of api keys.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { INTEGRATIONS, KEYS } from '../../kit/office/paths.ts'
import { apiKeyRoutes } from './office.tsx'
import { apiKeyActionRoutes } from './office-actions.tsx'
import { readIntegrations } from './office-integrations.tsx'
import { sendApiKeySecret } from './office-secret.tsx'

export const apiKeysPages: FeaturePages = {
  readIntegrations,
  officeAreas: [
    { group: 'integrations', name: 'integrations', icon: 'link', path: INTEGRATIONS },
    { group: 'integrations', name: 'keys', icon: 'key-round', path: KEYS },
  ],
  routes: {
    office: [apiKeyRoutes, apiKeyActionRoutes],
  },
  oneTimePages: { api_key: sendApiKeySecret },
}
