// Accounts in exports of a platform, and in what a person downloads about themselves.
import { allListed, type ExportedKinds } from '../../kernel/changes/exports.ts'
import type { PersonalData } from './personal-data.ts'
import { presentUser } from './present-user.ts'
import { listUsers } from './read-users.ts'

export const exportedUsers = {
  users: (services, caller) => allListed((page) => listUsers(services, caller, page)),
} as const satisfies ExportedKinds

export const ownAccountData: PersonalData = async (_services, { user }) => ({
  account: { ...presentUser(user), language: user.language, hasSecondFactor: user.totpSecret !== null },
})
