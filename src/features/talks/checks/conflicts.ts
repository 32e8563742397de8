// The talks that a talk is in conflict with.

import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { type Conflict, conflictsInRoom, conflictsWithSpeaker } from './programme-checks-store.ts'

/** The talks at the same time in the room of a talk, and those with one of its speakers. */
export async function readConflicts(
  { store }: Services,
  { platform }: Caller,
  talkId: string,
): Promise<Conflict[]> {
  const [inRoom, withSpeaker] = await Promise.all([
    store.read(conflictsInRoom({ platformId: platform.id, id: talkId })),
    store.read(conflictsWithSpeaker({ platformId: platform.id, id: talkId })),
  ])
  return [...inRoom, ...withSpeaker]
}
