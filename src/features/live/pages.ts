// What pages need of live.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { stagePage } from './page-projector.tsx'
import { liveStreamRoute } from './page-stream.ts'

export const livePages: FeaturePages = {
  talkSheets: ['live.css'],
  routes: {
    site: [liveStreamRoute, stagePage],
  },
}
