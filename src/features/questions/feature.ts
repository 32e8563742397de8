// What the server needs of questions.
import type { Feature } from '../../kernel/changes/features.ts'
import { questionsApi } from './api.ts'
import { questionsDemo } from './demo.ts'
import { exportedQuestions, ownQuestionData } from './export.ts'

export const questionsFeature: Feature = {
  demoTalk: questionsDemo,
  api: [questionsApi],
  exports: exportedQuestions,
  personalData: ownQuestionData,
}
