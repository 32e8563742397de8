// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { type PanelOptions, stagePage } from './page-projector.tsx'
import { liveStreamRoute, type StreamOptions } from './page-stream.ts'

export const livePages: PageParts<StreamOptions & PanelOptions> = {
  site: [liveStreamRoute, stagePage],
}
