// The requests of an account take turns, so that somebody who sends many expensive ones at once waits for themselves, and
// others do not wait for them. A turn rests as long as its request has taken before the next one has it, which leaves half
// of the time to others and is not noticed by people, who use one turn after the other.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response stays open and takes no turn. */
    isStream?: boolean
  }
}

/** As many requests as a browser makes for one person. */
const AT_ONCE = 4
const MAX_WAITING = 60
const RETRY_SECONDS = 5
const MAX_REST_MS = 1_000

export class Turns {
  readonly #accounts = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** Resolves when it is the turn of a request. Call `end` when its work is done. */
  async take(id: string): Promise<void> {
    const account = this.#accounts.get(id) ?? { running: 0, waiting: [] }
    this.#accounts.set(id, account)
    if (account.waiting.length >= MAX_WAITING)
      throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
    if (account.running < AT_ONCE) account.running += 1
    else await new Promise<void>((resolve) => account.waiting.push(resolve))
  }

  end(id: string): void {
    const account = this.#accounts.get(id)
    if (!account) return
    const next = account.waiting.shift()
    // The next request has the turn of this one.
    if (next) next()
    else account.running -= 1
    if (account.running === 0) this.#accounts.delete(id)
  }
}

/**
 * Wraps the handlers of the routes that are added afterwards. A turn lasts twice as long as the work, also for a client
 * that has left.
 */
export function giveTurns(scope: FastifyInstance): void {
  const turns = new Turns()
  scope.addHook('onRoute', (route) => {
    if (route.config?.isStream) return
    const { handler } = route
    route.handler = async function (request, reply) {
      const { user } = request.visit
      if (!user) return handler.call(this, request, reply)
      await turns.take(user.id)
      const startedMs = performance.now()
      try {
        // Nobody waits for this response any longer.
        if (hasLeft(reply)) throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
        return await handler.call(this, request, reply)
      } finally {
        const restMs = Math.min(performance.now() - startedMs, MAX_REST_MS)
        setTimeout(() => turns.end(user.id), restMs).unref()
      }
    }
  })
}

/** Whether the connection, or the stream of HTTP/2, is closed. */
const hasLeft = ({ raw }: FastifyReply): boolean =>
  raw.destroyed || ('stream' in raw && (raw.stream as { destroyed: boolean } | undefined)?.destroyed === true)
