// How many clients return to a talk in a second, to notice that a large audience returns at once.
const WINDOW_MS = 1_000

export class JoinRate {
  #sinceMs = Number.NEGATIVE_INFINITY
  #count = 0
  #before = 0

  add(): void {
    this.#turn()
    this.#count += 1
  }

  /** The number of joins in the last one to two seconds. */
  get recent(): number {
    this.#turn()
    return this.#before + this.#count
  }

  #turn(): void {
    const passedMs = performance.now() - this.#sinceMs
    if (passedMs < WINDOW_MS) return
    this.#before = passedMs < 2 * WINDOW_MS ? this.#count : 0
    this.#count = 0
    this.#sinceMs = performance.now()
  }
}
