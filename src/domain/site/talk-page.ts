// One talk as visitors see it: what is open of it, and what stands beside it.
import { isId } from '../../lib/data/ids.ts'
import { type PlatformFeature, platformFeatures } from '../../schema/platforms/platforms.ts'
import { talkObjects } from '../../store/programme/talks.ts'
import {
  type ListedPerson,
  type Neighbour,
  speakersOfTalks,
  talkBeside,
} from '../../store/site/public-talks.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import { roomUrl } from '../programme/embedded-rooms.ts'
import type { Services } from '../services.ts'
import { pictureOf, type TalkState, talkState } from './home.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** How the video of a talk is shown while it is open. */
export type Stage =
  /** A page of another site inside ours: a room or a video. */
  | { kind: 'frame'; url: string; isRoom: boolean }
  /** A stream or a recording for the browser's own player. */
  | { kind: 'media'; url: string }
  /** A stream for a player beside the browser (rtmp). */
  | { kind: 'relay'; url: string }
  /** The talk takes place on another platform. */
  | { kind: 'outside'; url: string }
  /** Nothing to show: not open, or no address is known. */
  | { kind: 'none' }

export type TalkPage = {
  talk: TalkRow
  speakers: ListedPerson[]
  state: TalkState
  stage: Stage
  picture: string | null
  /** What platform and talk both switch on. */
  parts: PlatformFeature[]
  before: Neighbour | undefined
  after: Neighbour | undefined
}

/** A talk by its own id; the caller's identifiers (`ext:`) are no addresses of pages. */
export async function readTalkPage(services: Reading, platform: PlatformRow, id: string): Promise<TalkPage> {
  const { store, clock } = services
  const talk = await findTalk(services, platform, id)
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
    parts: partsOf(talk, platform),
    before,
    after,
  }
}

/** A talk with its speakers, for a calendar. */
export async function readTalkEvent(services: Reading, platform: PlatformRow, id: string) {
  const talk = await findTalk(services, platform, id)
  const named = await services.store.read(speakersOfTalks([talk.id]))
  return { talk, speakers: named.map((one) => one.speaker) }
}

async function findTalk({ store }: Reading, platform: PlatformRow, id: string): Promise<TalkRow> {
  const talk = isId(id)
    ? await store.read(talkObjects.find(platform.id, { by: 'id', value: id.toLowerCase() }))
    : undefined
  if (!talk) throw new Refusal('talk_not_found')
  return talk
}

/** A feature is on where the platform and the talk both say so. */
export const partsOf = (
  { features }: Pick<TalkRow, 'features'>,
  { settings }: Pick<PlatformRow, 'settings'>,
): PlatformFeature[] => platformFeatures.filter((feature) => settings.features[feature] && features[feature])

const NOTHING: Stage = { kind: 'none' }

/** Rooms and relays are open while the talk is live; a YouTube video stays where it is afterwards. */
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
  if (talk.type === 'external') return { kind: 'outside', url }
  return /^rtmps?:/i.test(url) ? { kind: 'relay', url } : { kind: 'media', url }
}
