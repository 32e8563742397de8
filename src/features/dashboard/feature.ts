// What the server needs of dashboard.
import type { Feature } from '../../kernel/changes/features.ts'

export const dashboardFeature: Feature = {
  pages: () => import('./pages.ts'),
}
