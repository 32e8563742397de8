// What the server needs of api keys.
import type { Feature } from '../../kernel/changes/features.ts'

export const apiKeysFeature: Feature = {
  pages: () => import('./pages.ts'),
}
