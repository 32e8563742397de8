// What the server needs of export.
import type { Feature } from '../../kernel/changes/features.ts'

export const exportFeature: Feature = {
  pages: () => import('./pages.ts'),
}
