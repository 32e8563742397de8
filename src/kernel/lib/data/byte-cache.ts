// A cache that is bounded in bytes. The least recently used entry is dropped first.

type Entry<V> = { value: V; bytes: number }

export class ByteCache<V> {
  readonly #maxBytes: number
  /** A Map lists its entries in insertion order. */
  readonly #entries = new Map<string, Entry<V>>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the value without marking the entry as used. */
  peek(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  /** Marks the entry as used now. */
  use(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  store(key: string, value: V, bytes: number): void {
    this.remove(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.remove(oldest)
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
