// IDs: UUID version 7 (RFC 9562 section 5.7), which sort by the time of creation.
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const RANDOM_BYTES = 16
/** Random bytes for 256 IDs, each used once. Calling the generator for each ID would take most of the time. */
const pool = new Uint8Array(256 * RANDOM_BYTES)
let used = pool.length

/** A new ID in lowercase. `now` is in epoch milliseconds; without it, IDs sort in the order in which they are made. */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now, random: randomBytes() })
}

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM_BYTES
  return pool.subarray(used - RANDOM_BYTES, used)
}

/** Whether the text is a UUID version 7, in uppercase or lowercase. */
export function isId(text: string): boolean {
  return UUID_V7.test(text)
}

/** The lowest possible ID of this epoch millisecond. All earlier IDs sort before it. */
export function firstIdOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
