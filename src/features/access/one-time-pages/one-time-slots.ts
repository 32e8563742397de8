// One-time slots: a secret that a form created, kept for the next page, which shows it once.

import { execute } from '../../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import type { UserRow } from '../../people/tables.ts'
import { SHOWN_ONCE_MS } from '../limits.ts'
import type { WithSecret } from '../sessions/sessions.ts'
import type { OneTimeSlotRow } from '../tables.ts'
import { endExpiredSlots, slotForChange, slotWrites } from './one-time-slots-store.ts'

const PURPOSE = 'one-time slot'

type SignedIn = Caller & { user: Pick<UserRow, 'id'> }

/** Keeps a text for ten minutes, encrypted. Returns the ID of its slot, which only the same user can empty. */
export async function fillSlot(
  services: Services & WithSecret,
  caller: SignedIn,
  text: string,
): Promise<string> {
  const content = encrypt(services.secret, PURPOSE, text)
  return execute(services, caller, fillSlotOperation, { userId: caller.user.id, content })
}

/** Returns the text of a slot and empties it. Undefined if it is empty, expired, or belongs to another user. */
export async function emptySlot(
  services: Services & WithSecret,
  caller: SignedIn,
  id: string,
): Promise<string | undefined> {
  const content = await execute(services, caller, emptySlotOperation, { userId: caller.user.id, id })
  return content === null ? undefined : decrypt(services.secret, PURPOSE, content)
}

export const fillSlotOperation: Operation<object, { userId: string; content: string }, string> = {
  name: 'fillSlot',
  load: () => ({}),
  decide(_state, { platformId, now, newId }, { userId, content }) {
    const slot: OneTimeSlotRow = { id: newId(), platformId, userId, content, expiresAt: now + SHOWN_ONCE_MS }
    return { writes: [endExpiredSlots({ now }), slotWrites.insert(slot)], events: [], answer: slot.id }
  },
}

type EmptyState = { slot: OneTimeSlotRow | undefined }

export const emptySlotOperation: Operation<EmptyState, { userId: string; id: string }, string | null> = {
  name: 'emptySlot',
  load: ({ platformId }, { userId, id }) => ({ slot: slotForChange({ platformId, userId, id }) }),
  decide({ slot }, { now }) {
    if (!slot) return { writes: [], events: [], answer: null }
    const answer = now < slot.expiresAt ? slot.content : null
    return { writes: [slotWrites.remove(slot)], events: [], answer }
  },
}
