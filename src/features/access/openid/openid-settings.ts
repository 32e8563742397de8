// The OpenID provider of a platform: its settings, its client secret, and the test of the connection.

import { updatedEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { invalidData, type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, OutboundServices, Services } from '../../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import { isHttpUrl } from '../../../kernel/lib/web/urls.ts'
import { mayBeCalled } from '../../../kernel/outbound/permitted-addresses.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import { platformHistory } from '../../platforms/platforms.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import { platformForChange, platformWrites } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { issuerOf, type OpenIdClient, type OpenIdProviders, ProviderError } from './openid-providers.ts'
import { openIdSecret, putOpenIdSecret, removeOpenIdSecret } from './openid-secrets-store.ts'

const PURPOSE = 'openid client secret'

export type OpenIdServices = OutboundServices & { openIdProviders: OpenIdProviders }
type OpenIdSettings = NonNullable<PlatformSettings['openId']>
export type OpenIdChange = Omit<OpenIdSettings, 'secretSavedAt'>

/** An issuer has no query and no fragment (OpenID Connect Discovery 1.0, section 3). */
function issuerProblems(issuer: string, listed: OutboundServices['webhookAddresses']): Problem[] {
  if (!isHttpUrl(issuer) || !mayBeCalled(issuer, listed) || /[?#]/.test(issuer))
    return [problem('address', 'issuer', 'must be the https address of the provider, without a query')]
  return []
}

const problem = (code: string, field: string, message: string): Problem => ({
  pointer: `/${field}`,
  code,
  message,
})

/**
 * Saves the provider; null removes it. `secret` is the client secret; '' keeps the stored one if the issuer and client
 * are unchanged. Throws `insufficient_permissions` unless the caller has privileges.
 */
export async function saveOpenId(
  services: OpenIdServices,
  caller: Caller,
  change: OpenIdChange | null,
  secret = '',
): Promise<void> {
  const next = change && { ...change, issuer: issuerOf(change.issuer) }
  const problems = next ? issuerProblems(next.issuer, services.webhookAddresses) : []
  if (problems.length > 0) throw invalidData(problems)
  await execute(services, caller, saveOpenIdOperation, {
    change: next,
    secret: secret === '' ? null : encrypt(services.secret, PURPOSE, secret),
  })
}

type SaveState = { platform: PlatformRow | undefined }
type SaveInput = {
  change: OpenIdChange | null
  /** Encrypted; null keeps the stored one. */
  secret: string | null
}

export const saveOpenIdOperation: Operation<SaveState, SaveInput, null> = {
  name: 'saveOpenId',
  load: ({ platformId }) => ({ platform: platformForChange({ id: platformId }) }),
  decide({ platform }, ctx, { change, secret }) {
    if (ctx.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
    if (!platform) throw new Refusal('not_found')
    const openId = change && { ...change, secretSavedAt: secretTime(platform, ctx.now, { change, secret }) }
    const next = { ...platform, settings: { ...platform.settings, openId }, updatedAt: ctx.now }
    const version = { id: platform.id, version: ctx.now }
    const event = updatedEvent('platform', version, platformHistory(platform), platformHistory(next))
    const secretWrites = secretWritesOf(platform.id, openId === null, secret)
    return {
      writes: [...(event ? [platformWrites.replace(next)] : []), ...secretWrites],
      events: event ? [event] : [],
      answer: null,
    }
  },
}

function secretWritesOf(platformId: string, isRemoved: boolean, secret: string | null): Write[] {
  if (isRemoved) return [removeOpenIdSecret({ platformId })]
  return secret === null ? [] : [putOpenIdSecret({ platformId, secret })]
}

/** The time when the secret was saved. A secret belongs to one client of one provider. */
function secretTime(
  { settings: { openId } }: PlatformRow,
  now: number,
  { change, secret }: { change: OpenIdChange; secret: string | null },
): number {
  if (secret !== null) return now
  if (openId?.issuer === change.issuer && openId.clientId === change.clientId) return openId.secretSavedAt
  throw invalidData([problem('required', 'clientSecret', 'is required')])
}

/** Reads the discovery document of an issuer. Returns the problem with it, or undefined if it can be used. */
export async function testOpenId(
  services: OpenIdServices,
  caller: Caller,
  issuer: string,
): Promise<ProviderError | undefined> {
  if (caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
  const problems = issuerProblems(issuer, services.webhookAddresses)
  if (problems.length > 0) throw invalidData(problems)
  return services.openIdProviders.test(issuerOf(issuer)).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    },
  )
}

/** The client of the platform at its provider; undefined if the platform has none. */
export async function openIdClientOf(
  { store, secret }: Services & { secret: Buffer },
  { id, settings: { openId } }: PlatformRow,
): Promise<OpenIdClient | undefined> {
  if (openId === null) return undefined
  const stored = await store.read(openIdSecret({ platformId: id }))
  const clientSecret = stored === undefined ? undefined : decrypt(secret, PURPOSE, stored)
  return clientSecret === undefined
    ? undefined
    : { issuer: openId.issuer, clientId: openId.clientId, clientSecret }
}
