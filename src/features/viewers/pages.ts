// What pages need of viewers.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { attendanceRoutes } from './office-attendance.tsx'
import { readLiveFigures } from './office-dashboard.ts'
import { viewersPanelPart } from './page-panel-part.tsx'
import { listingChoice } from './page-privacy-choice.ts'
import { viewerRoutes } from './page-routes.tsx'

export const viewersPages: FeaturePages = {
  talkSheets: ['viewers.css'],
  routes: {
    site: [viewerRoutes],
    office: [attendanceRoutes],
  },
  panel: viewersPanelPart,
  readLiveFigures,
  person: { privacyChoice: listingChoice },
  objectTab: { area: 'talks', name: 'attendance' },
}
