// The key with which an encoder pushes a stream to a talk, and the address at which the stream plays.
import { randomBytes } from 'node:crypto'
import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { HOUR_MS } from '../../../kernel/lib/time/units.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { checkSignature, type Signing, signatureOf } from '../signed-paths.ts'
import { putStreamKey } from './stream-keys-store.ts'
import { takesStream } from './stream-sources.ts'

type Secret = { secret: Buffer }

type Renewal = { talkId: string; hash: string }

export const renewStreamKeyOperation: Operation<{ talk: TalkRow | undefined }, Renewal, null> = {
  name: 'renewStreamKey',
  load: ({ platformId }, { talkId }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
  }),
  decide({ talk }, { platformId, now }, { talkId, hash }) {
    if (!talk || !takesStream(talk)) throw new Refusal('talk_not_found')
    return {
      writes: [putStreamKey({ talkId, platformId, hash, createdAt: now })],
      events: [actionEvent('talk', talk, 'stream_key_created')],
      answer: null,
    }
  },
}

/** Creates the key of a talk, which replaces an earlier one. Only the result contains it. */
export async function renewStreamKey(
  services: Services & Secret,
  caller: Caller,
  talkId: string,
): Promise<string> {
  const key = `live_${randomBytes(24).toString('hex')}`
  await execute(services, caller, renewStreamKeyOperation, { talkId, hash: streamKeyHash(services, key) })
  return key
}

export const streamKeyHash = ({ secret }: Secret, key: string): string =>
  keyedHash(secret, `stream key ${key}`)

/** The path at which encoders push by WHIP. */
export const WHIP_PATH = '/whip'

/** The last part of the address of a stream. */
export const PLAYLIST = 'live.m3u8'

type StreamAddress = { talkId: string; origin: string }
/**
 * The address of a stream, which needs no cookies, so that a CDN can keep it. Only people who may watch get it. It is the
 * same for all of them, and works until the end of the next hour.
 */
export const streamUrl = (services: Signing, { talkId, origin }: StreamAddress): string =>
  `${origin}/streams/${talkId}/${signatureOf(services, signed(talkId))}/${PLAYLIST}`

export const checkStreamSignature = (services: Signing, talkId: string, signature: string) =>
  checkSignature(services, signed(talkId), signature)

const signed = (talkId: string) => ({ what: `stream path ${talkId}`, periodMs: HOUR_MS })
