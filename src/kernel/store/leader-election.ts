// Leader election: of all processes on a store, one leads for each purpose, such as delivering to webhooks.

/** The purposes for which one process leads. */
export type Post = 'webhook delivery' | 'streams'

export interface Candidate {
  /**
   * Tries to become or stay the leader. Returns the lease of the leader, or undefined if another process leads. Never
   * throws.
   */
  campaign(): Promise<Lease | undefined>
  resign(): Promise<void>
}

export type Lease = {
  /** Increases with every new leader, so that results of an earlier one can be rejected. Null if there is only one process. */
  token: number | null
  /** Whether it is certain that no other process has become the leader. Check it before each use. */
  isCurrent(): boolean
}

/** The leader among candidates of one process, which is the only one on a SQLite file. */
export type Seat = { leader: Candidate | undefined }

export class LocalCandidate implements Candidate {
  readonly #seat: Seat
  constructor(seat: Seat) {
    this.#seat = seat
  }

  async campaign(): Promise<Lease | undefined> {
    this.#seat.leader ??= this
    const isCurrent = () => this.#seat.leader === this
    return isCurrent() ? { token: null, isCurrent } : undefined
  }

  async resign(): Promise<void> {
    if (this.#seat.leader === this) this.#seat.leader = undefined
  }
}
