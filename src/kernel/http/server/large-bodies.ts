// Large bodies, within a memory budget. JSON bodies are read in slices so that no other request waits.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import { type Caller, requesterOf } from '../../changes/services.ts'
import { type LargeJsonLimits, parseLargeJson } from '../../lib/text/large-json.ts'
import { BODY_LIMIT_BYTES, BULK_BODY_ARRIVAL_MS, BULK_BODY_WAIT_MS, BULK_LIMIT_BYTES } from '../../limits.ts'
import { recordLargeBodyHash } from '../guards/idempotency.ts'
import { BodyBudget, type Reservation } from './body-budget.ts'
import { jsonRefusal } from './json-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory of the body of a bulk request. */
    bodyMemory: BodyMemory | null
  }
}

/** Bodies up to this size are not counted. */
const FREE_BYTES = 256 * 1024

/** Sets up a scope with large bodies, which its parsers get from `receiveBody`. Needs `request.caller`. */
export function admitLargeBodies(app: FastifyInstance, budget: BodyBudget): void {
  app.decorateRequest('bodyMemory', null)
  app.addHook('preParsing', (request, reply, _payload, done) => {
    admitLargeBody(request, reply, { budget, caller: request.caller })
    done()
  })
}

/** Runs before the body of a request is parsed. Its memory is freed after the response. */
export function admitLargeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { budget, caller }: { budget: BodyBudget; caller: Caller },
): void {
  const memory = new BodyMemory((...args) => budget.reserve(requesterOf(caller), ...args))
  request.bodyMemory = memory
  reply.raw.once('close', memory.hold())
}

/** Sets up a scope with bulk routes. Needs `request.caller`. */
export function readLargeJsonBodies(
  app: FastifyInstance,
  { budget, ...limits }: { budget: BodyBudget } & Omit<LargeJsonLimits, 'itemBytes'>,
): void {
  admitLargeBodies(app, budget)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await receiveBody(request, payload, BULK_LIMIT_BYTES)
    try {
      await recordLargeBodyHash(request, bytes)
      if (bytes.length === 0) return {}
      const result = await parseLargeJson(bytes, { ...limits, itemBytes: BODY_LIMIT_BYTES })
      if (result.ok) return result.value
      throw 'oversized' in result ? itemTooLarge() : jsonRefusal(result)
    } finally {
      freeBody(bytes)
    }
  })
}

/** The memory budget for the large bodies of all clients. */
export const createBodyBudget = (): BodyBudget =>
  new BodyBudget({
    maxBytes: 4 * BULK_LIMIT_BYTES,
    maxWaitMs: BULK_BODY_WAIT_MS,
    maxArrivalMs: BULK_BODY_ARRIVAL_MS,
  })

type Reserve = (bytes: number, onSlow: (refusal: Refusal) => void) => Promise<Reservation>

/** Memory that is reserved while the body is received, and kept until the last holder releases it. */
class BodyMemory {
  readonly #reserve: Reserve
  #holders = 0
  #reservation: Reservation | undefined

  constructor(reserve: Reserve) {
    this.#reserve = reserve
  }

  async reserve(...args: Parameters<Reserve>): Promise<void> {
    this.#reservation = await this.#reserve(...args)
    this.#releaseUnheld()
  }

  arrived(): void {
    this.#reservation?.arrived()
  }

  /** Returns the function that releases it. */
  hold(): () => void {
    this.#holders++
    return () => {
      this.#holders--
      this.#releaseUnheld()
    }
  }

  #releaseUnheld(): void {
    if (this.#holders > 0) return
    this.#reservation?.release()
    this.#reservation = undefined
  }
}

/** The bytes of the body. Nothing is read from the connection while the body waits for memory. */
export async function receiveBody(
  request: FastifyRequest,
  payload: Readable,
  limitBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const { 'content-length': header } = request.headers
  const declared = header === undefined ? undefined : Number(header)
  if (declared !== undefined && declared > limitBytes) throw bodyTooLarge(limitBytes)
  const ending = new AbortController()
  const reserve = (bytes: number) => request.bodyMemory?.reserve(bytes, (refusal) => ending.abort(refusal))
  if (declared !== undefined && declared > FREE_BYTES) await reserve(declared)
  let bytes = Buffer.allocUnsafeSlow(declared ?? FREE_BYTES)
  let length = 0
  const add = async (piece: Buffer) => {
    if (length + piece.length > limitBytes) throw bodyTooLarge(limitBytes)
    if (length + piece.length > bytes.length) {
      await reserve(limitBytes)
      const larger = Buffer.allocUnsafeSlow(limitBytes)
      bytes.copy(larger)
      freeBody(bytes)
      bytes = larger
    }
    length += piece.copy(bytes, length)
  }
  try {
    await forEachPiece(payload, { use: add, signal: ending.signal })
  } catch (error) {
    freeBody(bytes)
    throw error
  }
  request.bodyMemory?.arrived()
  return bytes.subarray(0, length)
}

/**
 * Frees the memory of a body at once, because an idle process may not collect it for a long time. The bytes are gone.
 */
export function freeBody(bytes: Buffer<ArrayBuffer>): void {
  bytes.buffer.transfer(0)
}

type Reading = { use(piece: Buffer): Promise<void>; signal: AbortSignal }

/**
 * Unlike an iterator, this does not end the connection if `use` throws or `signal` aborts, so that a response can be
 * sent.
 */
function forEachPiece(payload: Readable, { use, signal }: Reading): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = async (piece: Buffer) => {
    payload.pause()
    try {
      await use(piece)
      signal.throwIfAborted()
      payload.resume()
    } catch (error) {
      stop(error)
    }
  }
  const stop = (error: unknown) => {
    payload.off('data', read).pause()
    reject(error)
  }
  signal.addEventListener('abort', () => stop(signal.reason), { once: true })
  payload.on('data', read).once('end', resolve).once('error', reject)
  payload.once('close', () => reject(new Refusal('bad_request')))
  return promise
}

const bodyTooLarge = (limitBytes: number) =>
  new Refusal('body_too_large', { message: `The body is larger than ${limitBytes / 1024 / 1024} MiB.` })
const itemTooLarge = () =>
  new Refusal('body_too_large', { message: 'An item of the body is larger than 256 KiB.' })
