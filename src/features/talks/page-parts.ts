// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { type TalkListOptions, talkRoutes } from './office.tsx'
import { talkBulkEditRoutes } from './office-bulk-edit.tsx'

export const talksPages: PageParts<TalkListOptions> = {
  office: [talkRoutes, talkBulkEditRoutes],
}
