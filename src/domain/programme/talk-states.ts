// What the state and the kind of a talk mean: who sees it, and whether anyone can take part in it.
import type { TalkRow, UserRow } from '../../store/sql/tables.ts'
import { isProtectedRole } from '../people/roles.ts'

/** Only staff see a draft. */
export const isVisibleTo = ({ state }: Pick<TalkRow, 'state'>, user: UserRow | null): boolean =>
  state !== 'draft' || (user !== null && isProtectedRole(user.role))

/** Most breaks have nothing to watch. A video gives them a stage, such as for an opening without speakers. */
export const hasStage = ({ kind, type, video }: Pick<TalkRow, 'kind' | 'type' | 'video'>): boolean =>
  kind === 'talk' || (type !== 'embedded' && video !== null)

/** Whether people can watch a talk, once it has started, and use its live features. */
export const canTakePart = (talk: Pick<TalkRow, 'state' | 'kind' | 'type' | 'video'>): boolean =>
  talk.state === 'published' && hasStage(talk)
