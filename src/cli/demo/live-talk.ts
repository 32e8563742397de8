// Fills the live talk of the demo with a chat, questions with votes, and an open survey with answers.
import { execute, executeCommand, requireAllDone } from '../../domain/changes/commands.ts'
import { postMessageOperation, reactOperation } from '../../domain/live/chat/chat.ts'
import { changeLiveOperation } from '../../domain/live/live-settings.ts'
import { isOn } from '../../domain/live/live-state.ts'
import { changeQuestionOperation } from '../../domain/live/questions/question-moderation.ts'
import { askQuestionOperation } from '../../domain/live/questions/questions.ts'
import { countVotes } from '../../domain/live/questions/votes.ts'
import { listSurveys } from '../../domain/live/surveys/read-surveys.ts'
import { answerSurvey } from '../../domain/live/surveys/survey-answers.ts'
import { openSurveyCommand } from '../../domain/live/surveys/survey-lifecycle.ts'
import { saveSurvey } from '../../domain/live/surveys/surveys.ts'
import { talkPhase } from '../../domain/programme/talk-states.ts'
import type { Caller, Services } from '../../domain/services.ts'
import { latestMessages } from '../../store/live/chat.ts'
import { questionsOfTalk } from '../../store/live/questions.ts'
import { userObjects } from '../../store/people/users.ts'
import { upcomingTalks } from '../../store/programme/talks.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
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
