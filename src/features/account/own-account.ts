// The caller's own account: its talks and sponsors, and whether it can be deleted.

import { findRefusal } from '../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { UserRow } from '../people/tables.ts'
import { deleteUserOperation } from '../people/users.ts'
import { sponsorsWith } from '../sponsors/store.ts'
import type { SponsorRow } from '../sponsors/tables.ts'
import type { OwnTalk } from '../talks/own-talks-store.ts'
import { readOwnTalks } from '../talks/read-talks.ts'

export type OwnMemberships = { talks: OwnTalk[]; sponsors: SponsorRow[] }

export async function readOwnMemberships(services: Services, user: UserRow): Promise<OwnMemberships> {
  const [talks, sponsors] = await Promise.all([
    readOwnTalks(services, user),
    services.store.read(sponsorsWith({ userId: user.id })),
  ])
  return { talks, sponsors }
}

/** The reason the account cannot be deleted now; undefined if it can. */
export const deletionRefusal = (services: Services, caller: Caller & { user: UserRow }) =>
  findRefusal(services, caller, deleteUserOperation, { reference: { by: 'id', value: caller.user.id } })
