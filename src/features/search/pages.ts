// What pages need of search.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { searchRoutes } from './office.tsx'
import { SearchDialog, SearchLink } from './office-dialog.tsx'

export const searchPages: FeaturePages = {
  officeFrame: {
    scripts: ['office-search.js'],
    styles: ['office-search.css'],
    Head: SearchLink,
    Foot: SearchDialog,
  },
  routes: {
    office: [searchRoutes],
  },
}
