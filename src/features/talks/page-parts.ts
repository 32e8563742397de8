// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { talkBulkEditRoutes } from './editing/office-bulk-edit.tsx'
import { type TalkListOptions, talkRoutes } from './office.tsx'

export const talksPages: PageParts<TalkListOptions> = {
  office: [talkRoutes, talkBulkEditRoutes],
}
