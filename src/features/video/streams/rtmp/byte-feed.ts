// Feeds bytes from the network to a reader that asks for the number of bytes that it needs next.

/** Yields the number of bytes that it needs, and gets exactly those. They are valid until the next ones are asked for. */
export type Reading<Result = void> = Generator<number, Result, Buffer>

export class ByteFeed {
  readonly #reading: Reading
  #wanted: number
  #waiting: Buffer = Buffer.alloc(0)

  constructor(reading: Reading) {
    this.#reading = reading
    this.#wanted = reading.next().value ?? 0
  }

  /** Throws what the reader throws. */
  push(bytes: Buffer): void {
    const all = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])
    let at = 0
    while (all.length - at >= this.#wanted) {
      const next = this.#reading.next(all.subarray(at, at + this.#wanted))
      at += this.#wanted
      if (next.done) return
      this.#wanted = next.value
    }
    this.#waiting = all.subarray(at)
  }
}
