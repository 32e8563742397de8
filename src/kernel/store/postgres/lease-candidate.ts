// A candidate in the leader election of several processes. The leader holds a lease, judged by the clock of PostgreSQL.
import { randomUUID } from 'node:crypto'
import { LEASE_MS } from '../../limits.ts'
import type { Candidate, Lease, Post } from '../leader-election.ts'
import type { ControlConnection } from './control-connection.ts'

const RENEW_MS = 1_500
/** The holder stops this long before the lease expires. */
const MARGIN_MS = 1_000

// The lease is free if it has expired or if the connection of its holder is gone, so a process that ends is replaced at
// once.
const TAKE = `
insert into leases as lease (name, holder, token, session, expires_at)
values ($1, $2, 1, pg_backend_pid(), (extract(epoch from clock_timestamp()) * 1000)::bigint + $3)
on conflict (name) do update set
  holder = excluded.holder,
  session = excluded.session,
  expires_at = excluded.expires_at,
  token = lease.token + case when lease.holder = excluded.holder then 0 else 1 end
where lease.holder = excluded.holder
  or lease.expires_at <= (extract(epoch from clock_timestamp()) * 1000)::bigint
  or not exists (select from pg_stat_activity where pid = lease.session)
returning token`

const RESIGN = 'update leases set expires_at = 0 where name = $1 and holder = $2'

/** A lease and the time it was taken, by the monotonic clock before the statement was sent. */
type Taken = Lease & { takenAt: number }

export class LeaseCandidate implements Candidate {
  readonly #control: ControlConnection
  readonly #post: Post
  readonly #holder = randomUUID()
  #taken: Taken | undefined
  #taking: Promise<Taken | undefined> | undefined
  #renewing: NodeJS.Timeout | undefined

  constructor(control: ControlConnection, post: Post) {
    this.#control = control
    this.#post = post
  }

  async campaign(): Promise<Lease | undefined> {
    const isFresh = this.#taken?.isCurrent() && performance.now() - this.#taken.takenAt < RENEW_MS
    return isFresh ? this.#taken : await this.#take()
  }

  async resign(): Promise<void> {
    this.#stopRenewing()
    await this.#taking
    this.#stopRenewing()
    if (!this.#taken) return
    this.#taken = undefined
    await this.#control.query(RESIGN, [this.#post, this.#holder]).catch(() => {})
  }

  /** Concurrent calls share one statement. */
  #take(): Promise<Taken | undefined> {
    this.#taking ??= this.#tryToTake().finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  async #tryToTake(): Promise<Taken | undefined> {
    const takenAt = performance.now()
    try {
      const values = [this.#post, this.#holder, LEASE_MS]
      const [row] = await this.#control.query<{ token: string }>(TAKE, values)
      this.#taken = row && this.#lease(Number(row.token), takenAt)
    } catch {
      // The lease may still be held. Nothing is known until it expires.
      if (!this.#taken?.isCurrent()) this.#taken = undefined
    }
    // The job that uses the lease can be busy for longer than the lease lasts.
    if (this.#taken) this.#renewing ??= setInterval(() => void this.#take(), RENEW_MS).unref()
    else this.#stopRenewing()
    return this.#taken
  }

  #stopRenewing(): void {
    clearInterval(this.#renewing)
    this.#renewing = undefined
  }

  #lease(token: number, takenAt: number): Taken {
    const { losses } = this.#control
    const isCurrent = () =>
      losses === this.#control.losses && performance.now() - takenAt < LEASE_MS - MARGIN_MS
    return { token, takenAt, isCurrent }
  }
}
