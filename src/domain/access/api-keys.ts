// API keys: making, recognizing, rotating, revoking. The key itself is shown once and never kept.

import { isId } from '../../lib/data/ids.ts'
import { generateApiKey, type KeyLevel, keyedHash, parseApiKey } from '../../lib/security/api-key-format.ts'
import { isWithin, parseRange, parseRanges } from '../../lib/web/ip-addresses.ts'
import { apiKeyByHash, apiKeyById, apiKeyWrites, listApiKeys } from '../../store/access/api-keys.ts'
import type { ApiKeyRow } from '../../store/sql/tables.ts'
import type { Operation, WriteContext } from '../../store/store.ts'
import { createdEvent, deletedEvent, updatedEvent } from '../changes/change-events.ts'
import { Refusal } from '../changes/errors.ts'
import { type Caller, type Services, writeContext } from '../services.ts'

const MINUTE_MS = 60_000

export type NewApiKey = {
  name: string
  level: KeyLevel
  /** Epoch milliseconds. */
  expiresAt?: number | null
  /** Addresses and CIDR ranges that may use the key; empty: all. */
  allowedAddresses?: readonly string[]
}
type Keeping = { secret: Buffer }

/** What may be known of a key: prefix and last four characters stand for the key itself. */
export const presentApiKey = (key: ApiKeyRow) => ({
  id: key.id,
  name: key.name,
  level: key.level,
  prefix: prefixOf(key.level),
  last4: key.last4,
  allowedAddresses: key.allowedAddresses,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  lastUsedAt: key.lastUsedAt,
  exposedAt: key.exposedAt,
  /** Until when the secret from before the last rotation stays good. */
  previousExpiresAt: key.previousExpiresAt,
})

const prefixOf = (level: KeyLevel) => (level === 'privileged' ? 'lecp_' : 'lecs_')

/** What changes by use, not by a decision of somebody, stays out of the history. */
const historyOf = ({
  id: _id,
  lastUsedAt: _used,
  exposedAt: _exposed,
  createdAt: _at,
  ...rest
}: ReturnType<typeof presentApiKey>) => rest
const versioned = (key: ApiKeyRow, version: number) => ({ id: key.id, version })

export const createApiKeyOperation: Operation<
  object,
  { row: Omit<ApiKeyRow, 'id' | 'platformId' | 'createdAt'> },
  ApiKeyRow
> = {
  name: 'createApiKey',
  load: () => ({}),
  decide(_state, ctx, { row }) {
    requireRightTo(row.level, ctx)
    const key: ApiKeyRow = { ...row, id: ctx.newId(), platformId: ctx.platformId, createdAt: ctx.now }
    return {
      writes: [apiKeyWrites.insert(key)],
      events: [createdEvent('api_key', versioned(key, 1), historyOf(presentApiKey(key)))],
      answer: key,
    }
  },
}

