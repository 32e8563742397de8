// The chat of the live talk of the demo.
import type { PersonKey } from './people.ts'
import type { visitors } from './visitors.ts'

type Line = {
  from: PersonKey | keyof typeof visitors
  text: string
  /** The index of the message that it replies to. */
  replyTo?: number
  /** People who react, by emoji. */
  reactions?: Partial<Record<string, readonly Line['from'][]>>
  isPinned?: true
}

export const chat: readonly Line[] = [
  { from: 'ottoline', text: 'Hello from a very quiet reading room in Larkhaven!' },
  { from: 'chukwudi', text: 'First conference. Is it normal to be this nervous as a listener?' },
  {
    from: 'lucia',
    text: 'Completely. It wears off at the second coffee.',
    replyTo: 1,
    reactions: { '😂': ['ottoline', 'valentina', 'ravi'], '👍': ['chukwudi'] },
  },
  {
    from: 'mateus',
    text: 'Slides and the checklist: https://handiwork.example.org/slides',
    isPinned: true,
    reactions: { '❤️': ['fatou', 'ottoline'] },
  },
  { from: 'valentina', text: 'The drawing of the handle is going straight onto my wall.' },
  { from: 'ravi', text: '@ottoline are you coming to the repair corner later?' },
  { from: 'ottoline', text: 'Of course. I am told there will be biscuits.', replyTo: 5 },
  {
    from: 'fatou',
    text: 'Could somebody turn up the sound a little?',
    reactions: { '👍': ['lucia', 'ravi'] },
  },
]
