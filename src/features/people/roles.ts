// Changing the role of an account. The External API cannot do this.

import { execute } from '../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { Role } from '../../kernel/schema/roles.ts'
import type { User } from './schema.ts'
import { editUserOperation } from './user-edits.ts'

/** Changes the role of an account and returns the account. Throws the refusals of `editUserOperation`. */
export const changeRole = async (
  services: Services,
  caller: Caller,
  { id, role }: { id: string; role: Role },
): Promise<User> => (await execute(services, caller, editUserOperation, { id, edit: { role } })).user
