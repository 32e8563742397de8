// The meaning of a talk's state, kind, and times: its phase, who sees it, and whether anyone can take part in it.

import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { UserRow } from '../people/tables.ts'
import { hasAddress, hasRoom } from './schema.ts'
import type { TalkRow } from './tables.ts'

/** Only staff see a draft. */
export const isVisibleTo = ({ state }: Pick<TalkRow, 'state'>, user: UserRow | null): boolean =>
  state !== 'draft' || (user !== null && isProtectedRole(user.role))

/**
 * Whether there is or will be something to watch. A talk without a type takes place on site. Most breaks have nothing to
 * watch, but a video gives them a stage, such as for an opening without speakers.
 */
export const hasStage = ({ kind, type, video }: Pick<TalkRow, 'kind' | 'type' | 'video'>): boolean =>
  kind === 'break' ? hasAddress(type) && video !== null : type !== null

/** Whether a talk has live features, with or without a video. */
export const canTakePart = ({ state, kind }: Pick<TalkRow, 'state' | 'kind'>): boolean =>
  state === 'published' && kind === 'talk'

/** Whether the server has recorded the room or the stream of a talk. A video of another type comes first. */
export const isRecorded = ({ recordedAt, type }: Pick<TalkRow, 'recordedAt' | 'type'>): boolean =>
  recordedAt !== null && (hasRoom(type) || type === 'rtmp')

/** Whether a talk has a recording that can be watched. A YouTube video stays available after its talk. */
export const hasReplay = ({
  type,
  video,
  recordedAt,
  phase,
}: Pick<TalkRow, 'type' | 'video' | 'recordedAt'> & { phase: TalkPhase }): boolean =>
  phase === 'replay'
    ? video !== null || recordedAt !== null
    : phase === 'ended' && type === 'youtube' && video !== null

/** Whether it can be watched although it has not started: a replay that is `available`. */
export const isEarly = ({ startAt, phase }: Pick<TalkRow, 'startAt'> & { phase: TalkPhase }, now: number) =>
  phase === 'replay' && now < startAt

/** The phase of a talk. `replay` can be watched as a recording, and `cancelled` does not take place. */
export type TalkPhase = 'upcoming' | 'live' | 'ended' | 'replay' | 'cancelled'

/**
 * The phase at `now` (epoch milliseconds). A replay opens at its start, or at once if it is `available`, and a talk that
 * the server has recorded becomes one when it ends.
 */
export function talkPhase(
  talk: Pick<TalkRow, 'state' | 'type' | 'startAt' | 'endAt' | 'available' | 'recordedAt'>,
  now: number,
): TalkPhase {
  const { state, type, startAt, endAt, available } = talk
  if (state === 'cancelled') return 'cancelled'
  if (type === 'replay') return available || now >= startAt ? 'replay' : 'upcoming'
  if (now < startAt) return 'upcoming'
  if (now < endAt) return 'live'
  return isRecorded(talk) ? 'replay' : 'ended'
}
