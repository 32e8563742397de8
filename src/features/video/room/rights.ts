// Who may go on stage in the room of a talk, and who may watch it.
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { isModerator, speaksAt } from '../../live/rights.ts'
import { requireOpenTalk } from '../../live/watch-lock.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { attachedToTalk } from '../../talks/talk-people-store.ts'
import { isVisibleTo } from '../../talks/talk-states.ts'
import { sourceOf } from '../stage.ts'

type Reading = Pick<Services, 'store' | 'clock'>
/** `user` is null for a visitor without an account. */
export type RoomVisit = { platform: PlatformRow; talk: TalkRow; user: UserRow | null }
export type Role = 'publish' | 'watch'

/** Throws `talk_not_open`, `speakers_only`, and `watching_restricted`. */
export async function requireRole(services: Reading, visit: RoomVisit, role: Role): Promise<void> {
  const { platform, talk, user } = visit
  if (!isVisibleTo(talk, user)) throw new Refusal('talk_not_open')
  if (user?.registrationStatus === 'rejected') throw new Refusal('watching_restricted')
  if (sourceOf({ platform, talk }, services.clock.now()) !== 'own-room') throw new Refusal('talk_not_open')
  if (role === 'watch') await requireOpenTalk(services, { platform, talk }, user)
  else if (!(await readPlace(services, visit)).mayPublish) throw new Refusal('speakers_only')
}

/** What a person may do in the room of a talk besides watching. */
export async function readPlace(
  { store }: Pick<Services, 'store'>,
  { platform, talk, user }: RoomVisit,
): Promise<{ mayPublish: boolean; mayModerate: boolean }> {
  if (user === null) return { mayPublish: false, mayModerate: false }
  const attached = await store.read(attachedToTalk({ platformId: platform.id, by: 'id', value: talk.id }))
  const mayModerate = isModerator(user, attached)
  return { mayModerate, mayPublish: mayModerate || speaksAt(user, attached) }
}
