// Tests the rooms of another provider from the server: whether their host answers over TLS, and whether the saved key
// signs tokens.
import type { OutboundServices } from '../../kernel/changes/services.ts'
import type { AddressRange } from '../../kernel/lib/web/ip-addresses.ts'
import { ForbiddenAddress } from '../../kernel/outbound/permitted-addresses.ts'
import { version } from '../../version.ts'
import { providerFetch } from '../access/openid/provider-requests.ts'
import { roomUrl } from '../platforms/rooms.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { hasTokens, roomUrlFor } from './embedded-rooms.ts'

export type RoomsProblem = 'private' | 'dns' | 'certificate' | 'timeout' | 'connection'
/** `code` is that of Node or OpenSSL, such as `ECONNREFUSED`. */
export type Reached = { status: number } | { problem: RoomsProblem; code: string }
/** `signs` is null for rooms without tokens. */
export type RoomsTest = { host: string; reached: Reached; signs: boolean | null }

/** A room that no talk has. */
const TEST_ROOM = 'connection-test'

/** Undefined if the platform has no rooms of another provider. */
export async function testRooms(
  services: OutboundServices,
  platform: Pick<PlatformRow, 'id' | 'settings'>,
): Promise<RoomsTest | undefined> {
  const url = roomUrl(platform.settings, TEST_ROOM)
  if (!url) return undefined
  const [reached, signs] = await Promise.all([
    reach(services.webhookAddresses, url),
    hasTokens(platform.settings) ? canSign(services, platform) : null,
  ])
  return { host: url.host, reached, signs }
}

async function reach(listed: readonly AddressRange[], url: URL): Promise<Reached> {
  try {
    const get = providerFetch({ listed, userAgent: `Lectern/${version}` })
    const { status } = await get(url.href, { method: 'HEAD', headers: {} })
    return { status }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { problem: error instanceof ForbiddenAddress ? 'private' : problemOf(code), code }
  }
}

function problemOf(code: string): RoomsProblem {
  if (/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_|ETIMEOUT)/.test(code)) return 'dns'
  if (/CERT|SIGNATURE/.test(code)) return 'certificate'
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection'
}

async function canSign(
  services: OutboundServices,
  platform: Pick<PlatformRow, 'id' | 'settings'>,
): Promise<boolean> {
  const now = services.clock.now()
  const talk = { id: TEST_ROOM, startAt: now, endAt: now }
  const visit = { talk, user: null, isModerator: false, origin: '' }
  return roomUrlFor(services, platform, visit).then(
    (url) => url !== undefined,
    () => false,
  )
}
