// Talks as lists show them: with speakers, a picture, and their phase.

import type { Services } from '../../../kernel/changes/services.ts'
import { markdownToWords } from '../../../kernel/lib/text/markdown.ts'
import { cutAtWord } from '../../../kernel/lib/text/text.ts'
import { trackColors } from '../../../kernel/lib/text/track-colors.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { tracksByAge } from '../choices-store.ts'
import { MAX_COLORED_TRACKS } from '../limits.ts'
import { isEarly, type TalkPhase, talkPhase } from '../talk-states.ts'
import {
  abstractsOfTalks,
  type ListedPerson,
  type ListedTalk,
  type SpeakerOf,
  speakersOfTalks,
} from './public-talks-store.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** The picture of a talk on other sites: its image, its first speaker's avatar, or the banner of the platform. */
export const pictureOf = (
  { image }: { image: string | null },
  speakers: readonly { avatar: string | null }[],
  { settings }: Pick<PlatformRow, 'settings'>,
): string | null => image ?? speakers[0]?.avatar ?? settings.banner

/**
 * What stands in the place of a talk's picture: its image, or the banner of the platform. Null if the faces of its speakers
 * are shown instead.
 */
export const posterOf = (
  { image }: { image: string | null },
  speakers: readonly { avatar: string | null }[],
  { settings }: Pick<PlatformRow, 'settings'>,
): string | null => image ?? (speakers.some(({ avatar }) => avatar !== null) ? null : settings.banner)

/** A talk as lists show it. */
export type TalkCard = ListedTalk & {
  speakers: ListedPerson[]
  phase: TalkPhase
  /** See `talk-states.ts`. */
  isEarly: boolean
  /** See `posterOf`. */
  picture: string | null
  /** The color of its track (`track-colors.ts`). */
  color: number | undefined
  /** The first words of its description, if the list shows them. */
  abstract?: string
}

/** Two lines in a wide column. */
const MAX_ABSTRACT = 150

/** The color of each track. Tracks of drafts count, too, so that no color changes when a draft is published. */
export const readTrackColors = async (
  { store }: Pick<Reading, 'store'>,
  platform: Pick<PlatformRow, 'id'>,
): Promise<TrackColors> =>
  trackColors(await store.read(tracksByAge({ platformId: platform.id, limit: MAX_COLORED_TRACKS })))
export type TrackColors = ReadonlyMap<string, number>

/** Adds speakers, phase, picture, and color to talks. Takes two queries, or one if the caller knows the colors. */
export async function withSpeakers(
  services: Reading,
  platform: PlatformRow,
  talks: readonly ListedTalk[],
  known?: TrackColors,
): Promise<TalkCard[]> {
  const { store, clock } = services
  const [named, colors] = await Promise.all([
    store.read(speakersOfTalks({ talkIds: talks.map((talk) => talk.id) })),
    known ?? readTrackColors(services, platform),
  ])
  return toCards(talks, { platform, named, colors, now: clock.now() })
}

type ForCards = {
  platform: PlatformRow
  named: readonly SpeakerOf[]
  colors: TrackColors
  /** Epoch milliseconds. */
  now: number
}

/** The talks with what was read for them. */
export function toCards(
  talks: readonly ListedTalk[],
  { platform, named, colors, now }: ForCards,
): TalkCard[] {
  const byTalk = Map.groupBy(named, (one) => one.objectId)
  return talks.map((talk) => {
    const speakers = byTalk.get(talk.id)?.map((one) => one.speaker) ?? []
    const phase = talkPhase(talk, now)
    return {
      ...talk,
      speakers,
      phase,
      isEarly: isEarly({ ...talk, phase }, now),
      picture: posterOf(talk, speakers, platform),
      color: talk.track === null ? undefined : colors.get(talk.track),
    }
  })
}

/** The first words of the descriptions of these talks, by id. Talks without a description are left out. */
export async function readAbstracts(
  { store }: Pick<Reading, 'store'>,
  cards: readonly Pick<TalkCard, 'id'>[],
): Promise<Map<string, string>> {
  const starts = await store.read(abstractsOfTalks({ talkIds: cards.map(({ id }) => id) }))
  return new Map(starts.map(({ id, start }) => [id, abstractOf(start)]))
}

/** Adds the first words of the descriptions. Takes a query if there are talks. */
export async function withAbstracts(
  services: Pick<Reading, 'store'>,
  cards: readonly TalkCard[],
): Promise<TalkCard[]> {
  if (cards.length === 0) return []
  const abstracts = await readAbstracts(services, cards)
  return cards.map((card) => ({ ...card, abstract: abstracts.get(card.id) ?? '' }))
}

const abstractOf = (start: string): string =>
  cutAtWord(markdownToWords(start).replaceAll(/\s+/g, ' '), MAX_ABSTRACT)
