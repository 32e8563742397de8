// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { liveStreamRoute, type StreamOptions } from './page-stream.ts'

export const livePages: PageParts<StreamOptions> = {
  site: [liveStreamRoute],
}
