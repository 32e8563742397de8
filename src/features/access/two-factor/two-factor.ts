// Two-factor authentication of accounts: turning it on, turning it off, and clearing it if the app is lost.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { encrypt } from '../../../kernel/lib/security/encryption.ts'
import { isTotpSecret, totpStepOf } from '../../../kernel/lib/security/totp.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'

/** The purpose under which TOTP secrets are encrypted. Stored secrets depend on it, so it never changes. */
export const TWO_FACTOR_PURPOSE = 'second factor'

/** Admins and owners can turn it on. Any user who has it on can turn it off. */
export const canUseTwoFactor = (user: UserRow): boolean =>
  isProtectedRole(user.role) || user.totpSecret !== null

export async function hasTwoFactor(
  { store }: Services,
  { platform }: Caller,
  userId: string,
): Promise<boolean> {
  const user = await store.read(userObjects.find({ platformId: platform.id, by: 'id', value: userId }))
  return user !== undefined && user.totpSecret !== null
}

/**
 * Turns it on with the secret (base32) that was added to the authenticator app. Returns false if the code does not
 * match. Throws `insufficient_permissions` for roles that cannot use it.
 */
export async function turnOnTwoFactor(
  services: Services & { secret: Buffer },
  caller: Caller & { user: UserRow },
  { secret, code }: { secret: string; code: string },
): Promise<boolean> {
  const step = isTotpSecret(secret) ? totpStepOf(secret, code, services.clock.now()) : undefined
  if (step === undefined) return false
  await execute(services, caller, setTwoFactorOperation, {
    userId: caller.user.id,
    totp: { secret: encrypt(services.secret, TWO_FACTOR_PURPOSE, secret), usedAt: step },
  })
  return true
}

/** Turns it off for the caller's own account. The caller must have confirmed the password. */
export const turnOffTwoFactor = (services: Services, caller: Caller & { user: UserRow }) =>
  execute(services, caller, setTwoFactorOperation, {
    userId: caller.user.id,
    totp: null,
  })

/**
 * Turns it off for an account whose authenticator app is lost. Needs a privileged caller (`insufficient_permissions`);
 * throws `user_not_found` for an unknown ID.
 */
export async function clearTwoFactor(
  services: Services,
  caller: Caller,
  { userId }: { userId: string },
): Promise<void> {
  if (caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
  await execute(services, caller, setTwoFactorOperation, { userId, totp: null })
}

type FactorState = { user: UserRow | undefined }
type FactorInput = { userId: string; totp: { secret: string; usedAt: number } | null }

export const setTwoFactorOperation: Operation<FactorState, FactorInput, null> = {
  name: 'setTwoFactor',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, _ctx, { totp }) {
    if (!user) throw new Refusal('user_not_found')
    if (totp !== null && !isProtectedRole(user.role)) throw new Refusal('insufficient_permissions')
    if (totp === null && user.totpSecret === null) return { writes: [], events: [], answer: null }
    const next = { ...user, totpSecret: totp?.secret ?? null, totpUsedAt: totp?.usedAt ?? null }
    const what = totp === null ? 'second_factor_turned_off' : 'second_factor_turned_on'
    return { writes: [userObjects.replace(next)], events: [actionEvent('user', user, what)], answer: null }
  },
}
