// The page of a talk: its speakers, its stage, and the talks before and after.

import type { Services } from '../../kernel/changes/services.ts'
import { fileIdsOf } from '../files/file-uses.ts'
import { filesByIds } from '../files/store.ts'
import { readPrice } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import {
  type ListedPerson,
  type Neighbor,
  speakersOfTalks,
  talkAfter,
  talkBefore,
} from '../talks/programme/public-talks-store.ts'
import { pictureOf, readTrackColors } from '../talks/programme/talk-cards.ts'
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
  /** The color of its track (`track-colors.ts`). */
  color: number | undefined
}

/** The page of a talk, by ID. External IDs (`ext:`) are not part of page URLs. */
export async function readTalkPage(services: Reading, visit: Visit, id: string): Promise<TalkPage> {
  const { store, clock } = services
  const { platform } = visit
  const talk = await requireVisibleTalk(services, visit, id)
  const [named, files, before, after, price, colors] = await Promise.all([
    store.read(speakersOfTalks({ talkIds: [talk.id] })),
    readFiles(services, talk),
    store.read(talkBefore({ platformId: platform.id, startAt: talk.startAt, id: talk.id })),
    store.read(talkAfter({ platformId: platform.id, startAt: talk.startAt, id: talk.id })),
    readPrice(services, { platform, talk }),
    readTrackColors(services, platform),
  ])
  const speakers = named.map((one) => one.speaker)
  const picture = pictureOf(talk, speakers, platform)
  return {
    talk,
    speakers,
    files,
    stage: stageOf({ platform, talk }, { picture, next: after, price }, clock.now()),
    before,
    after,
    color: talk.track === null ? undefined : colors.get(talk.track),
  }
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
