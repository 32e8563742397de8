// Talks as lists show them: with speakers, a picture, and whether the talk is upcoming, live, over, or a replay.
import { type ListedPerson, type ListedTalk, speakersOfTalks } from '../../store/site/public-talks.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** Whether a talk has not started, is live, is over, or can be watched as a recording. */
export type TalkState = 'upcoming' | 'live' | 'ended' | 'replay'

/** The state at `now` (epoch milliseconds). A replay opens at its start, or at once if it is `available`. */
export function talkState(
  { type, startAt, endAt, available }: Pick<TalkRow, 'type' | 'startAt' | 'endAt' | 'available'>,
  now: number,
): TalkState {
  if (type === 'replay') return available || now >= startAt ? 'replay' : 'upcoming'
  if (now < startAt) return 'upcoming'
  return now < endAt ? 'live' : 'ended'
}

/** The picture of a talk: its image, its first speaker's avatar, or the banner of the platform. */
export const pictureOf = (
  { image }: { image: string | null },
  speakers: readonly { avatar: string | null }[],
  { settings }: Pick<PlatformRow, 'settings'>,
): string | null => image ?? speakers[0]?.avatar ?? settings.banner

/** A talk as lists show it. */
export type TalkCard = ListedTalk & {
  speakers: ListedPerson[]
  state: TalkState
  picture: string | null
}

/** Adds speakers, state, and picture to talks, with a single query. */
export async function withSpeakers(
  { store, clock }: Reading,
  platform: PlatformRow,
  talks: readonly ListedTalk[],
): Promise<TalkCard[]> {
  const named = await store.read(speakersOfTalks(talks.map((talk) => talk.id)))
  const byTalk = Map.groupBy(named, (one) => one.objectId)
  const now = clock.now()
  return talks.map((talk) => {
    const speakers = byTalk.get(talk.id)?.map((one) => one.speaker) ?? []
    return { ...talk, speakers, state: talkState(talk, now), picture: pictureOf(talk, speakers, platform) }
  })
}
