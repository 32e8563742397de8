// What pages need of surveys.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { mayWatch } from '../live/rights.ts'
import { hasOpenSurvey } from './live/event-surveys.ts'
import { surveysPanelPart } from './live/page-panel-part.tsx'
import { surveyRoutes as officeSurveyRoutes } from './office/office.tsx'
import { findSurveys } from './office/office-search.ts'
import { surveyRoutes as publicSurveyRoutes } from './page-routes.tsx'

export const surveysPages: FeaturePages = {
  findInOffice: findSurveys,
  talkSheets: ['surveys.css'],
  officeAreas: [
    { group: 'live', name: 'surveys', icon: 'chart-no-axes-column', path: '/backoffice/surveys' },
  ],
  siteArea: {
    path: '/surveys',
    place: 50,
    text: ({ layout }) => layout.surveys,
    async readReaders(services, platform) {
      const isOpen = await hasOpenSurvey(services, platform)
      return (user) => isOpen && mayWatch(platform, user)
    },
  },
  routes: {
    site: [publicSurveyRoutes],
    office: [officeSurveyRoutes],
  },
  panel: surveysPanelPart,
}
