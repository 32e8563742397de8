// The page of a talk: its speakers, its stage, and the talks before and after.

import type { Services } from '../../kernel/changes/services.ts'
import { fileIdsOf } from '../files/file-uses.ts'
import { filesByIds } from '../files/store.ts'
import { readPrice } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import {
  type ListedPerson,
  type ListedTalk,
  type Neighbor,
  relatedTalks,
  speakersOfTalks,
  talksBeside,
} from '../talks/programme/public-talks-store.ts'
import { posterOf, readTrackColors, type TalkCard, toCards } from '../talks/programme/talk-cards.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import type { TalkFile } from '../talks/schema.ts'
import type { TalkRow } from '../talks/tables.ts'
import { type Stage, stageOf } from '../video/stage.ts'

type Reading = Pick<Services, 'store' | 'clock'>
/** `user` is null for a visitor without an account. */
type Visit = { platform: PlatformRow; user: UserRow | null }

/** A file to download, with its size. */
export type OfferedFile = TalkFile & { bytes: number }

export type TalkPage = {
  talk: TalkRow
  speakers: ListedPerson[]
  files: OfferedFile[]
  stage: Stage
  before: Neighbor | undefined
  after: Neighbor | undefined
  related: TalkCard[]
  /** The color of its track (`track-colors.ts`). */
  color: number | undefined
}

/** The page of a talk, by ID. External IDs (`ext:`) are not part of page URLs. */
export async function readTalkPage(services: Reading, visit: Visit, id: string): Promise<TalkPage> {
  const { store, clock } = services
  const { platform } = visit
  const talk = await requireVisibleTalk(services, visit, id)
  const { track, startAt } = talk
  const place = { platformId: platform.id, startAt }
  const [found, files, { before, after }, price, colors] = await Promise.all([
    store.read(relatedTalks({ ...place, id: talk.id, track: track ?? '', limit: MAX_FOUND })),
    readFiles(services, talk),
    store.read(talksBeside(place)),
    readPrice(services, { platform, talk }),
    readTrackColors(services, platform),
  ])
  const now = clock.now()
  const related = chosenOf(found, now)
  const named = await store.read(speakersOfTalks({ talkIds: [talk, ...related].map((one) => one.id) }))
  const speakers = named.filter(({ objectId }) => objectId === talk.id).map((one) => one.speaker)
  const picture = posterOf(talk, speakers, platform)
  return {
    talk,
    speakers,
    files,
    stage: stageOf({ platform, talk }, { picture, speakers, next: after, price }, now),
    before,
    after,
    related: toCards(related, { platform, named, colors, now }),
    color: talk.track === null ? undefined : colors.get(talk.track),
  }
}

const MAX_RELATED = 3
/** A talk is found once for each speaker that it shares. */
const MAX_FOUND = 12

/** The talks to show. Those that are over come last. */
function chosenOf(found: readonly ListedTalk[], now: number): ListedTalk[] {
  const byEnd = Map.groupBy(new Map(found.map((one) => [one.id, one])).values(), ({ endAt }) => endAt > now)
  return [...(byEnd.get(true) ?? []), ...(byEnd.get(false) ?? [])].slice(0, MAX_RELATED)
}

async function readFiles({ store }: Reading, { platformId, files }: TalkRow): Promise<OfferedFile[]> {
  if (files.length === 0) return []
  const found = await store.read(filesByIds({ platformId, ids: fileIdsOf(files.map(({ url }) => url)) }))
  const sizes = new Map(found.map(({ path, bytes }) => [path, bytes]))
  return files.map((file) => ({ ...file, bytes: sizes.get(file.url) ?? 0 }))
}

/** A talk with its speakers, for a calendar file. */
export async function readTalkEvent(services: Reading, platform: PlatformRow, id: string) {
  const talk = await requireVisibleTalk(services, { platform, user: null }, id)
  const named = await services.store.read(speakersOfTalks({ talkIds: [talk.id] }))
  return { talk, speakers: named.map((one) => one.speaker) }
}
