// Answers a request with a stream of server-sent events (HTML Living Standard, section 9.2).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../../kernel/http/server/compression.ts'
import { countedClient } from '../../../kernel/http/server/trusted-proxies.ts'
import type { Recipient } from '../items.ts'
import { type Position, type Positions, parsePositions } from './cursors.ts'
import type { LiveHub } from './live-hub.ts'
import { LiveStream, type StreamFormat } from './live-stream.ts'

export type StreamRequest = {
  platformId: string
  recipient: Recipient
  format: StreamFormat
  /** The talks that the client follows, each with its position, or undefined for a new client. */
  talks: ReadonlyMap<string, Position | undefined>
}

/** Keeps the response open until the client or the server ends it. */
export async function openLiveStream(
  hub: LiveHub,
  request: FastifyRequest,
  reply: FastifyReply,
  { platformId, recipient, format, talks }: StreamRequest,
): Promise<LiveStream> {
  reply.hijack()
  const { raw } = reply
  // Without chunks, every event is one write of the bytes that all streams share. The response ends when its connection
  // closes (RFC 9112, section 6.3).
  if (request.raw.httpVersionMajor === 1) raw.removeHeader('transfer-encoding')
  // Thousands of pages can follow one talk. API clients are few, and not all of them can decode a response before its
  // end.
  const isCompressed = format !== 'json' && accepts(request, 'gzip')
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    // Otherwise, proxies such as nginx would buffer events.
    'x-accel-buffering': 'no',
  })
  const stream = new LiveStream(raw, {
    ...{ format, recipient, isCompressed },
    client: recipient.user?.id ?? countedClient(request),
  })
  raw.on('close', () => hub.leave(stream))
  try {
    await hub.open(stream, platformId, resumed(talks, request.headers['last-event-id']))
  } catch (error) {
    // The response has already started, so the client has to reconnect.
    request.log.warn({ err: error }, 'a live stream could not be opened')
    stream.end()
  }
  return stream
}

/** A browser that reconnects sends the position that it has reached. */
function resumed(
  talks: ReadonlyMap<string, Position | undefined>,
  lastEventId: string | string[] | undefined,
): ReadonlyMap<string, Position | undefined> {
  const last: Positions = (typeof lastEventId === 'string' && parsePositions(lastEventId)) || new Map()
  return new Map([...talks].map(([talkId, after]) => [talkId, last.get(talkId) ?? after]))
}
