// The video rooms of embedded talks: the address of a room for one person, and the tokens that let people in.
import { createPrivateKey } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import type { Services } from '../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import type { UserRow } from '../people/tables.ts'
import { type RoomSettings, roomUrl } from '../platforms/rooms.ts'
import type { RoomProvider } from '../platforms/schema.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import { roomKey } from './room-keys-store.ts'

/** A visit to the room of a talk. Visitors without an account have no name in it. */
export type RoomVisit = {
  talk: Pick<TalkRow, 'id' | 'startAt' | 'endAt'>
  user: UserRow | null
  isModerator: boolean
  /** The origin of this site, which serves uploaded pictures. */
  origin: string
}

type Signing = RoomVisit & { settings: RoomSettings; url: URL; key: string }

/** Makes the token of a visit. */
type Sign = (signing: Signing) => Promise<string>

/** By provider. Those without tokens have none. */
const tokens: Partial<Record<RoomProvider, Sign>> = {
  // https://jitsi.github.io/handbook/docs/dev-guide/dev-guide-iframe-jwt
  jitsi: ({ settings, url, key, ...visit }) =>
    tokenFor(visit, {
      claims: {
        ...{ aud: 'jitsi', iss: settings.rooms.appId ?? '', room: roomName(url) },
        sub: tenantOf(url) ?? url.hostname,
      },
      person: { affiliation: visit.isModerator ? 'owner' : 'member' },
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(key)),
  // https://developer.8x8.com/jaas/docs/api-keys-jwt
  jaas: ({ settings: { rooms }, url, key, ...visit }) =>
    tokenFor(visit, {
      claims: { aud: 'jitsi', iss: 'chat', sub: rooms.appId ?? '', room: roomName(url) },
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: rooms.keyId ?? '' })
      .sign(createPrivateKey(key)),
}

/** Whether people need a token to enter. */
export const hasTokens = ({ rooms }: RoomSettings): boolean => tokens[rooms.provider] !== undefined

/** Maximum difference between the clocks of servers, in seconds. */
const LEEWAY_S = 60

type Token = { claims: JWTPayload; person?: object }

/** An unsigned token for the time of the talk. Servers expect texts in `context.user`, not booleans. */
function tokenFor({ talk, user, isModerator, origin }: RoomVisit, { claims, person }: Token): SignJWT {
  const named = user && {
    id: user.id,
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username,
    ...(user.avatar === null ? {} : { avatar: new URL(user.avatar, origin).href }),
  }
  const moderator = String(isModerator)
  return new SignJWT({ ...claims, context: { user: { ...named, moderator, ...person } } })
    .setNotBefore(Math.floor(talk.startAt / 1000) - LEEWAY_S)
    .setExpirationTime(Math.ceil(talk.endAt / 1000))
}

/** The parts of a path, in lowercase because servers do not distinguish case. */
const partsOf = ({ pathname }: URL): string[] =>
  pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeURIComponent(part).toLowerCase())

/** The last part of the path. */
const roomName = (url: URL): string => partsOf(url).at(-1) ?? ''

/** The part of the path before the name of the room; undefined if there is none. */
const tenantOf = (url: URL): string | undefined => partsOf(url).at(-2)

/** The purpose under which keys are encrypted. Stored keys depend on it, so it never changes. */
const PURPOSE = 'room key'

export const encryptRoomKey = ({ secret }: { secret: Buffer }, key: string): string =>
  encrypt(secret, PURPOSE, key)

/** The URL of a room for one person, with a token if the provider has tokens; undefined if there is no room or no key. */
export async function roomUrlFor(
  { store, secret }: Pick<Services, 'store'> & { secret: Buffer },
  { id, settings }: Pick<PlatformRow, 'id' | 'settings'>,
  visit: RoomVisit,
): Promise<string | undefined> {
  const sign = tokens[settings.rooms.provider]
  const url = roomUrl(settings, visit.talk.id)
  if (!url || !sign) return url?.href
  const stored = await store.read(roomKey({ platformId: id }))
  const key = stored === undefined ? undefined : decrypt(secret, PURPOSE, stored)
  if (key === undefined) return undefined
  url.searchParams.set('jwt', await sign({ ...visit, settings, url, key }))
  return url.href
}
