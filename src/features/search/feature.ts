// What the server needs of search.
import type { Feature } from '../../kernel/changes/features.ts'

export const searchFeature: Feature = {
  pages: () => import('./pages.ts'),
}
