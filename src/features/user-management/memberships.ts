// The talks and sponsors that an account belongs to.
import { findRefusal } from '../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { deleteUserOperation } from '../people/users.ts'
import { sponsorsOfUser } from '../sponsors/sponsor-people-store.ts'
import { talksOfUser } from '../talks/talk-people-store.ts'

export type Memberships = Omit<Awaited<ReturnType<typeof readMemberships>>, 'refusal'>

/** The memberships of an account, and the refusal that the caller would get for deleting it. */
export async function readMemberships(services: Services, caller: Caller, id: string) {
  const { store } = services
  const [talks, sponsors, refusal] = await Promise.all([
    store.read(talksOfUser({ userId: id })),
    store.read(sponsorsOfUser({ userId: id })),
    findRefusal(services, caller, deleteUserOperation, { reference: { by: 'id', value: id } }),
  ])
  return { talks, sponsors, refusal }
}
