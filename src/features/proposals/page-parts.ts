// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { proposalRoutes } from './office.tsx'
import { talkTextRoutes } from './page-talk-texts.tsx'

export const proposalsPages: PageParts = {
  account: [talkTextRoutes],
  office: [proposalRoutes],
}
