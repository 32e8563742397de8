// The survey of the live talk of the demo, with the answers of some people.
import type { SurveyBody } from '../features/surveys/schema.ts'
import type { PersonKey } from './people.ts'
import type { visitors } from './visitors.ts'

export const survey: SurveyBody = {
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
export const answers: Partial<Record<PersonKey | keyof typeof visitors, Answers>> = {
  ottoline: [0, [2, 3], 3, 'Labels on every drawer, including the one with the labels.'],
  chukwudi: [2, [0], 4, ''],
  valentina: [1, [0, 1], 3, 'Drawing the handle before the door.'],
  mateus: [0, [1], 2, ''],
  lucia: [3, [0, 2], 3, 'Asking for my clamp back.'],
  ravi: [0, [0, 1], 3, 'A restore on Tuesday.'],
  fatou: [1, [2], 5, ''],
}
