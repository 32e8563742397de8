// The page of a talk: its speakers, its stage, and the talks before and after.
import { isId } from '../../lib/data/ids.ts'
import { talkObjects } from '../../store/programme/talks.ts'
import {
  type ListedPerson,
  type Neighbor,
  speakersOfTalks,
  talkBeside,
} from '../../store/site/public-talks.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import { readPrice } from '../live/viewers/watching.ts'
import type { Services } from '../services.ts'
import { pictureOf } from './talk-cards.ts'
import { type Stage, stageOf } from './talk-stage.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type TalkPage = {
  talk: TalkRow
  speakers: ListedPerson[]
  stage: Stage
  before: Neighbor | undefined
  after: Neighbor | undefined
}

/** The page of a talk, by ID. External IDs (`ext:`) are not part of page URLs. */
export async function readTalkPage(services: Reading, platform: PlatformRow, id: string): Promise<TalkPage> {
  const { store, clock } = services
  const talk = await requirePublicTalk(services, platform, id)
  const [named, before, after, price] = await Promise.all([
    store.read(speakersOfTalks([talk.id])),
    store.read(talkBeside('before', platform.id, talk)),
    store.read(talkBeside('after', platform.id, talk)),
    readPrice(services, { platform, talk }),
  ])
  const speakers = named.map((one) => one.speaker)
  const picture = pictureOf(talk, speakers, platform)
  return {
    talk,
    speakers,
    stage: stageOf({ platform, talk }, { picture, next: after, price }, clock.now()),
    before,
    after,
  }
}

/** A talk with its speakers, for a calendar file. */
export async function readTalkEvent(services: Reading, platform: PlatformRow, id: string) {
  const talk = await requirePublicTalk(services, platform, id)
  const named = await services.store.read(speakersOfTalks([talk.id]))
  return { talk, speakers: named.map((one) => one.speaker) }
}

/** The talk of an address. Throws `talk_not_found`. */
export async function requirePublicTalk(
  { store }: Reading,
  platform: PlatformRow,
  id: string,
): Promise<TalkRow> {
  const talk = isId(id)
    ? await store.read(talkObjects.find(platform.id, { by: 'id', value: id.toLowerCase() }))
    : undefined
  if (!talk) throw new Refusal('talk_not_found')
  return talk
}
