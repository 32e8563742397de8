// Rate limits for writing in a chat, and the rules for holding messages for a moderator.
import { foldText } from '../../kernel/lib/text/search-keys.ts'
import type { ChatMode } from '../live/schema.ts'
import type { LiveTalkRow } from '../live/tables.ts'
import type { PlatformSettings } from '../platforms/schema.ts'
import {
  CROWD_PER_SECOND,
  CROWDED_MS,
  CROWDED_SLOW_SECONDS,
  MESSAGE_BURST,
  MESSAGE_INTERVAL_MS,
  REPEAT_MS,
} from './limits.ts'
import type { HoldReason } from './schema.ts'
import type { ChatMemberRow } from './tables.ts'

/** The minimum time between two messages of a person at `now` (epoch ms), in seconds; 0 without slow mode. */
export const slowSecondsOf = ({ slowSeconds, crowdedUntil }: LiveTalkRow, now: number): number =>
  crowdedUntil > now ? Math.max(slowSeconds, CROWDED_SLOW_SECONDS) : slowSeconds

/** The seconds that a person has to wait before the next message; 0 if it can be sent now. Times are in epoch ms. */
export function waitSeconds(member: ChatMemberRow | undefined, slowSeconds: number, now: number): number {
  if (!member) return 0
  const bySpeed = member.freeAt + MESSAGE_INTERVAL_MS - MESSAGE_BURST * MESSAGE_INTERVAL_MS - now
  const bySlowMode = slowSeconds === 0 ? 0 : member.lastAt + slowSeconds * 1000 - now
  return Math.max(0, Math.ceil(Math.max(bySpeed, bySlowMode) / 1000))
}

/** The time when the person's token bucket is full again after one more message, at one message per two seconds. */
export const freeAfterMessage = (member: ChatMemberRow | undefined, now: number): number =>
  Math.max(member?.freeAt ?? 0, now) + MESSAGE_INTERVAL_MS

/** Counts a message of the chat. More than 50 in a second start a slow mode of 30 seconds. */
export function countMessage(live: LiveTalkRow, now: number) {
  const second = Math.floor(now / 1000)
  const countedMessages = live.countedSecond === second ? live.countedMessages + 1 : 1
  const isCrowded = countedMessages > CROWD_PER_SECOND
  return {
    countedSecond: second,
    countedMessages,
    crowdedUntil: isCrowded ? now + CROWDED_MS : live.crowdedUntil,
  }
}

/** A message folded for comparison: lowercase ASCII letters and digits. */
export const comparable = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim() || text

const LINK =
  /\b(?:https?:\/\/|www\.)\S|\b[a-z0-9-]+\.(?:com|net|org|io|info|biz|dev|app|link|xyz|top|shop)\b/i

/** The reason that a message waits for a moderator; null if it is shown at once. */
export function holdReason(
  text: string,
  {
    mode,
    settings: { chat },
    member,
    now,
  }: { mode: ChatMode; settings: PlatformSettings; member: ChatMemberRow | undefined; now: number },
): HoldReason | null {
  const words = ` ${comparable(text)} `
  if (mode === 'approval') return 'approval'
  if (chat.heldWords.some((word) => words.includes(` ${comparable(word)} `))) return 'word'
  if (chat.holdsLinks && LINK.test(text)) return 'link'
  const isRepeated =
    member !== undefined && member.lastText === comparable(text) && now - member.lastAt < REPEAT_MS
  return isRepeated ? 'repeated' : null
}
