// The stage of a talk: what can be watched now, who may open it, and where it is.
import { createHash } from 'node:crypto'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { Recipient } from '../live/items.ts'
import { isModerator, mayWatch, requireWatcher } from '../live/rights.ts'
import { type CreditLock, readPrice, watchLock } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import { hasOutsideRooms } from '../platforms/rooms.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import {
  type ListedPerson,
  type ListedTalk,
  type Neighbor,
  speakersOfTalks,
  talkAfter,
} from '../talks/programme/public-talks-store.ts'
import { posterOf } from '../talks/programme/talk-cards.ts'
import { hasRoom } from '../talks/schema.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { hasStage, isEarly, isRecorded, type TalkPhase, talkPhase } from '../talks/talk-states.ts'
import { roomUrlFor } from './embedded-rooms.ts'
import { recordingUrl } from './recordings/recording-files.ts'
import { streamUrl } from './streams/stream-keys.ts'
import { takesStream } from './streams/stream-sources.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type OfTalk = { platform: PlatformRow; talk: TalkRow }
type OfListedTalk = { platform: PlatformRow; talk: ListedTalk }

/** The built-in room, a room of another provider, an embedded video, a stream or recording, or a page of another site. */
export type SourceKind = 'own-room' | 'room' | 'frame' | 'media' | 'external'

/** The stage as the page of a talk shows it. It has no address: only the player gets one, after `requireStage`. */
export type Stage = {
  talk: TalkRow
  phase: TalkPhase
  /** See `talk-states.ts`. */
  isEarly: boolean
  /** Null if there is nothing to watch now. */
  source: SourceKind | null
  /** Changes when there is something else to watch or the address changes. */
  key: string
  /** See `posterOf`. */
  picture: string | null
  speakers: readonly ListedPerson[]
  /** The talk after this one. */
  next: Neighbor | undefined
  /** The current price of watching, before exemptions; null if the platform has no credits. */
  price: number | null
}

/** The requirement that a visitor has to meet to watch. The player itself asks for a payment. */
export type StageAccess = 'open' | 'payment' | 'account' | 'acceptance'

/** Whether a person may open the stage of a talk, or the requirement that they do not meet. */
export function stageAccess(
  { platform, talk }: OfTalk,
  { user, unpaid }: Pick<Recipient, 'user' | 'unpaid'>,
): StageAccess {
  if (!mayWatch(platform, user)) return user === null ? 'account' : 'acceptance'
  return unpaid?.has(talk.id) ? 'payment' : 'open'
}

type Shown = Pick<Stage, 'picture' | 'speakers' | 'next' | 'price'>

/** The stage at `now` (epoch milliseconds). */
export function stageOf({ platform, talk }: OfTalk, shown: Shown, now: number): Stage {
  const phase = talkPhase(talk, now)
  const source = sourceOf({ platform, talk }, now)
  return {
    talk,
    phase,
    isEarly: isEarly({ ...talk, phase }, now),
    source,
    key: keyOf({ platform, talk }, { phase, source, price: shown.price }),
    ...shown,
  }
}

/** The stage with its surroundings on the page, for a talk of which nothing else was read. */
export async function readStage(services: Reading, { platform, talk }: OfTalk): Promise<Stage> {
  const { store, clock } = services
  const [named, next, price] = await Promise.all([
    store.read(speakersOfTalks({ talkIds: [talk.id] })),
    store.read(talkAfter({ platformId: platform.id, startAt: talk.startAt })),
    readPrice(services, { platform, talk }),
  ])
  const speakers = named.map(({ speaker }) => speaker)
  const picture = posterOf(talk, speakers, platform)
  return stageOf({ platform, talk }, { picture, speakers, next, price }, clock.now())
}

/** Whether what there is to watch of a talk that is over is a recording that the server has made. */
export const playsRecording = (
  talk: Pick<TalkRow, 'type' | 'video' | 'recordedAt'>,
  phase: TalkPhase,
): boolean =>
  phase === 'replay' &&
  (isRecorded(talk) || (talk.recordedAt !== null && talk.type === 'replay' && talk.video === null))

/** Rooms and streams are open while the talk is live, and can be recorded. A YouTube video stays available afterward. */
export function sourceOf({ platform, talk }: OfListedTalk, now: number): SourceKind | null {
  const phase = talkPhase(talk, now)
  if (phase === 'upcoming' || phase === 'cancelled') return null
  if (phase === 'ended' && talk.type !== 'youtube') return null
  if (!hasStage(talk)) return null
  if (playsRecording(talk, phase)) return 'media'
  if (hasRoom(talk.type)) return hasOutsideRooms(platform.settings) ? 'room' : 'own-room'
  if (takesStream(talk)) return 'media'
  if (talk.video === null) return null
  if (talk.type === 'youtube') return 'frame'
  return talk.type === 'external' ? 'external' : 'media'
}

/**
 * A digest, because the page contains it. It includes the type, because a recording can have the address of its stream.
 */
function keyOf(
  { platform: { settings }, talk }: OfTalk,
  { phase, source, price }: Pick<Stage, 'phase' | 'source' | 'price'>,
): string {
  const isRecording = playsRecording(talk, phase)
  const where = isRecording
    ? 'recording'
    : source === 'room'
      ? [settings.roomAddress, settings.rooms]
      : (talk.video ?? phase)
  const text = JSON.stringify(
    source === null ? [talk.type, phase, talk.startAt] : [talk.type, source, where, price],
  )
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** `origin` is the origin of this site. */
type Opening = OfTalk & { user: UserRow | null; origin: string }

/** An opened stage, with its address. */
export type OpenStage = Stage & { source: SourceKind; url: string }
/** A stage that has to be paid for first. */
export type LockedStage = Stage & { lock: CreditLock }
/** A room of another provider that cannot be opened, because its key is missing or cannot be read. */
export type ClosedRoom = Stage & { source: 'room' }

/**
 * The stage of a talk for a person who opens it. Everything that sends the address of a video calls this first. Throws
 * `watching_restricted`, and `not_found` if there is nothing to watch.
 */
export async function requireStage(
  services: Reading & { secret: Buffer },
  { platform, talk, user, origin }: Opening,
): Promise<OpenStage | LockedStage | ClosedRoom> {
  requireWatcher(platform, user)
  const stage = await readStage(services, { platform, talk })
  const { source } = stage
  if (source === null) throw new Refusal('not_found')
  const lock = await watchLock()?.readCreditLock(services, { platform, talk }, user)
  if (lock) return { ...stage, lock }
  if (source === 'own-room') return { ...stage, source, url: `${origin}/talks/${talk.id}/room` }
  if (source === 'room') {
    const url = await openRoom(services, { platform, talk, user, origin })
    return url === undefined ? { ...stage, source } : { ...stage, source, url }
  }
  const { phase } = stage
  if (playsRecording(talk, phase))
    return { ...stage, source, url: recordingUrl(services, { talkId: talk.id, origin }) }
  const url = takesStream(talk) ? streamUrl(services, { talkId: talk.id, origin }) : talk.video
  if (url === null) throw new Refusal('not_found')
  return { ...stage, source, url }
}

async function openRoom(services: Reading & { secret: Buffer }, { platform, talk, user, origin }: Opening) {
  const attached = await services.store.read(
    attachedToTalk({ platformId: platform.id, by: 'id', value: talk.id }),
  )
  return roomUrlFor(services, platform, {
    talk,
    user,
    origin,
    isModerator: user !== null && isModerator(user, attached),
  })
}
