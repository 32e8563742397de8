// Questions in the live panel and on the projector.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { PanelPart } from '../live/page-panel-parts.ts'
import { QuestionItem, useAuthorName } from './page-item.tsx'
import { QuestionsSection } from './page-section.tsx'
import { type QuestionView, readQuestionOnStage } from './views.ts'

export const questionsPanelPart: PanelPart = {
  scripts: ['questions.js'],
  sections: [
    {
      id: 'questions',
      heading: ({ questions }) => questions.heading,
      isOn: ({ questions }) => questions !== null,
      newsOf: ({ questions }) => questions?.questions.filter(({ state }) => state === 'on_stage').length ?? 0,
      Section: ({ panel, csrf }) =>
        panel.questions ? <QuestionsSection {...{ panel, csrf }} list={panel.questions} /> : null,
    },
  ],
  items: {
    question: (question, { audience, context }) => (
      <QuestionItem {...{ question, audience }} talkId={context.talk.id} />
    ),
  },
  onStage: {
    kind: 'question',
    async show(services, context) {
      if (!context.features.includes('questions')) return null
      const question = await readQuestionOnStage(services, context)
      return question ? <QuestionOnStage question={question} /> : null
    },
  },
}

/** The number of characters from which a question gets smaller. */
const LENGTHS = [60, 140] as const

function QuestionOnStage({ question }: { question: QuestionView }) {
  const { questions: texts } = useMessages()
  const name = useAuthorName()(question)
  const size = LENGTHS.filter((most) => question.text.length > most).length
  return (
    <>
      <h1 dir="auto" class={`projector-question size-${size}`}>
        {question.text}
      </h1>
      <p class="projector-author">
        <bdi>{name}</bdi> · {texts.votes({ count: question.votes })}
      </p>
    </>
  )
}
