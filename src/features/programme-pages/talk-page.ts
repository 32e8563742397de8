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
  speakersOfTalks,
  talkAfter,
  talkBefore,
  talksOfSpeaker,
  talksOfTrackFrom,
} from '../talks/programme/public-talks-store.ts'
import { pictureOf, readTrackColors, type TalkCard, withSpeakers } from '../talks/programme/talk-cards.ts'
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
  const [named, files, before, after, price, colors, ofTrack] = await Promise.all([
    store.read(speakersOfTalks({ talkIds: [talk.id] })),
    readFiles(services, talk),
    store.read(talkBefore({ platformId: platform.id, startAt: talk.startAt, id: talk.id })),
    store.read(talkAfter({ platformId: platform.id, startAt: talk.startAt, id: talk.id })),
    readPrice(services, { platform, talk }),
    readTrackColors(services, platform),
    store.read(
      talksOfTrackFrom({
        platformId: platform.id,
        track: talk.track ?? '',
        startAt: talk.startAt,
        limit: MAX_RELATED + 1,
      }),
    ),
  ])
  const speakers = named.map((one) => one.speaker)
  const related = await readRelated(services, platform, { talk, speakers, ofTrack })
  const picture = pictureOf(talk, speakers, platform)
  return {
    talk,
    speakers,
    files,
    stage: stageOf({ platform, talk }, { picture, speakers, next: after, price }, clock.now()),
    before,
    after,
    related,
    color: talk.track === null ? undefined : colors.get(talk.track),
  }
}

const MAX_RELATED = 3
/** Most talks have fewer. */
const MAX_ASKED = 3

/** The talks of the same speakers, then the next ones of the track. Those that are over come last. */
async function readRelated(
  services: Reading,
  platform: PlatformRow,
  { talk, speakers, ofTrack }: { talk: TalkRow; speakers: readonly ListedPerson[]; ofTrack: ListedTalk[] },
): Promise<TalkCard[]> {
  const { store, clock } = services
  const ofSpeakers = await Promise.all(
    speakers
      .slice(0, MAX_ASKED)
      .map(({ id }) => store.read(talksOfSpeaker({ platformId: platform.id, userId: id }))),
  )
  const found = [...ofSpeakers.flat(), ...ofTrack].filter(
    ({ id, state }) => id !== talk.id && state === 'published',
  )
  const byEnd = Map.groupBy(
    new Map(found.map((one) => [one.id, one])).values(),
    ({ endAt }) => endAt > clock.now(),
  )
  const related = [...(byEnd.get(true) ?? []), ...(byEnd.get(false) ?? [])].slice(0, MAX_RELATED)
  return related.length === 0 ? [] : withSpeakers(services, platform, related)
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
