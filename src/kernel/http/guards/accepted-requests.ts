// The requests that this node accepted within the window, for a Redis that has lost them.
import type { Clock } from '../../lib/time/clock.ts'
import { WINDOW_MS } from './rate-limit.ts'

type Accepted = { member: string; atMs: number }

export class AcceptedRequests {
  readonly #clock: Clock
  /** Oldest first. Subjects without requests are removed when everything is listed. */
  readonly #bySubject = new Map<string, Accepted[]>()
  #sweptMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(subject: string, member: string): void {
    const all = this.#recent(subject)
    all.push({ member, atMs: this.#clock.monotonic() })
    this.#bySubject.set(subject, all)
    if (this.#clock.monotonic() - this.#sweptMs >= WINDOW_MS) this.subjects()
  }

  /** The requests of a subject, with their ages in milliseconds. */
  of(subject: string): { member: string; ageMs: number }[] {
    const nowMs = this.#clock.monotonic()
    return this.#recent(subject).map(({ member, atMs }) => ({ member, ageMs: Math.round(nowMs - atMs) }))
  }

  subjects(): string[] {
    this.#sweptMs = this.#clock.monotonic()
    for (const subject of this.#bySubject.keys())
      if (this.#recent(subject).length === 0) this.#bySubject.delete(subject)
    return [...this.#bySubject.keys()]
  }

  #recent(subject: string): Accepted[] {
    const all = this.#bySubject.get(subject) ?? []
    const sinceMs = this.#clock.monotonic() - WINDOW_MS
    const first = all.findIndex(({ atMs }) => atMs > sinceMs)
    if (first !== 0) all.splice(0, first === -1 ? all.length : first)
    return all
  }
}
