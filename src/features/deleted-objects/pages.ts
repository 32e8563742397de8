// What pages need of deleted objects.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { deletedObjectRoutes } from './office.tsx'

export const deletedObjectsPages: FeaturePages = {
  routes: {
    office: [deletedObjectRoutes],
  },
}
