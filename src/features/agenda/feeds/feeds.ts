// The whole programme, for the feeds (iCalendar, frab).

import type { Services } from '../../../kernel/changes/services.ts'
import { SlicedWork } from '../../../kernel/lib/time/slices.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { type ListedPerson, speakersOfTalks } from '../../talks/programme/public-talks-store.ts'
import {
  type OutlinedTalk,
  outlinedTalks,
  type ScheduledSpeaker,
  type ScheduledTalk,
  scheduledSpeakers,
  scheduledTalksByIds,
} from './feeds-store.ts'

export type ScheduledEvent = { talk: ScheduledTalk; speakers: ScheduledSpeaker[] }

/** Number of talks whose rows are in memory at once. */
export const PORTION = 500

/**
 * Reads all talks in the order of their ids, which never change, so a talk that moves meanwhile is neither left out nor
 * repeated.
 */
export async function readOutline(
  { store }: Pick<Services, 'store'>,
  { id }: Pick<PlatformRow, 'id'>,
): Promise<OutlinedTalk[]> {
  const work = new SlicedWork()
  const outline: OutlinedTalk[] = []
  for (;;) {
    const portion = await store.read(
      outlinedTalks({ platformId: id, after: outline.at(-1)?.id, limit: PORTION }),
    )
    outline.push(...portion)
    if (portion.length < PORTION) return outline
    await work.pause()
  }
}

/** Reads these talks with their speakers, in this order. A talk that was removed in the meantime is `undefined`. */
export async function readSchedule(
  { store }: Pick<Services, 'store'>,
  { id }: Pick<PlatformRow, 'id'>,
  talkIds: readonly string[],
): Promise<(ScheduledEvent | undefined)[]> {
  const talks = await store.read(scheduledTalksByIds({ platformId: id, ids: talkIds }))
  await new SlicedWork().pause()
  const named = Map.groupBy(await store.read(scheduledSpeakers({ talkIds })), ({ talkId }) => talkId)
  const byId = new Map(talks.map((talk) => [talk.id, talk]))
  return talkIds.map((talkId) => {
    const talk = byId.get(talkId)
    return talk && { talk, speakers: named.get(talkId)?.map(({ speaker }) => speaker) ?? [] }
  })
}

const EVENTS_AT_ONCE = 50

/** These talks with their speakers, by start, for a calendar. Ids of other objects are skipped. */
export async function* readTalkEvents(
  { store }: Pick<Services, 'store'>,
  platform: PlatformRow,
  ids: readonly string[],
): AsyncGenerator<{ talk: ScheduledTalk; speakers: ListedPerson[] }[]> {
  const work = new SlicedWork()
  const events: { talk: ScheduledTalk; speakers: ListedPerson[] }[] = []
  for (let start = 0; start < ids.length; start += EVENTS_AT_ONCE) {
    const portion = ids.slice(start, start + EVENTS_AT_ONCE)
    const talks = await store.read(scheduledTalksByIds({ platformId: platform.id, ids: portion }))
    const named = await store.read(speakersOfTalks({ talkIds: talks.map(({ id }) => id) }))
    const byTalk = Map.groupBy(named, ({ objectId }) => objectId)
    for (const talk of talks)
      events.push({ talk, speakers: byTalk.get(talk.id)?.map(({ speaker }) => speaker) ?? [] })
    await work.pause()
  }
  events.sort((a, b) => a.talk.startAt - b.talk.startAt)
  for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
    yield events.slice(start, start + EVENTS_AT_ONCE)
    await work.pause()
  }
}
