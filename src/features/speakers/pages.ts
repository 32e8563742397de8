// What pages need of speakers.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { speakerRoutes } from './page.tsx'

export const speakersPages: FeaturePages = {
  siteSheets: ['people.css'],
  siteArea: { path: '/speakers', place: 30, text: ({ layout }) => layout.speakers },
  routes: {
    site: [speakerRoutes],
  },
}
