// Identifiers of everything stored: UUID version 7 (RFC 9562 section 5.7), so that they sort by time of creation.
import { v7 } from 'uuid'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A new id in lower case. `now` is in epoch milliseconds; without it the system's time is taken. */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now })
}

/** Whether the text is a UUID version 7, in either case. */
export function isId(text: string): boolean {
  return UUID_V7.test(text)
}

/** Not above any id of this millisecond (epoch) or a later one, and above all earlier ones. */
export function firstIdOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
