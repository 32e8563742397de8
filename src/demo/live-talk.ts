// Fills the live talk of the demo with what features add: a chat, questions with votes, and a survey with answers.
import '../features/features.ts'
import '../features/operations.ts'
import type { DemoCast } from '../features/live/demo-talk.ts'
import { isOn } from '../features/live/state.ts'
import { userObjects } from '../features/people/store.ts'
import type { PlatformRow } from '../features/platforms/tables.ts'
import { upcomingTalks } from '../features/talks/store.ts'
import { talkPhase } from '../features/talks/talk-states.ts'
import { hooks } from '../kernel/changes/features.ts'
import type { Caller, Services } from '../kernel/changes/services.ts'

/** Fills the first live talk with a room in which all of them are on. The timetable has one at any time of day. */
export async function seedLiveTalk(services: Services, caller: Caller, platform: PlatformRow): Promise<void> {
  const now = services.clock.now()
  const talks = await services.store.read(upcomingTalks(platform.id, { now, after: null, limit: 10 }))
  const additions = hooks.of('demoTalk')
  const talk = talks.find(
    (one) =>
      one.type === 'embedded' &&
      talkPhase(one, now) === 'live' &&
      additions.every(({ feature }) => isOn(feature, platform, one)),
  )
  if (!talk) return
  for (const { fill } of additions) await fill(services, caller, talk, castOf(services, caller))
}

const castOf = ({ store }: Services, caller: Caller): DemoCast => {
  const personOf = async (key: string) => {
    const user = await store.read(
      userObjects.find({ platformId: caller.platform.id, by: 'external_id', value: `demo-${key}` }),
    )
    if (!user) throw new Error(`The demo has no person named ${key}.`)
    return { by: 'id' as const, value: user.id }
  }
  return {
    personOf,
    async callerAs(key) {
      const { value: id } = await personOf(key)
      return { ...caller, actor: { kind: 'user', id, level: 'standard' } }
    },
  }
}
