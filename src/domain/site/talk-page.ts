// The page of a talk: what can be watched now, and the talks before and after.
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
import { roomUrl } from '../programme/embedded-rooms.ts'
import type { Services } from '../services.ts'
import { pictureOf, type TalkState, talkState } from './talk-cards.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** How the video of a talk is shown. */
export type Stage =
  /** An embedded page of another site: a room or a video. */
  | { kind: 'frame'; url: string; isRoom: boolean }
  /** A stream or recording for the browser's video player. */
  | { kind: 'media'; url: string }
  /** A stream for an external player (RTMP). */
  | { kind: 'relay'; url: string }
  /** The talk takes place on another site. */
  | { kind: 'external'; url: string }
  /** Nothing to show: the talk is not open, or there is no URL. */
  | { kind: 'none' }

export type TalkPage = {
  talk: TalkRow
  speakers: ListedPerson[]
  state: TalkState
  stage: Stage
  picture: string | null
  before: Neighbor | undefined
  after: Neighbor | undefined
}

/** The page of a talk, by ID. External IDs (`ext:`) are not part of page URLs. */
export async function readTalkPage(services: Reading, platform: PlatformRow, id: string): Promise<TalkPage> {
  const { store, clock } = services
  const talk = await requirePublicTalk(services, platform, id)
  const [named, before, after] = await Promise.all([
    store.read(speakersOfTalks([talk.id])),
    store.read(talkBeside('before', platform.id, talk)),
    store.read(talkBeside('after', platform.id, talk)),
  ])
  const speakers = named.map((one) => one.speaker)
  const state = talkState(talk, clock.now())
  return {
    talk,
    speakers,
    state,
    stage: stageOf(talk, state, platform),
    picture: pictureOf(talk, speakers, platform),
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

const NOTHING: Stage = { kind: 'none' }

/** Rooms and streams are open while the talk is live. A YouTube video stays available after it. */
function stageOf(talk: TalkRow, state: TalkState, { settings }: PlatformRow): Stage {
  if (state === 'upcoming') return NOTHING
  if (state === 'ended' && talk.type !== 'youtube') return NOTHING
  if (talk.type === 'embedded') {
    const url = roomUrl(settings.roomAddress, talk.id)
    return url === undefined ? NOTHING : { kind: 'frame', url, isRoom: true }
  }
  const url = talk.video
  if (url === null) return NOTHING
  if (talk.type === 'youtube') return { kind: 'frame', url, isRoom: false }
  if (talk.type === 'external') return { kind: 'external', url }
  return /^rtmps?:/i.test(url) ? { kind: 'relay', url } : { kind: 'media', url }
}
