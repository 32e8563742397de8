// Reading what is live about a talk, for other systems.
import { Refusal } from '../changes/errors.ts'
import { requireReference } from '../changes/references.ts'
import type { Caller, Services } from '../services.ts'
import { readLiveContext } from './live-items.ts'
import { presentTalkLive } from './present-live.ts'

/** Throws `talk_not_found`. */
export async function readTalkLive(services: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'talk_not_found')
  const context = await readLiveContext(services, platform.id, found)
  if (!context) throw new Refusal('talk_not_found')
  return presentTalkLive(context)
}
