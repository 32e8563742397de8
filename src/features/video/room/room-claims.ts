// The home of a room: with several processes, the one that forwards its packets. It claims the room in the store.
import { HOUR_MS } from '../../../kernel/lib/time/units.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { CLAIM_MS } from '../limits.ts'
import {
  changeClaims,
  claimForChange,
  claimName,
  claimsForChange,
  insertClaim,
  type RoomClaim,
  releaseClaims,
  removeOldClaims,
} from './room-claims-store.ts'

/** Long enough that nobody renews a claim any more. */
const OLD_MS = HOUR_MS

type Claiming = { talkId: string; holder: string }

/** Claims a room for a process, unless another one has it. Answers with its home. */
export const claimRoomOperation: Operation<{ current: RoomClaim | undefined }, Claiming, string> = {
  name: 'claimRoom',
  load: (_ctx, { talkId }) => ({ current: claimForChange({ name: claimName(talkId) }) }),
  decide({ current }, { now }, { talkId, holder }) {
    if (current && current.holder !== holder && current.expiresAt > now)
      return { writes: [], events: [], answer: current.holder }
    const name = claimName(talkId)
    const expiresAt = now + CLAIM_MS
    const write = current
      ? changeClaims({ names: [name], holder, expiresAt })
      : insertClaim({ name, holder, expiresAt })
    return { writes: [removeOldClaims({ before: now - OLD_MS }), write], events: [], answer: holder }
  },
}

type Renewal = { kept: readonly string[]; released: readonly string[]; holder: string }

/** Renews and releases claims of a process. Answers with the talks whose rooms it still has. */
export const renewRoomsOperation: Operation<{ held: RoomClaim[] }, Renewal, string[]> = {
  name: 'renewRooms',
  load: (_ctx, { kept, holder }) => ({ held: claimsForChange({ names: kept.map(claimName), holder }) }),
  decide({ held }, { now }, { kept, released, holder }) {
    const names = held.map(({ name }) => name)
    return {
      writes: [
        changeClaims({ names, holder, expiresAt: now + CLAIM_MS }),
        releaseClaims({ names: released.map(claimName), holder }),
      ],
      events: [],
      answer: kept.filter((talkId) => names.includes(claimName(talkId))),
    }
  },
}
