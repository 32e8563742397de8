// The only speaker of a talk cannot be deleted.
import type { DeletionPart } from '../../kernel/changes/deletion-parts.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { UserReference } from '../../kernel/store/changes/objects.ts'
import { talksOnlySpokenBy, talksSpokenBy } from './talk-people-store.ts'

export const refuseSoleSpeaker: DeletionPart<string[], UserReference> = {
  // Otherwise, the last two speakers could be deleted at the same time.
  lock: talksSpokenBy,
  load: talksOnlySpokenBy,
  before(_ctx, _id, talks) {
    if (talks.length > 0) throw new Refusal('sole_speaker')
    return []
  },
}
