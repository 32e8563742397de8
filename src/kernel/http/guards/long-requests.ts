// Long-running requests, which end when their client disconnects or their API key can no longer be used.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'

/** Including the cache of keys, a request ends within a second after its key was revoked. */
const KEY_CHECK_MS = 250

type LongRequest = {
  request: FastifyRequest
  reply: FastifyReply
  /** Whether the result is kept for a repeat. Then the work continues after the client has disconnected. */
  isKept: boolean
}

/** Runs the work with a signal that aborts when the work should end, with a refusal as the reason. */
export async function runUntilUnwanted<T>(
  { request, reply, isKept }: LongRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const checkKey = () =>
    request.requireKey().catch((error: unknown) => {
      // If the store does not answer, the work itself fails or succeeds.
      if (error instanceof Refusal) ending.abort(error)
    })
  const disconnect = () => ending.abort(new Refusal('bad_request', { message: DISCONNECTED }))
  const checking = setInterval(() => void checkKey(), KEY_CHECK_MS)
  const letGo = request.bodyMemory?.hold()
  if (!isKept && reply.raw.destroyed) disconnect()
  else if (!isKept) reply.raw.once('close', disconnect)
  try {
    return await work(ending.signal)
  } finally {
    clearInterval(checking)
    letGo?.()
    reply.raw.off('close', disconnect)
  }
}

const DISCONNECTED = 'The client disconnected before the request was completed.'
