// What the writer thread needs of surveys.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { nameIn } from '../audit/store.ts'
import { answerSurveyOperation } from './answers/answers.ts'
import { surveysRetention } from './answers/retention.ts'
import {
  closeSurveyOperation,
  openByTimeOperation,
  openSurveyOperation,
  publishResultsOperation,
} from './lifecycle.ts'
import { surveysLivePart } from './live/live-part.ts'
import { deleteSurveyOperation, saveSurveyOperation } from './surveys.ts'

export const surveysOperations: FeatureOperations = {
  operations: [
    saveSurveyOperation,
    deleteSurveyOperation,
    openSurveyOperation,
    openByTimeOperation,
    closeSurveyOperation,
    publishResultsOperation,
    answerSurveyOperation,
  ],
  retention: surveysRetention,
  live: surveysLivePart,
  objectNames: [nameIn('surveys', 'title')],
}
