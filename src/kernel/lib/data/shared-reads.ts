// Shared reads: many simultaneous callers cost only one or two reads.

type Reading<T> = { current: Promise<T>; next: Promise<T> | undefined }

/** Reads by key. A caller never joins a read in progress, because that may miss a change that the caller knows of. */
export class SharedReads<T> {
  readonly #read: (key: string) => Promise<T>
  readonly #readings = new Map<string, Reading<T>>()

  constructor(read: (key: string) => Promise<T>) {
    this.#read = read
  }

  /** The result of a read that starts after this call. */
  read(key: string): Promise<T> {
    const reading = this.#readings.get(key)
    if (!reading) return this.#begin(key)
    reading.next ??= reading.current.then(
      () => this.#begin(key),
      () => this.#begin(key),
    )
    return reading.next
  }

  #begin(key: string): Promise<T> {
    const current = this.#read(key)
    const reading: Reading<T> = { current, next: undefined }
    this.#readings.set(key, reading)
    const forget = () => {
      if (this.#readings.get(key) === reading && reading.next === undefined) this.#readings.delete(key)
    }
    current.then(forget, forget)
    return current
  }
}
