// Reading the live content of a talk, and choosing the talks of a stream, for other systems.

import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { talkObjects } from '../talks/store.ts'
import { readLiveContext } from './items.ts'
import { MAX_STREAM_TALKS } from './limits.ts'
import { liveParts } from './parts.ts'
import { presentTalkLive } from './present-live.ts'
import type { TalkLive } from './schema.ts'

/** Throws `talk_not_found`. */
export async function readTalkLive(
  services: Services,
  { platform }: Caller,
  reference: string,
): Promise<TalkLive> {
  const found = requireReference(reference, 'talk_not_found')
  const context = await readLiveContext(services, platform.id, found)
  if (!context) throw new Refusal('talk_not_found')
  const added = await Promise.all(liveParts().map((part) => part.addState?.(services, context)))
  return Object.assign(presentTalkLive(context), ...added)
}

/**
 * The talk ids in a list such as `ext:keynote,<id>:<seq>`, each with the position that the caller has reached, if it is
 * given. Throws `talk_not_found`, and `invalid_data` for too many talks.
 */
export async function findFollowedTalks(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  list: string,
): Promise<Map<string, Reached | undefined>> {
  const parts = list.split(',')
  if (parts.length > MAX_STREAM_TALKS) throw tooManyTalks()
  const talks = new Map<string, Reached | undefined>()
  for (const part of parts) {
    const { reference, reached } = readPart(part)
    const talk = await store.read(
      talkObjects.find({ platformId: platform.id, ...requireReference(reference, 'talk_not_found') }),
    )
    if (!talk) throw new Refusal('talk_not_found')
    talks.set(talk.id, reached)
  }
  return talks
}

/**
 * The number of the last change, and the key of the live features (`liveKey`) if the position is the id of an event.
 */
type Reached = { seq: number; key: string | undefined }

/** Only an id can be followed by a number, because an identifier of the caller can contain colons. */
function readPart(part: string): { reference: string; reached?: Reached } {
  const [, id = '', seq, key] = /^([^:]+):(\d{1,15})(?::([\w-]{1,16}))?$/.exec(part) ?? []
  return isId(id) ? { reference: id, reached: { seq: Number(seq), key } } : { reference: part }
}

const tooManyTalks = () =>
  invalidData([
    { parameter: 'talks', code: 'maxItems', message: `must have at most ${MAX_STREAM_TALKS} talks` },
  ])
