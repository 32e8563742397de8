// The settings of video rooms, with the key that signs their tokens.
import { createPrivateKey } from 'node:crypto'
import { updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { invalidData, type Problem, Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { platformHistory } from '../platforms/platforms.ts'
import type { RoomProvider } from '../platforms/schema.ts'
import { platformForChange, platformWrites } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { encryptRoomKey } from './embedded-rooms.ts'
import { putRoomKey, removeRoomKey } from './room-keys-store.ts'

export type RoomChange = {
  roomAddress: string | null
  provider: RoomProvider
  appId: string | null
  keyId: string | null
  recordsTalks: boolean
  recordingsGb: number | null
}
type Input = RoomChange & {
  /** Encrypted; null keeps the stored one. */
  key: string | null
}

export const saveRoomsOperation: Operation<{ platform: PlatformRow | undefined }, Input, null> = {
  name: 'saveRooms',
  load: ({ platformId }) => ({ platform: platformForChange({ id: platformId }) }),
  decide({ platform }, ctx, { roomAddress, provider, appId, keyId, recordsTalks, recordingsGb, key }) {
    if (!platform) throw new Refusal('not_found')
    const { rooms } = platform.settings
    // A key belongs to one provider.
    const kept = provider === rooms.provider ? rooms.keySavedAt : null
    const keySavedAt = provider === 'address' ? null : key === null ? kept : ctx.now
    const problems = missing({ roomAddress, provider, appId, keyId }, keySavedAt !== null)
    if (problems.length > 0) throw invalidData(problems)
    const settings = {
      ...{ ...platform.settings, roomAddress, recordsTalks, recordingsGb },
      rooms: { provider, appId, keyId, keySavedAt },
    }
    const next = { ...platform, settings, updatedAt: ctx.now }
    const version = { id: platform.id, version: ctx.now }
    const event = updatedEvent('platform', version, platformHistory(platform), platformHistory(next))
    if (!event) return { writes: [], events: [], answer: null }
    const keyWrites =
      keySavedAt === null
        ? [removeRoomKey({ platformId: platform.id })]
        : key === null
          ? []
          : [putRoomKey({ platformId: platform.id, secret: key })]
    return { writes: [platformWrites.replace(next), ...keyWrites], events: [event], answer: null }
  },
}

/** The problems of settings that the provider needs. */
function missing(
  { roomAddress, provider, appId, keyId }: Omit<RoomChange, 'recordsTalks' | 'recordingsGb'>,
  hasKey: boolean,
): Problem[] {
  const needed = {
    address: {},
    jitsi: { roomAddress, appId, key: hasKey || null },
    jaas: { appId, keyId, key: hasKey || null },
  }[provider]
  return Object.entries(needed)
    .filter(([, value]) => value === null)
    .map(([name]) => ({ pointer: `/${name}`, code: 'required', message: 'is required' }))
}

/** Saves the settings. `key` is the secret of a Jitsi server or the private key of JaaS; '' keeps the stored one. */
export async function saveRooms(
  services: Services & { secret: Buffer },
  caller: Caller,
  { key, ...change }: RoomChange & { key: string },
): Promise<void> {
  if (change.provider === 'jaas' && key !== '' && !isPrivateKey(key))
    throw invalidData([
      { pointer: '/key', code: 'private_key', message: 'must be an RSA private key in PEM format' },
    ])
  await execute(services, caller, saveRoomsOperation, {
    ...change,
    key: key === '' ? null : encryptRoomKey(services, key),
  })
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
