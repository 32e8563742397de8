// Identities of an account: its accounts at OpenID providers. They are added by signing in there.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { identitiesOf, identityWrites } from '../identities-store.ts'
import { hasSignInLinks } from '../links/sign-in-links.ts'
import { passkeysOf } from '../passkeys/passkeys-store.ts'
import type { IdentityRow } from '../tables.ts'

export const listIdentities = ({ store }: Services, userId: string) => store.read(identitiesOf({ userId }))

/**
 * Whether the owner can sign in without this identity and without a password. If not, the password must be confirmed
 * before the identity is removed, because the owner may not know one.
 */
export async function hasOtherWay(
  services: Services & { hasMailer: boolean },
  { platform, user }: { platform: PlatformRow; user: UserRow },
): Promise<boolean> {
  if (hasSignInLinks(services, platform)) return true
  const [identities, passkeys] = await Promise.all([
    services.store.read(identitiesOf({ userId: user.id })),
    services.store.read(passkeysOf({ userId: user.id })),
  ])
  return identities.length > 1 || passkeys.length > 0
}

type RemoveState = { user: UserRow | undefined; own: IdentityRow[] }

export const removeIdentityOperation: Operation<RemoveState, { userId: string; id: string }, null> = {
  name: 'removeIdentity',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    own: identitiesOf({ userId }),
  }),
  decide({ user, own }, _ctx, { id }) {
    const identity = own.find((one) => one.id === id)
    if (!user || !identity) throw new Refusal('not_found')
    return {
      writes: [identityWrites.remove(identity)],
      events: [actionEvent('user', user, 'identity_removed')],
      answer: null,
    }
  },
}

/** Removes an identity of the caller. Throws `not_found` for one of another account. */
export const removeIdentity = (services: Services, caller: Caller & { user: UserRow }, id: string) =>
  execute(services, caller, removeIdentityOperation, { userId: caller.user.id, id })
