// Surveys and answers in exports of a platform, and in what a person downloads about themselves.
import { allListed, type ExportedKinds, ofEach, withOwner } from '../../kernel/changes/exports.ts'
import { allObjects } from '../../kernel/changes/pagination.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { allSurveyResponses, listSurveys, ownSurveyResponses } from './read-surveys.ts'
import { surveyObjects } from './store.ts'

export const exportedSurveys = {
  surveys: (services, caller) => allListed((page) => listSurveys(services, caller, page)),
  'survey-responses': (services, caller) =>
    ofEach(allObjects(services, caller, surveyObjects), (survey) =>
      withOwner({ surveyId: survey.id }, allSurveyResponses(services, survey)),
    ),
} as const satisfies ExportedKinds

/** Without answers to anonymous surveys. */
export const ownSurveyData: PersonalData = async (services, { user }) => ({
  surveys: await ownSurveyResponses(services, user.id),
})