/** Privileged keys are made, rotated and revoked by owners and by the command line only. */
function requireRightTo(level: KeyLevel, { actor }: WriteContext): void {
  if (level === 'privileged' && actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
}

/** Makes a key; the answer is the only place where it stands. Throws a RangeError for a bad address list. */
export async function createApiKey(services: Services & Keeping, caller: Caller, input: NewApiKey) {
  const allowedAddresses = (input.allowedAddresses ?? []).map(requireRange)
  const key = generateApiKey(input.level)
  const row = await services.store.run(createApiKeyOperation, writeContext(services, caller), {
    row: {
      name: input.name,
      level: input.level,
      ...secretsOf(services.secret, key),
      previousHash: null,
      previousExpiresAt: null,
      allowedAddresses,
      expiresAt: input.expiresAt ?? null,
      revokedAt: null,
      lastUsedAt: null,
      exposedAt: null,
    },
  })
  return { ...presentApiKey(row), key }
}

const secretsOf = (secret: Buffer, key: string) => ({ hash: keyedHash(secret, key), last4: key.slice(-4) })

type KeyState = { key: ApiKeyRow | undefined }
type RotateInput = { id: string; hash: string; last4: string; graceMs: number }

export const rotateApiKeyOperation: Operation<KeyState, RotateInput, ApiKeyRow> = {
  name: 'rotateApiKey',
  load: ({ platformId }, { id }) => ({ key: apiKeyById(platformId, id) }),
  decide({ key }, ctx, { hash, last4, graceMs }) {
    if (!key || key.revokedAt !== null)
      throw new Refusal('not_found', { message: 'There is no such API key.' })
    requireRightTo(key.level, ctx)
    const next = {
      ...key,
      hash,
      last4,
      previousHash: key.hash,
      previousExpiresAt: ctx.now + graceMs,
      exposedAt: null,
    }
    const event = updatedEvent(
      'api_key',
      versioned(key, ctx.now),
      historyOf(presentApiKey(key)),
      historyOf(presentApiKey(next)),
    )
    return { writes: [apiKeyWrites.replace(next)], events: event ? [event] : [], answer: next }
  },
}

/** Gives a key a new secret; the old one is good for `graceMs` more. */
export async function rotateApiKey(
  services: Services & Keeping,
  caller: Caller,
  input: { id: string; graceMs: number },
) {
  const found = await services.store.read(apiKeyById(caller.platform.id, input.id))
  const key = generateApiKey(found?.level ?? 'standard')
  const row = await services.store.run(rotateApiKeyOperation, writeContext(services, caller), {
    ...input,
    ...secretsOf(services.secret, key),
  })
  return { ...presentApiKey(row), key }
}

export const revokeApiKeyOperation: Operation<KeyState, { id: string }, ApiKeyRow> = {
  name: 'revokeApiKey',
  load: ({ platformId }, { id }) => ({ key: apiKeyById(platformId, id) }),
  decide({ key }, ctx) {
    if (!key) throw new Refusal('not_found', { message: 'There is no such API key.' })
    requireRightTo(key.level, ctx)
    if (key.revokedAt !== null) return { writes: [], events: [], answer: key }
    const revoked = { ...key, revokedAt: ctx.now }
    return {
      writes: [apiKeyWrites.replace(revoked)],
      events: [deletedEvent('api_key', versioned(key, 1), historyOf(presentApiKey(key)))],
      answer: revoked,
    }
  },
}

export const revokeApiKey = (services: Services, caller: Caller, id: string) =>
  services.store.run(revokeApiKeyOperation, writeContext(services, caller), { id })

type NoteInput = { id: string; isExposed: boolean }

/** Notes the use of a key, at most once a minute, and whether it was seen without TLS. No event: nobody decided it. */
export const noteApiKeyUseOperation: Operation<KeyState, NoteInput, null> = {
  name: 'noteApiKeyUse',
  load: ({ platformId }, { id }) => ({ key: apiKeyById(platformId, id) }),
  decide({ key }, ctx, { isExposed }) {
    const isNews = key && (isExposed ? key.exposedAt === null : isUseToBeNoted(key, ctx.now))
    // Requests that come together, or to several nodes, all find a use to note; one of them writes it.
    if (!isNews) return { writes: [], events: [], answer: null }
    const noted = isExposed ? { ...key, exposedAt: ctx.now } : { ...key, lastUsedAt: ctx.now }
    return { writes: [apiKeyWrites.replace(noted)], events: [], answer: null }
  },
}

export const noteApiKeyUse = (services: Services, caller: Caller, input: NoteInput) =>
  services.store.run(noteApiKeyUseOperation, writeContext(services, caller), input)

export const isUseToBeNoted = (key: ApiKeyRow, now: number): boolean =>
  key.lastUsedAt === null || now - key.lastUsedAt >= MINUTE_MS

/** The row of a key, if its form and checksum are right and it is known; whether it may be used is not asked. */
export async function findApiKey({ store, secret }: Pick<Services, 'store'> & Keeping, text: string) {
  if (!parseApiKey(text)) return undefined
  const hash = keyedHash(secret, text)
  const row = await store.read(apiKeyByHash(hash))
  return row && { row, isPrevious: row.hash !== hash }
}
export type FoundApiKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

/** Why a known key is refused. The API tells nobody; the request log of the Back Office does. */
export type KeyRejection = 'revoked' | 'expired' | 'rotated' | 'address'

/** Why a known key may not be used at this moment from this address; undefined where it may. */
export function rejectionOf(
  { row, isPrevious }: FoundApiKey,
  now: number,
  address: string,
): KeyRejection | undefined {
  if (row.revokedAt !== null) return 'revoked'
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired'
  if (isPrevious && (row.previousExpiresAt === null || row.previousExpiresAt <= now)) return 'rotated'
  const { allowedAddresses } = row
  const isFromThere = allowedAddresses.length === 0 || isWithin(address, parseRanges(allowedAddresses))
  return isFromThere ? undefined : 'address'
}

/** An address or CIDR range in CIDR form. */
function requireRange(text: string): string {
  const range = parseRange(text)
  if (!range) throw new RangeError(`“${text}” is neither an address nor a CIDR range.`)
  return range.join('/')
}

export const listKeys = async ({ store }: Services, { platform }: Caller) =>
  (await store.read(listApiKeys(platform.id))).map(presentApiKey)

/** A key of the caller's platform. Refuses an id that is not one's own (`not_found`). */
export async function readApiKey({ store }: Services, { platform }: Caller, id: string) {
  const row = isId(id) ? await store.read(apiKeyById(platform.id, id)) : undefined
  if (!row) throw new Refusal('not_found', { message: 'There is no such API key.' })
  return presentApiKey(row)
}
export type ShownApiKey = ReturnType<typeof presentApiKey>
