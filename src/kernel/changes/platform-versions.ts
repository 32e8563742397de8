// The version of everything that a platform shows. It differs after every change.
import { SharedReads } from '../lib/data/shared-reads.ts'
import { eventsAfter } from '../store/changes/events.ts'
import type { Services } from './services.ts'

// This many events are counted in well under a millisecond.
const MAX_COUNTED = 500

/** Reads the version of each platform. The version includes every change committed before the call. */
export class PlatformVersions {
  readonly #services: Pick<Services, 'store'>
  readonly #reads: SharedReads<string>
  /** An event number up to which no more events can appear. Counting starts after it. */
  #floor: Promise<number> | undefined
  #isRaising = false
  /** The versions at the last commit, if the store can tell. */
  readonly #known = new Map<string, string>()
  #knownMark: number | undefined

  constructor(services: Pick<Services, 'store'>) {
    this.#services = services
    this.#reads = new SharedReads((platformId) => this.#read(platformId))
  }

  /** Skips the query while nothing is committed. It took a sixth of the time of a list that is sent from memory. */
  async read(platformId: string): Promise<string> {
    const mark = this.#services.store.commitMark()
    if (mark === undefined) return this.#reads.read(platformId)
    if (mark !== this.#knownMark) this.#known.clear()
    this.#knownMark = mark
    const known = this.#known.get(platformId)
    if (known !== undefined) return known
    const version = await this.#reads.read(platformId)
    // Another caller may have seen a later commit, which this version may not contain.
    if (mark === this.#knownMark) this.#known.set(platformId, version)
    return version
  }

  /**
   * Every change has an event. On PostgreSQL, an event can appear after one with a higher number. The last number would
   * not show it, but the count does.
   */
  async #read(platformId: string): Promise<string> {
    const { store } = this.#services
    this.#floor ??= store.highWaterMark()
    const floor = await this.#floor.catch((error: unknown) => {
      this.#floor = undefined
      throw error
    })
    const { last, count } = await store.read(eventsAfter({ platformId, after: floor }))
    if (count > MAX_COUNTED) this.#raiseFloor()
    return `${floor}:${last}:${count}`
  }

  #raiseFloor(): void {
    if (this.#isRaising) return
    this.#isRaising = true
    this.#services.store
      .highWaterMark()
      .then(
        (mark) => {
          this.#floor = Promise.resolve(mark)
        },
        // The store is unavailable. The next read tries again.
        () => {},
      )
      .finally(() => {
        this.#isRaising = false
      })
  }
}
