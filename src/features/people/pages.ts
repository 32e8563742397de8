// What pages need of people.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { languageRoutes } from './page-language.ts'

export const peoplePages: FeaturePages = {
  routes: {
    site: [languageRoutes],
  },
}
