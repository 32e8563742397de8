// Questions of the live talk of the demo.
import { execute, requireAllDone } from '../../kernel/changes/commands.ts'
import type { DemoTalk } from '../live/demo-talk.ts'
import { changeQuestionOperation } from './moderation.ts'
import { askQuestionOperation } from './questions.ts'
import type { QuestionUpdate } from './schema.ts'
import { questionsOfTalk } from './store.ts'
import { countVotes } from './votes.ts'

type DemoQuestion = {
  by: string
  text: string
  isAnonymous?: boolean
  votes: readonly string[]
  change?: QuestionUpdate
}

const questions: readonly DemoQuestion[] = [
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

export const questionsDemo: DemoTalk = {
  feature: 'questions',
  async fill(services, caller, row, cast) {
    const span = { order: 'votes', states: ['open'], limit: 1 } as const
    const earlier = await services.store.read(questionsOfTalk({ talkId: row.id, ...span }))
    if (earlier.length > 0) return
    const talk = { by: 'id' as const, value: row.id }
    for (const { by, text, isAnonymous = false, votes, change } of questions) {
      const author = { user: await cast.personOf(by) }
      const { response } = await execute(services, caller, askQuestionOperation, {
        ...{ talk, author, text, isAnonymous },
      })
      const questionId = response.id
      const voters = await Promise.all(votes.map((key) => cast.personOf(key)))
      const counted = await countVotes(
        services,
        row,
        voters.map(({ value }) => ({ questionId, userId: value, isOn: true })),
      )
      requireAllDone(counted)
      const question = { by: 'id' as const, value: questionId }
      if (change) await execute(services, caller, changeQuestionOperation, { talk, question, change })
    }
  },
}
