// What pages need of talks.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { IMPORT, PROPOSALS } from '../../kit/office/paths.ts'
import { talkBulkEditRoutes } from './editing/office-bulk-edit.tsx'
import { talkCellRoutes } from './editing/office-cells.tsx'
import { talkRoutes } from './office.tsx'
import { findTalks } from './office-search.tsx'

export const talksPages: FeaturePages = {
  findInOffice: findTalks,
  officeAreas: [
    {
      ...{ group: 'programme', name: 'talks', icon: 'presentation' },
      ...{ path: '/backoffice/talks', alsoAt: [PROPOSALS, IMPORT] },
    },
  ],
  routes: {
    office: [talkRoutes, talkBulkEditRoutes, talkCellRoutes],
  },
}
