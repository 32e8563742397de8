// Questions in exports of a platform, and in what a person downloads about themselves.
import { type ExportedKinds, ofEach } from '../../kernel/changes/exports.ts'
import { allObjects } from '../../kernel/changes/pagination.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { talkObjects } from '../talks/store.ts'
import { allQuestions } from './read-questions.ts'
import { questionsAskedBy, questionVotesOf } from './store.ts'
import type { QuestionRow } from './tables.ts'

export const exportedQuestions = {
  questions: (services, caller) =>
    ofEach(allObjects(services, caller, talkObjects), ({ id }) => allQuestions(services, caller, id)),
} as const satisfies ExportedKinds

export const ownQuestionData: PersonalData = async ({ store }, { user }) => {
  const [questions, votes] = await Promise.all([
    store.read(questionsAskedBy({ userId: user.id })),
    store.read(questionVotesOf({ userId: user.id })),
  ])
  return {
    questions: questions.map(presentOwnQuestion),
    questionVotes: votes.map(({ questionId, createdAt }) => ({
      question: questionId,
      at: formatInstant(createdAt),
    })),
  }
}

const presentOwnQuestion = ({ id, talkId, text, state, isAnonymous, createdAt }: QuestionRow) => ({
  id,
  talk: talkId,
  text,
  state,
  anonymous: isAnonymous,
  askedAt: formatInstant(createdAt),
})
