// The survey of the live talk of the demo, with the answers of some people.
import { executeCommand } from '../../kernel/changes/commands.ts'
import type { DemoTalk } from '../live/demo-talk.ts'
import { answerSurvey } from './answers/answers.ts'
import { openSurveyCommand } from './lifecycle.ts'
import { listSurveys } from './read-surveys.ts'
import type { SurveyBody } from './schema.ts'
import { saveSurvey } from './surveys.ts'

const survey: SurveyBody = {
  title: 'A quick question from the workbench',
  description: 'Three minutes, and we read every answer before the closing talk.',
  opens: 'by_hand',
  editable: true,
  questions: [
    {
      kind: 'single',
      text: 'Where do you keep your best tool?',
      required: true,
      options: ['In a labeled drawer', 'On a nail in the wall', 'In my pocket', 'I lent it to someone'],
    },
    {
      kind: 'multiple',
      text: 'What should next year have more of?',
      options: ['Workshops', 'Repair corners', 'Biscuits', 'Silence'],
    },
    {
      kind: 'scale',
      text: 'Is the pace of this talk right for you?',
      scale: { min: 1, max: 5, minLabel: 'Too slow', maxLabel: 'Too fast' },
    },
    { kind: 'text', text: 'What will you try at home?' },
  ],
}

type Answers = [choice: number, more: readonly number[], pace: number, text: string]

/** The answers so far: indexes of choices, a number, and a text. */
const answers: Record<string, Answers> = {
  ottoline: [0, [2, 3], 3, 'Labels on every drawer, including the one with the labels.'],
  chukwudi: [2, [0], 4, ''],
  valentina: [1, [0, 1], 3, 'Drawing the handle before the door.'],
  mateus: [0, [1], 2, ''],
  lucia: [3, [0, 2], 3, 'Asking for my clamp back.'],
  ravi: [0, [0, 1], 3, 'A restore on Tuesday.'],
  fatou: [1, [2], 5, ''],
}

export const surveysDemo: DemoTalk = {
  feature: 'surveys',
  async fill(services, caller, { id: talkId }, cast) {
    const reference = 'ext:demo-survey'
    const { items: earlier } = await listSurveys(services, caller, {
      externalId: 'demo-survey',
      state: 'open',
    })
    if (earlier.length > 0) return
    const { response } = await saveSurvey(services, caller, reference, { ...survey, talkId })
    await executeCommand(services, caller, openSurveyCommand({ reference }))
    for (const [key, [choice, more, pace, text]] of Object.entries(answers)) {
      const as = await cast.callerAs(key)
      const sent = [[String(choice)], more.map(String), [String(pace)], [text]]
      await answerSurvey(services, as, { surveyId: response.id, sent })
    }
  },
}
