// Who may go on stage in the room of a talk, who may watch it, and who may follow it without pictures.
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { isModerator, mayTakePart, speaksAt } from '../../live/rights.ts'
import { requireOpenTalk } from '../../live/watch-lock.ts'
import type { AttachedId } from '../../people/attached/attached-people-store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { attachedToTalk } from '../../talks/talk-people-store.ts'
import { isVisibleTo } from '../../talks/talk-states.ts'
import { GREEN_ROOM_MS } from '../limits.ts'
import { sourceOf } from '../stage.ts'
import type { RoomStageRow } from '../tables.ts'
import { stagePersonOf } from './stage-people-store.ts'

type Reading = Pick<Services, 'store' | 'clock'>
/** `user` is null for a visitor without an account. */
export type RoomVisit = { platform: PlatformRow; talk: TalkRow; user: UserRow | null }
/** Followers have the page of the stage open but are not on stage. */
export type Role = 'publish' | 'watch' | 'follow'

/** What a person may do in the room of a talk besides watching. */
export type Place = {
  mayPublish: boolean
  mayModerate: boolean
  mayRaiseHand: boolean
  isHandRaised: boolean
  isInvited: boolean
  isRemoved: boolean
}

export const NO_PLACE: Place = {
  ...{ mayPublish: false, mayModerate: false, mayRaiseHand: false },
  ...{ isHandRaised: false, isInvited: false, isRemoved: false },
}

/**
 * The place of somebody who may be in the room in this role. Throws `talk_not_open`, `speakers_only`,
 * `removed_from_stage`, and `watching_restricted`.
 */
export async function requireRole(services: Reading, visit: RoomVisit, role: Role): Promise<Place> {
  const { platform, talk, user } = visit
  if (!isVisibleTo(talk, user)) throw new Refusal('talk_not_open')
  if (user?.registrationStatus === 'rejected') throw new Refusal('watching_restricted')
  const now = services.clock.now()
  const isEarly = isGreenRoom(talk, now)
  if (sourceOf({ platform, talk }, isEarly ? talk.startAt : now) !== 'own-room')
    throw new Refusal('talk_not_open')
  if (role === 'watch' && !isEarly) {
    await requireOpenTalk(services, { platform, talk }, user)
    return NO_PLACE
  }
  const place = await readPlace(services, visit)
  if (role === 'follow' && place.mayModerate) return place
  if (place.isRemoved) throw new Refusal('removed_from_stage')
  if (!place.mayPublish) throw new Refusal(role === 'watch' ? 'talk_not_open' : 'speakers_only')
  return place
}

/** Whether speakers and moderators can be on stage before the talk starts. */
const isGreenRoom = ({ startAt }: Pick<TalkRow, 'startAt'>, now: number): boolean =>
  now < startAt && now >= startAt - GREEN_ROOM_MS

/** Whether somebody is a speaker or moderator of a talk that takes place in a room of this server. */
export const belongsOnStage = (
  { platform, talk, user }: RoomVisit,
  attached: readonly AttachedId[],
): boolean =>
  user !== null &&
  (isModerator(user, attached) || speaksAt(user, attached)) &&
  sourceOf({ platform, talk }, talk.startAt) === 'own-room'

export async function readPlace({ store, clock }: Reading, visit: RoomVisit): Promise<Place> {
  const { platform, talk, user } = visit
  if (user === null) return NO_PLACE
  const [attached, person] = await Promise.all([
    store.read(attachedToTalk({ platformId: platform.id, by: 'id', value: talk.id })),
    store.read(stagePersonOf({ talkId: talk.id, userId: user.id })),
  ])
  const { isInvited = false, isRemoved = false } = person ?? {}
  const mayModerate = isModerator(user, attached)
  const belongs = mayModerate || speaksAt(user, attached)
  const isGuest = isInvited && clock.now() >= talk.startAt && mayTakePart(platform, user)
  const mayPublish = !isRemoved && (belongs || isGuest)
  const mayRaiseHand = !belongs && !isRemoved && mayTakePart(platform, user)
  const isHandRaised = typeof person?.handAt === 'number'
  return { mayPublish, mayModerate, mayRaiseHand, isHandRaised, isInvited, isRemoved }
}

/** Throws `stage_locked` for a person who may not enter a locked stage now. */
export function requireUnlocked(stage: RoomStageRow | undefined, { mayModerate }: Place, userId: string) {
  const { lockedFor = null } = stage ?? {}
  if (lockedFor !== null && !mayModerate && !lockedFor.includes(userId)) throw new Refusal('stage_locked')
}
