// The talk of a page address.
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { isId } from '../../../kernel/lib/data/ids.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { talkObjects } from '../store.ts'
import type { TalkRow } from '../tables.ts'
import { isVisibleTo } from '../talk-states.ts'

/** Throws `talk_not_found`, also for drafts that the visitor must not see. `user` is null for a visitor without an account. */
export async function requireVisibleTalk(
  { store }: Pick<Services, 'store'>,
  { platform, user }: { platform: PlatformRow; user: UserRow | null },
  id: string,
): Promise<TalkRow> {
  const talk = isId(id)
    ? await store.read(talkObjects.find({ platformId: platform.id, by: 'id', value: id.toLowerCase() }))
    : undefined
  if (!talk || !isVisibleTo(talk, user)) throw new Refusal('talk_not_found')
  return talk
}
