// What the server needs of account.
import type { Feature } from '../../kernel/changes/features.ts'

export const accountFeature: Feature = {
  pages: () => import('./pages.ts'),
}
