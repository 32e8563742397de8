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

export type ScheduledEvent = { talk: ScheduledTalk; speakers: ScheduledSpeaker[] }

/** Talks whose rows are in memory at once. */
const PORTION = 500

/**
 * All talks with their speakers, in portions that are read when the one before has been consumed. They are in the order of
 * their ids, which never change: a talk that moves meanwhile is neither left out nor repeated.
 */
export async function* readSchedule(
  { store }: Pick<Services, 'store'>,
  { id }: Pick<PlatformRow, 'id'>,
): AsyncGenerator<ScheduledEvent[]> {
  const work = new SlicedWork()
  let talks: ScheduledTalk[] = []
  do {
    talks = await store.read(scheduledTalks(id, { after: talks.at(-1)?.id, limit: PORTION }))
    await work.pause()
    const named = await store.read(scheduledSpeakers(talks.map((talk) => talk.id)))
    const byTalk = Map.groupBy(named, (one) => one.talkId)
    yield talks.map((talk) => ({ talk, speakers: byTalk.get(talk.id)?.map((one) => one.speaker) ?? [] }))
    await work.pause()
  } while (talks.length === PORTION)
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
