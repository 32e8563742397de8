// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { surveyRoutes as officeSurveyRoutes } from './office/office.tsx'
import { surveyRoutes as publicSurveyRoutes } from './page-routes.tsx'

export const surveysPages: PageParts = {
  site: [publicSurveyRoutes],
  office: [officeSurveyRoutes],
}
