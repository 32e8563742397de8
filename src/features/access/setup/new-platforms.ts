// Platforms that the operator creates, each with its first owner.

import { executeAll, requireAllDone } from '../../../kernel/changes/commands.ts'
import type { Saved } from '../../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { newId } from '../../../kernel/lib/data/ids.ts'
import { command } from '../../../kernel/store/changes/transaction.ts'
import type { UserCreated } from '../../people/schema.ts'
import { createOwnerCommand } from '../../people/users.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import { createPlatformOperation } from '../../platforms/platforms.ts'
import type { PlatformCreate } from '../../platforms/schema.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { requirePlatformManager } from '../../platforms/tenants.ts'

export type FirstOwner = { email: string; firstName: string; lastName: string }

/**
 * Creates a platform with its first owner, or neither. Only the result contains the owner's password. Throws
 * `invalid_data` at /slug for a slug that is taken, and the refusal of the owner.
 */
export async function createTenant(
  services: Services,
  caller: Caller,
  { owner, ...input }: PlatformCreate & { owner: FirstOwner },
): Promise<{ platform: PlatformRow; owner: UserCreated }> {
  await requirePlatformManager(services, caller)
  const newPlatform = { id: newId(), settings: defaultSettings }
  const { outcomes } = await executeAll<PlatformRow | Saved<UserCreated>>(
    services,
    { ...caller, platform: newPlatform },
    [
      command(createPlatformOperation, { ...input, isExistingFine: false }),
      createOwnerCommand({ body: owner }),
    ],
    { isAtomic: true },
  )
  const [platform, saved] = requireAllDone(outcomes)
  // The answers of the two commands, in order.
  return { platform: platform as PlatformRow, owner: (saved as Saved<UserCreated>).response }
}
