// The whole programme, for the feeds (iCalendar, frab).
import { SlicedWork } from '../../lib/time/slices.ts'
import {
  type ScheduledSpeaker,
  type ScheduledTalk,
  scheduledSpeakers,
  scheduledTalks,
  scheduledTalksByIds,
} from '../../store/site/feeds.ts'
import { type ListedPerson, speakersOfTalks } from '../../store/site/public-talks.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'

export type Schedule = {
  /** Sorted by start. */
  events: { talk: ScheduledTalk; speakers: ScheduledSpeaker[] }[]
  /** The time of the last change (epoch milliseconds) to a talk, a speaker, or the platform. */
  changedAt: number
}

/** All talks with their speakers, in two queries. */
export async function readSchedule(
  { store }: Pick<Services, 'store'>,
  platform: PlatformRow,
): Promise<Schedule> {
  const talks = await store.read(scheduledTalks(platform.id))
  await new SlicedWork().pause()
  const named = await store.read(scheduledSpeakers(platform.id))
  const byTalk = Map.groupBy(named, (one) => one.talkId)
  let changedAt = platform.updatedAt
  for (const { updatedAt } of talks) changedAt = Math.max(changedAt, updatedAt)
  for (const { speaker } of named) changedAt = Math.max(changedAt, speaker.updatedAt)
  return {
    events: talks.map((talk) => ({
      talk,
      speakers: byTalk.get(talk.id)?.map((one) => one.speaker) ?? [],
    })),
    changedAt,
  }
}

/** These talks with their speakers, for a calendar. Ids of other objects are skipped. */
export async function readTalkEvents(
  { store }: Pick<Services, 'store'>,
  platform: PlatformRow,
  ids: readonly string[],
): Promise<{ talk: ScheduledTalk; speakers: ListedPerson[] }[]> {
  const talks = await store.read(scheduledTalksByIds(platform.id, ids))
  const named = await store.read(speakersOfTalks(talks.map(({ id }) => id)))
  const byTalk = Map.groupBy(named, ({ objectId }) => objectId)
  return talks.map((talk) => ({
    talk,
    speakers: byTalk.get(talk.id)?.map(({ speaker }) => speaker) ?? [],
  }))
}
