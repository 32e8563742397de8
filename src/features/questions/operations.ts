// What the writer thread needs of questions.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { questionsLivePart } from './live-part.ts'
import {
  askFromMessageOperation,
  changeQuestionOperation,
  mergeQuestionsOperation,
  revealAuthorOperation,
} from './moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './questions.ts'
import { questionsRetention } from './retention.ts'
import { countVotesOperation } from './votes.ts'

export const questionsOperations: FeatureOperations = {
  operations: [
    askQuestionOperation,
    countVotesOperation,
    deleteQuestionOperation,
    changeQuestionOperation,
    mergeQuestionsOperation,
    askFromMessageOperation,
    revealAuthorOperation,
  ],
  retention: questionsRetention,
  live: questionsLivePart,
}
