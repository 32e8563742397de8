// What the server needs of programme pages.
import type { Feature } from '../../kernel/changes/features.ts'

export const programmePagesFeature: Feature = {
  pages: () => import('./pages.ts'),
}
