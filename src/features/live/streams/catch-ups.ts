// What clients of a talk have missed: read and rendered once for all that return from the same place.

import type { Services } from '../../../kernel/changes/services.ts'
import type { LocalRateLimiter } from '../../../kernel/http/guards/rate-limit.ts'
import { readItems } from '../items.ts'
import { CATCH_UPS_PER_MINUTE, MAX_BEHIND_API, MAX_BEHIND_PAGE } from '../limits.ts'
import { liveEntriesBetween } from '../store.ts'
import { ItemFrames } from './item-frames.ts'
import type { LiveRoom } from './live-room.ts'
import type { LiveStream } from './live-stream.ts'
import type { Renderers } from './renderers.ts'

const KEPT = 64
/** All that return at once do so within this time. */
const KEPT_MS = 5_000

/** Counts catch-ups by client. */
export type CatchUpBudget = Pick<LocalRateLimiter, 'takeNow'>
/** Entries after one number, and up to another. */
type Range = { after: number; upTo: number }

export class CatchUps {
  readonly #services: Pick<Services, 'store'>
  readonly #room: Pick<LiveRoom, 'talkId' | 'context'>
  readonly #renderers: Renderers
  readonly #budget: CatchUpBudget
  readonly #kept = new Map<string, Promise<ItemFrames | undefined>>()
  /** What the kept ranges depend on, and when the first of them was read. */
  #keptFor: { context: LiveRoom['context'] | undefined; atMs: number } = { context: undefined, atMs: 0 }

  constructor(
    services: Pick<Services, 'store'>,
    room: Pick<LiveRoom, 'talkId' | 'context'>,
    { renderers, budget }: { renderers: Renderers; budget: CatchUpBudget },
  ) {
    this.#services = services
    this.#room = room
    this.#renderers = renderers
    this.#budget = budget
  }

  /** Whether a client can have what it has missed. Otherwise it starts over with a snapshot. */
  allows({ format, client, recipient }: LiveStream, range: Range): boolean {
    this.#forgetOld()
    if (range.upTo - range.after > (format === 'json' ? MAX_BEHIND_API : MAX_BEHIND_PAGE)) return false
    // API keys have a rate limit.
    if (recipient.isApiKey || range.upTo <= range.after || this.#kept.has(nameOf(range))) return true
    return this.#budget.takeNow(client, CATCH_UPS_PER_MINUTE).isAllowed
  }

  /** Undefined if the entries are no longer known. */
  async read(range: Range): Promise<ItemFrames | undefined> {
    this.#forgetOld()
    const name = nameOf(range)
    const kept = this.#kept.get(name)
    if (kept) return kept
    const reading = this.#read(range)
    this.#kept.set(name, reading)
    reading.catch(() => this.#kept.delete(name))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return reading
  }

  /** Names can change without a journal entry, and the features of a talk decide what is rendered. */
  #forgetOld(): void {
    const { context } = this.#room
    const nowMs = performance.now()
    if (this.#keptFor.context === context && nowMs - this.#keptFor.atMs < KEPT_MS) return
    this.#kept.clear()
    this.#keptFor = { context, atMs: nowMs }
  }

  async #read({ after, upTo }: Range): Promise<ItemFrames | undefined> {
    const { talkId, context } = this.#room
    const entries = await this.#services.store.read(
      liveEntriesBetween({ talkId, after, upTo, limit: MAX_BEHIND_API }),
    )
    const [first, last] = [entries[0], entries.at(-1)]
    if (!last || first?.seq !== after + 1) return undefined
    const items = await readItems(this.#services, context, entries)
    return new ItemFrames(items, { context, renderers: this.#renderers, after, upTo: last.seq })
  }
}

const nameOf = ({ after, upTo }: Range): string => `${after} ${upTo}`
