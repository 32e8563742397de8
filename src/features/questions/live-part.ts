// Questions as a part of live talks.
import Type from 'typebox'
import type { RefusalCode } from '../../kernel/changes/errors.ts'
import { ref } from '../../kernel/schema/common.ts'
import type { LivePart } from '../live/parts.ts'
import type { TalkRow } from '../talks/tables.ts'
import { presentShownQuestion } from './present-question.ts'
import { Question } from './schema.ts'
import { findQuestion } from './store.ts'
import type { QuestionRow } from './tables.ts'
import {
  type QuestionList,
  type QuestionView,
  readOwnQuestionItems,
  readQuestionItems,
  readQuestions,
  readVotes,
} from './views.ts'

declare module '../live/items.ts' {
  interface LiveViews {
    question: QuestionView
  }
}

declare module '../live/panel.ts' {
  interface PanelContent {
    /** Null if questions are off. */
    questions: QuestionList | null
  }
}

declare module '../live/settings.ts' {
  interface LoadedForSettings {
    question?: QuestionRow | undefined
  }
}

export const questionsLivePart: LivePart = {
  features: ['questions'],
  kinds: { question: { feature: 'questions', read: readQuestionItems, present: presentShownQuestion } },
  panel: {
    questions: async (services, context, reader) =>
      context.features.includes('questions') ? readQuestions(services, context, reader) : null,
  },
  snapshot: {
    properties: {
      questions: Type.Array(ref(Question), { description: 'The first 100 questions that are shown.' }),
    },
    present: (panel) => ({ questions: panel?.questions?.questions.map(presentShownQuestion) ?? [] }),
  },
  async readOwn(services, context, { userId }) {
    if (!context.features.includes('questions')) return {}
    const [items, votedIds] = await Promise.all([
      readOwnQuestionItems(services, context, userId),
      readVotes(services.store, context.talk.id, userId),
    ])
    return { items, votedIds }
  },
  settings: {
    featureOf: ({ stage }) => (stage?.kind === 'question' ? 'questions' : null),
    load: ({ platformId }, { stage }) =>
      stage?.kind === 'question' ? { question: findQuestion({ platformId, by: 'id', value: stage.id }) } : {},
    problemOf({ question }, { talk }, { stage }) {
      const code = stage?.kind === 'question' ? problemOfQuestion(question, talk) : null
      return code && { pointer: '/stage/id', code }
    },
  },
}

function problemOfQuestion(question: QuestionRow | undefined, { id }: TalkRow): RefusalCode | null {
  if (question?.talkId !== id) return 'question_not_found'
  return question.state === 'open' ? null : 'question_closed'
}
