// What pages need of import.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { importRoutes } from './office-routes.tsx'
import { templateRoutes } from './office-templates.ts'

export const importPages: FeaturePages = {
  routes: {
    office: [importRoutes, templateRoutes],
  },
}
