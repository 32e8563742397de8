// What pages need of the timetable editor.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { timetableRoutes } from './office.tsx'
import { TIMETABLE } from './office-paths.ts'

export const timetableEditorPages: FeaturePages = {
  officeAreas: [{ group: 'programme', name: 'timetable', icon: 'calendar-days', path: TIMETABLE }],
  routes: {
    office: [timetableRoutes],
  },
}
