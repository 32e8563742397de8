// The requests of an account take turns, so that somebody who sends many expensive ones at once waits for themselves, and
// others do not wait for them.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'

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

type Turns = { running: number; waiting: (() => void)[] }

/** Call this after the hook that recognizes the user. */
export function giveTurns(scope: FastifyInstance): void {
  const accounts = new Map<string, Turns>()
  const end = (id: string, turns: Turns) => {
    const next = turns.waiting.shift()
    if (next) return next()
    turns.running -= 1
    if (turns.running === 0) accounts.delete(id)
  }
  scope.addHook('onRequest', async ({ visit, routeOptions }, reply) => {
    if (!visit.user || routeOptions.config.isStream) return
    const { id } = visit.user
    const turns = accounts.get(id) ?? { running: 0, waiting: [] }
    accounts.set(id, turns)
    if (turns.waiting.length >= MAX_WAITING)
      throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
    let [hasTurn, hasEnded] = [false, false]
    reply.raw.once('close', () => {
      hasEnded = true
      if (hasTurn) end(id, turns)
    })
    if (turns.running >= AT_ONCE) await new Promise<void>((resolve) => turns.waiting.push(resolve))
    else turns.running += 1
    hasTurn = true
    // The client did not wait for its turn.
    if (hasEnded) end(id, turns)
  })
}
