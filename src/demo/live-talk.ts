// Fills the live talk of the demo with a chat, questions with votes, and an open survey with answers.

import { postMessageOperation, reactOperation } from '../features/chat/chat.ts'
import { latestMessages } from '../features/chat/store.ts'
import { changeLiveOperation } from '../features/live/settings.ts'
import { isOn } from '../features/live/state.ts'
import { userObjects } from '../features/people/store.ts'
import type { PlatformRow } from '../features/platforms/tables.ts'
import { changeQuestionOperation } from '../features/questions/moderation.ts'
import { askQuestionOperation } from '../features/questions/questions.ts'
import { questionsOfTalk } from '../features/questions/store.ts'
import { countVotes } from '../features/questions/votes.ts'
import { answerSurvey } from '../features/surveys/answers/answers.ts'
import { openSurveyCommand } from '../features/surveys/lifecycle.ts'
import { listSurveys } from '../features/surveys/read-surveys.ts'
import { saveSurvey } from '../features/surveys/surveys.ts'
import { upcomingTalks } from '../features/talks/store.ts'
import type { TalkRow } from '../features/talks/tables.ts'
import { talkPhase } from '../features/talks/talk-states.ts'
import { execute, executeCommand, requireAllDone } from '../kernel/changes/commands.ts'
import type { Caller, Services } from '../kernel/changes/services.ts'
import { chat } from './chat.ts'
import type { PersonKey } from './people.ts'
import { questions } from './questions.ts'
import { answers, survey } from './surveys.ts'
import type { visitors } from './visitors.ts'

type Key = PersonKey | keyof typeof visitors

/** Fills the first live talk with all three features. The timetable has one at any time of day. */
export async function seedLiveTalk(services: Services, caller: Caller, platform: PlatformRow): Promise<void> {
  const now = services.clock.now()
  const talks = await services.store.read(upcomingTalks(platform.id, { now, after: null, limit: 10 }))
  const talk = talks.find(
    (one) =>
      talkPhase(one, now) === 'live' &&
      (['chat', 'questions', 'surveys'] as const).every((feature) => isOn(feature, platform, one)),
  )
  if (!talk) return
  await seedChat(services, caller, talk)
  await seedSurvey(services, caller, talk)
  await seedQuestions(services, caller, talk)
}

async function seedChat(services: Services, caller: Caller, { id: talkId }: TalkRow): Promise<void> {
  const earlier = await services.store.read(latestMessages({ talkId, before: 1_000_000, limit: 1 }))
  if (earlier.length > 0) return
  const talk = { by: 'id' as const, value: talkId }
  const ids: string[] = []
  for (const { from, text, replyTo, reactions = {}, isPinned } of chat) {
    const author = { user: await personOf(services, caller, from) }
    const answered = replyTo === undefined ? null : (ids[replyTo] ?? null)
    const { id } = await execute(services, caller, postMessageOperation, {
      ...{ talk, author, text, replyTo: answered },
    })
    ids.push(id)
    for (const [emoji, keys = []] of Object.entries(reactions))
      for (const key of keys) {
        const as = await callerAs(services, caller, key)
        await execute(services, as, reactOperation, { talk, messageId: id, emoji, isOn: true })
      }
    const change = { pinnedMessageId: id }
    if (isPinned) await execute(services, caller, changeLiveOperation, { talk, change })
  }
}

async function seedSurvey(services: Services, caller: Caller, { id: talkId }: TalkRow): Promise<void> {
  const reference = 'ext:demo-survey'
  const { items: earlier } = await listSurveys(services, caller, { externalId: 'demo-survey', state: 'open' })
  if (earlier.length > 0) return
  const { response } = await saveSurvey(services, caller, reference, { ...survey, talkId })
  await executeCommand(services, caller, openSurveyCommand({ reference }))
  for (const [key, [choice, more, pace, text]] of Object.entries(answers)) {
    const as = await callerAs(services, caller, key as Key)
    const sent = [[String(choice)], more.map(String), [String(pace)], [text]]
    await answerSurvey(services, as, { surveyId: response.id, sent })
  }
}

async function seedQuestions(services: Services, caller: Caller, row: TalkRow): Promise<void> {
  const span = { order: 'votes', states: ['open'], limit: 1 } as const
  const earlier = await services.store.read(questionsOfTalk({ talkId: row.id, ...span }))
  if (earlier.length > 0) return
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
    const question = { by: 'id' as const, value: questionId }
    if (change) await execute(services, caller, changeQuestionOperation, { talk, question, change })
  }
}

/** A person of the demo as a caller. */
async function callerAs(services: Services, caller: Caller, key: Key): Promise<Caller> {
  const { value: id } = await personOf(services, caller, key)
  return { ...caller, actor: { kind: 'user', id, level: 'standard' } }
}

async function personOf({ store }: Services, { platform }: Caller, key: Key) {
  const user = await store.read(
    userObjects.find({ platformId: platform.id, by: 'external_id', value: `demo-${key}` }),
  )
  if (!user) throw new Error(`The demo has no person named ${key}.`)
  return { by: 'id' as const, value: user.id }
}
