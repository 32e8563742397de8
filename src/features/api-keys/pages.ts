// What pages need of api keys.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { apiKeyRoutes } from './office.tsx'
import { apiKeyActionRoutes } from './office-actions.tsx'
import { sendApiKeySecret } from './office-secret.tsx'

export const pages: FeaturePages = {
  routes: {
    office: [apiKeyRoutes, apiKeyActionRoutes],
  },
  oneTimePages: { api_key: sendApiKeySecret },
}
