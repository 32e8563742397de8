// Questions of the demo, in the talks that are live when it is created.
import { execute, requireAllDone } from '../../domain/changes/commands.ts'
import { isOn } from '../../domain/live/live-state.ts'
import { changeQuestionOperation } from '../../domain/live/questions/question-moderation.ts'
import { askQuestionOperation } from '../../domain/live/questions/questions.ts'
import { countVotes } from '../../domain/live/questions/votes.ts'
import type { Caller, Services } from '../../domain/services.ts'
import type { QuestionUpdate } from '../../schema/live/questions.ts'
import { questionsOfTalk } from '../../store/live/questions.ts'
import { userObjects } from '../../store/people/users.ts'
import { upcomingTalks } from '../../store/programme/talks.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
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

/** Asks the questions in every live talk that has none yet. */
export async function seedQuestions(services: Services, caller: Caller, platform: PlatformRow) {
  const now = services.clock.now()
  const talks = await services.store.read(upcomingTalks(platform.id, { now, after: null, limit: 10 }))
  for (const talk of talks) {
    const isLive = talk.startAt <= now && isOn('questions', platform, talk)
    if (isLive && !(await hasQuestions(services, talk))) await seedTalk(services, caller, talk)
  }
}

const hasQuestions = async ({ store }: Services, { id }: TalkRow): Promise<boolean> =>
  (await store.read(questionsOfTalk(id, { order: 'votes', states: ['open'], limit: 1 }))).length > 0

async function seedTalk(services: Services, caller: Caller, row: TalkRow): Promise<void> {
  const talk = { by: 'id' as const, value: row.id }
  for (const { by, text, isAnonymous = false, votes, change } of questions) {
    const author = { user: await personOf(services, caller, by) }
    const { response } = await execute(services, caller, askQuestionOperation, {
      ...{ talk, author, text, isAnonymous },
    })
    const questionId = response.id
    const voters = await Promise.all(votes.map((key) => personOf(services, caller, key)))
    const counted = await countVotes(
      services,
      row,
      voters.map(({ value }) => ({ questionId, userId: value, isOn: true })),
    )
    requireAllDone(counted)
    if (change)
      await execute(services, caller, changeQuestionOperation, {
        talk,
        question: { by: 'id', value: questionId },
        change,
      })
  }
}

async function personOf({ store }: Services, { platform }: Caller, key: Key) {
  const user = await store.read(userObjects.find(platform.id, { by: 'external_id', value: `demo-${key}` }))
  if (!user) throw new Error(`The demo has no person named ${key}.`)
  return { by: 'id' as const, value: user.id }
}
