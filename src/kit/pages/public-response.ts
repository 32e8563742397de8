// Responses with public documents: conditional, compressed if the client supports it, and in parts if they are large.
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts, type Coding, codingFor, codings, compress } from '../../kernel/http/server/compression.ts'
import { namesTag } from '../../kernel/lib/data/entity-tags.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { joinParts, type PackedPart, packPart } from './packed-parts.ts'

/** A document that is the same for everyone who may see it. */
export type PublicDocument = {
  /** In parts if it grows with the programme. */
  content: string | AsyncIterable<string | PackedPart>
  type: string
  headers?: Record<string, string>
  /**
   * For content that depends on the time: it can change at multiples of this (milliseconds), and when a talk starts or
   * ends.
   */
  periodMs?: number
}

/** For live content. Without a script, a refresh shows it at most this much later. */
export const LIVE_MS = 2_000
/** For the line at the current time in a timetable. */
export const FIVE_MINUTES_MS = 5 * MINUTE_MS
/** For days. In every time zone, days start and clocks change at a quarter of an hour. */
export const QUARTER_HOUR_MS = 15 * MINUTE_MS

/** A document in the form in which it is sent. */
export type PublicResponse = {
  tag: string
  headers: Record<string, string>
  /** In bytes, without content coding. */
  length: number
  /** Absent if it is only unpacked when a client needs it. */
  content?: Buffer
  packed: ReadonlyMap<Coding, Buffer>
}

const MIN_PACKED = 1024
/** Larger contents are encrypted and sent in parts, with other requests in between. */
const PART_BYTES = 64 * 1024

/** The response to this request alone. */
export function makeOwnResponse(request: FastifyRequest, document: PublicDocument): Promise<PublicResponse> {
  const coding = codingFor(request)
  return makeResponse(document, coding ? [coding] : [])
}

/** A response for all requests, with each of the codings or none. */
export async function makeResponse(
  { content, type, headers }: PublicDocument,
  accepted: readonly Coding[] = codings,
): Promise<PublicResponse> {
  const made = typeof content === 'string' ? await packText(content, accepted) : await packParts(content)
  return { ...made, headers: { ...headers, 'content-type': type } }
}

type Packed = Omit<PublicResponse, 'headers'>

async function packText(text: string, accepted: readonly Coding[]): Promise<Packed> {
  const content = Buffer.from(text)
  const used = content.length < MIN_PACKED ? [] : accepted
  return {
    tag: tagOf(createHash('sha256').update(content)),
    length: content.length,
    content,
    // Public documents contain no secret that the compressed length could reveal.
    packed: new Map(
      await Promise.all(used.map(async (coding) => [coding, await compress(content, coding)] as const)),
    ),
  }
}

/** Only the compressed bytes are kept in memory, because the feed of a large programme has a hundred megabytes. */
async function packParts(parts: AsyncIterable<string | PackedPart>): Promise<Packed> {
  const digest = createHash('sha256')
  const packed: PackedPart[] = []
  for await (const part of parts) {
    const one = typeof part === 'string' ? await packPart(part) : part
    digest.update(one.digest)
    packed.push(one)
  }
  const { gzip, length } = joinParts(packed)
  return { tag: tagOf(digest), length, packed: new Map([['gzip', gzip]]) }
}

const tagOf = (digest: Hash): string => digest.digest('base64url').slice(0, 27)

/** Sends the response, or 304 if the client has it (RFC 9110, section 13.1.2). */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, response: PublicResponse) {
  const { tag, headers, length, content, packed } = response
  reply.header('cache-control', 'private, no-cache').header('vary', 'Cookie, Accept-Encoding')
  // The tag is weak, because the compressed and the plain document share it (RFC 9110, section 8.8.1).
  reply.headers(headers).header('etag', `W/"${tag}"`)
  if (namesTag(request.headers['if-none-match'], tag)) {
    reply.removeHeader('content-type')
    return reply.code(304).send()
  }
  const coding = codings.find((one) => packed.has(one) && accepts(request, one))
  if (coding) reply.header('content-encoding', coding)
  const body = coding ? packed.get(coding) : content
  if (body && body.length <= PART_BYTES) return reply.send(body)
  return reply
    .header('content-length', body?.length ?? length)
    .send(body ? readableOf(body) : unpacked(packed))
}

const readableOf = (body: Buffer): Readable => Readable.from(partsOf(body), { objectMode: false })

/** Unpacks as fast as the client reads. */
const unpacked = (packed: PublicResponse['packed']): Readable =>
  readableOf(packed.get('gzip') ?? Buffer.alloc(0)).pipe(createGunzip())

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += PART_BYTES) yield body.subarray(start, start + PART_BYTES)
}
