// What the server needs of user management.
import type { Feature } from '../../kernel/changes/features.ts'

export const userManagementFeature: Feature = {
  pages: () => import('./pages.ts'),
}
