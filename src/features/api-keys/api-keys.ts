// API keys: creating, finding, rotating, and revoking them. A key is shown once; the store keeps only its hash.

import { createdEvent, deletedEvent, updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import {
  generateApiKey,
  type KeyLevel,
  keyedHash,
  parseApiKey,
} from '../../kernel/lib/security/api-key-format.ts'
import { isWithin, parseRange, parseRanges } from '../../kernel/lib/web/ip-addresses.ts'
import type { Operation, WriteContext } from '../../kernel/store/changes/operation.ts'
import { EXPIRY_WARNING_MS, USE_RECORDED_EVERY_MS } from './limits.ts'
import { apiKeyByHash, apiKeyById, apiKeyWrites, listApiKeys } from './store.ts'
import type { ApiKeyRow } from './tables.ts'

export type NewApiKey = {
  name: string
  level: KeyLevel
  /** Epoch milliseconds. */
  expiresAt?: number | null
  /** IP addresses and CIDR ranges that can use the key. An empty list allows all. */
  allowedAddresses?: readonly string[]
}
type WithSecret = { secret: Buffer }

/** A key as pages show it, identified by its prefix and last four characters. */
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
  /** The time when the secret from before the last rotation stops working. */
  previousExpiresAt: key.previousExpiresAt,
})

const prefixOf = (level: KeyLevel) => (level === 'privileged' ? 'lecp_' : 'lecs_')

/** The audit log records decisions, so attributes that change with each use are left out. */
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
    requireLevel(row.level, ctx)
    const key: ApiKeyRow = { ...row, id: ctx.newId(), platformId: ctx.platformId, createdAt: ctx.now }
    return {
      writes: [apiKeyWrites.insert(key)],
      events: [createdEvent('api_key', versioned(key, 1), historyOf(presentApiKey(key)))],
      answer: key,
    }
  },
}

/** Only owners and the command line create, rotate, and revoke privileged keys. */
function requireLevel(level: KeyLevel, { actor }: WriteContext): void {
  if (level === 'privileged' && actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
}

/** Creates a key. Only the result contains it. Throws a RangeError for an invalid address list. */
export async function createApiKey(services: Services & WithSecret, caller: Caller, input: NewApiKey) {
  const allowedAddresses = (input.allowedAddresses ?? []).map(requireRange)
  const key = generateApiKey(input.level)
  const row = await execute(services, caller, createApiKeyOperation, {
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
  load: ({ platformId }, { id }) => ({ key: apiKeyById({ platformId, id }) }),
  decide({ key }, ctx, { hash, last4, graceMs }) {
    if (!key || key.revokedAt !== null)
      throw new Refusal('not_found', { message: 'This API key does not exist.' })
    requireLevel(key.level, ctx)
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

/** Gives a key a new secret. The old one works for another `graceMs`. */
export async function rotateApiKey(
  services: Services & WithSecret,
  caller: Caller,
  input: { id: string; graceMs: number },
) {
  const found = await services.store.read(apiKeyById({ platformId: caller.platform.id, id: input.id }))
  const key = generateApiKey(found?.level ?? 'standard')
  const row = await execute(services, caller, rotateApiKeyOperation, {
    ...input,
    ...secretsOf(services.secret, key),
  })
  return { ...presentApiKey(row), key }
}

export const revokeApiKeyOperation: Operation<KeyState, { id: string }, ApiKeyRow> = {
  name: 'revokeApiKey',
  load: ({ platformId }, { id }) => ({ key: apiKeyById({ platformId, id }) }),
  decide({ key }, ctx) {
    if (!key) throw new Refusal('not_found', { message: 'This API key does not exist.' })
    requireLevel(key.level, ctx)
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
  execute(services, caller, revokeApiKeyOperation, { id })

type UseInput = { id: string; isExposed: boolean }

/**
 * Records when a key was used, at most once a minute, or that it was exposed on plain HTTP. This is not a decision, so
 * there is no change event.
 */
export const recordApiKeyUseOperation: Operation<KeyState, UseInput, null> = {
  name: 'recordApiKeyUse',
  load: ({ platformId }, { id }) => ({ key: apiKeyById({ platformId, id }) }),
  decide({ key }, ctx, { isExposed }) {
    const isDue = key && (isExposed ? key.exposedAt === null : isUseRecordDue(key, ctx.now))
    // Simultaneous requests, also on other nodes, all get here, but only one of them writes.
    if (!isDue) return { writes: [], events: [], answer: null }
    const used = isExposed ? { ...key, exposedAt: ctx.now } : { ...key, lastUsedAt: ctx.now }
    return { writes: [apiKeyWrites.replace(used)], events: [], answer: null }
  },
}

export const recordApiKeyUse = (services: Services, caller: Caller, input: UseInput) =>
  execute(services, caller, recordApiKeyUseOperation, input)

export const isUseRecordDue = (key: ApiKeyRow, now: number): boolean =>
  key.lastUsedAt === null || now - key.lastUsedAt >= USE_RECORDED_EVERY_MS

/** The row of a key; undefined if the key is malformed or unknown. Does not check whether it may be used. */
export async function findApiKey({ store, secret }: Pick<Services, 'store'> & WithSecret, text: string) {
  if (!parseApiKey(text)) return undefined
  const hash = keyedHash(secret, text)
  const row = await store.read(apiKeyByHash({ hash }))
  return row && { row, isPrevious: row.hash !== hash }
}
export type FoundApiKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

/** The reason a known key is refused. The API does not reveal it; the request log of the Back Office shows it. */
export type KeyRejection = 'revoked' | 'expired' | 'rotated' | 'address'

/** The reason a known key cannot be used now from this address; undefined if it can. */
export function rejectionOf(
  { row, isPrevious }: FoundApiKey,
  now: number,
  readAddress: () => string,
): KeyRejection | undefined {
  if (row.revokedAt !== null) return 'revoked'
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired'
  if (isPrevious && (row.previousExpiresAt === null || row.previousExpiresAt <= now)) return 'rotated'
  const { allowedAddresses } = row
  const isAllowed = allowedAddresses.length === 0 || isWithin(readAddress(), parseRanges(allowedAddresses))
  return isAllowed ? undefined : 'address'
}

/** Returns an IP address or CIDR range in CIDR notation. */
function requireRange(text: string): string {
  const range = parseRange(text)
  if (!range) throw new RangeError(`“${text}” is not an IP address or CIDR range.`)
  return range.join('/')
}

export const listKeys = async ({ store }: Services, { platform }: Caller) =>
  (await store.read(listApiKeys({ platformId: platform.id }))).map(presentApiKey)

/** A key of the caller's platform. Throws `not_found` for an unknown ID or one of another platform. */
export async function readApiKey({ store }: Services, { platform }: Caller, id: string) {
  const row = isId(id) ? await store.read(apiKeyById({ platformId: platform.id, id })) : undefined
  if (!row) throw new Refusal('not_found', { message: 'This API key does not exist.' })
  return presentApiKey(row)
}
export type ShownApiKey = ReturnType<typeof presentApiKey>

/** Whether a key works now. */
export const isValid = ({ expiresAt, revokedAt }: ShownApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Whether a key works now and expires within 30 days. */
export const endsSoon = (key: ShownApiKey, now: number): boolean =>
  isValid(key, now) && key.expiresAt !== null && key.expiresAt - now <= EXPIRY_WARNING_MS
