// Questions of the live talk of the demo.
import type { QuestionUpdate } from '../features/questions/schema.ts'
import type { PersonKey } from './people.ts'
import type { visitors } from './visitors.ts'

type Key = PersonKey | keyof typeof visitors
type DemoQuestion = {
  by: Key
  text: string
  isAnonymous?: boolean
  votes: readonly Key[]
  change?: QuestionUpdate
}

export const questions: readonly DemoQuestion[] = [
  {
    by: 'ottoline',
    text: 'Will the slides be shared afterward?',
    votes: ['chukwudi', 'pavel'],
    change: { answer: 'Yes, they will be linked below the talk tonight.' },
  },
  {
    by: 'chukwudi',
    text: 'Where would you start if you had only one afternoon?',
    votes: ['ottoline', 'valentina', 'pavel', 'lucia', 'eirlys'],
    change: { state: 'on_stage' },
  },
  {
    by: 'valentina',
    text: 'How do you convince a team that thinks everything is fine?',
    isAnonymous: true,
    votes: ['chukwudi', 'ottoline', 'noor', 'hinemoa'],
  },
  {
    by: 'pavel',
    text: 'Which part did you get wrong the first time?',
    votes: ['valentina', 'shirin', 'alofa'],
  },
  { by: 'ottoline', text: 'Is there a book that you would recommend?', votes: ['pavel'] },
]
