// The files of proposals, which are removed with their talk or their author.
import type { DeletionPart } from '../../kernel/changes/deletion-parts.ts'
import type { UserReference } from '../../kernel/store/changes/objects.ts'
import { releaseWrites } from '../files/file-uses.ts'
import { filesProposedBy, filesProposedForTalk } from './store.ts'

export const releaseOnTalkDeletion: DeletionPart<string[]> = {
  load: filesProposedForTalk,
  after: ({ now }, _id, files) => releaseWrites(files, now),
}

/** The files are released at once, without the time that other unused files are kept. */
export const releaseOnUserDeletion: DeletionPart<string[], UserReference> = {
  load: filesProposedBy,
  after: (_ctx, _id, files) => releaseWrites(files, 0),
}
