// The requests and the pages of an account take turns, so that somebody who asks for many expensive ones at once waits for
// themselves, and others do not wait for them. A turn rests as long as it has taken before the next one has it, which
// leaves half of the time to others and is not noticed by people, who use one turn after the other. Visitors without an
// account do not rest, because many of them can share one address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response stays open and takes no turn. */
    isStream?: boolean
  }
}

type Limits = {
  /** How many turns of an account run at once. */
  atOnce: number
  maxRestMs: number
  /** More are refused. */
  maxWaiting: number
}

const RETRY_SECONDS = 5

/** A turn lasts twice as long as its work: an account rests afterwards. */
export class Turns {
  readonly #limits: Limits
  readonly #accounts = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does the work when it is the turn of the account. */
  async run<T>(id: string, work: () => T | Promise<T>): Promise<T> {
    await this.#take(id)
    // Requests of others are answered in between. That wait is no work.
    await new SlicedWork().pause()
    const startedMs = performance.now()
    try {
      return await work()
    } finally {
      const restMs = Math.min(performance.now() - startedMs, this.#limits.maxRestMs)
      setTimeout(() => this.#end(id), restMs).unref()
    }
  }

  async #take(id: string): Promise<void> {
    const account = this.#accounts.get(id) ?? { running: 0, waiting: [] }
    this.#accounts.set(id, account)
    if (account.waiting.length >= this.#limits.maxWaiting)
      throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
    if (account.running < this.#limits.atOnce) account.running += 1
    else await new Promise<void>((resolve) => account.waiting.push(resolve))
  }

  #end(id: string): void {
    const account = this.#accounts.get(id)
    if (!account) return
    const next = account.waiting.shift()
    // The next one has the turn of this one.
    if (next) next()
    else account.running -= 1
    if (account.running === 0) this.#accounts.delete(id)
  }
}

/** As many requests as a browser makes for one person. */
export const REQUESTS: Limits = { atOnce: 4, maxRestMs: 1_000, maxWaiting: 60 }

/** Wraps the handlers of the routes that are added afterwards. A turn also lasts as long for a client that has left. */
export function giveTurns(scope: FastifyInstance): void {
  const turns = new Turns(REQUESTS)
  scope.addHook('onRoute', (route) => {
    if (route.config?.isStream) return
    const { handler } = route
    route.handler = async function (request, reply) {
      const { user } = request.visit
      if (!user) return handler.call(this, request, reply)
      return turns.run(user.id, () => {
        // Nobody waits for this response any longer.
        if (hasLeft(reply)) throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
        return handler.call(this, request, reply)
      })
    }
  })
}

/** Whether the connection, or the stream of HTTP/2, is closed. */
const hasLeft = ({ raw }: FastifyReply): boolean =>
  raw.destroyed || ('stream' in raw && (raw.stream as { destroyed: boolean } | undefined)?.destroyed === true)

/**
 * Pages share the event loop, so their turns are those of the process. None is refused: its request had a turn, and what
 * it changed is stored.
 */
const renderings = new Turns({
  atOnce: 1,
  maxRestMs: 50,
  maxWaiting: Number.POSITIVE_INFINITY,
})

/** Renders a page for one person when it is their turn. */
export function renderInTurn<T>(request: FastifyRequest, render: () => T): Promise<T> {
  const account = request.visit?.user?.id
  return account === undefined ? renderInSlice(render) : renderings.run(account, render)
}

/** Renders in the next free turn of the event loop, so that other requests are answered in between. */
export async function renderInSlice<T>(render: () => T): Promise<T> {
  await new SlicedWork().pause()
  return render()
}
