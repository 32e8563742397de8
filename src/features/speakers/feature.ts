// What the server needs of speakers.
import type { Feature } from '../../kernel/changes/features.ts'

export const speakersFeature: Feature = {
  pages: () => import('./pages.ts'),
}
