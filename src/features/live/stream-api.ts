// GET /live/stream: server-sent events about live talks, while the API key is valid.

import { once } from 'node:events'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { problems } from '../../kernel/http/api/responses.ts'
import { runUntilUnwanted } from '../../kernel/http/guards/long-requests.ts'
import { ref } from '../../kernel/schema/common.ts'
import { MAX_STREAMS_PER_KEY } from './limits.ts'
import { liveParts } from './parts.ts'
import { findFollowedTalks } from './read-talk-live.ts'
import { TalkLive } from './schema.ts'
import * as schemas from './stream-schema.ts'
import { LiveEvent, LiveStreamQuery, SNAPSHOT_ID } from './stream-schema.ts'
import type { LiveHub } from './streams/live-hub.ts'
import { openLiveStream } from './streams/open-stream.ts'

const RETRY_SECONDS = 10

const description = `Sends what happens in talks as server-sent events, within a second. A stream counts as one request toward the rate limit. An API key can have ${MAX_STREAMS_PER_KEY} streams on each node.

- **\`change\`.** Objects that have changed, as they are now. Store each by its \`kind\` and \`id\`.
- **\`reset\`.** A snapshot of a talk. It comes first unless you send a \`seq\`, and again if you have missed too much or if what is on in the talk has changed.
- **\`viewers\`.** How many people watch, at most every two seconds.
- **\`closed\`.** The talk is no longer available.
- **Reconnecting.** Every event has an id. Send the last one as \`Last-Event-ID\`, and the stream continues after it without gaps. Clients such as \`EventSource\` do this by themselves.
- **Repeats.** After a \`reset\`, changes that the snapshot contains can come once more.
- **End.** The stream ends when the server restarts, when the API key can no longer be used, or when you read nothing for half a minute.`

/** Needs `request.caller`. */
const liveStreamRoute: FastifyPluginCallbackTypebox<{ services: Services; hub: LiveHub }> = (
  app,
  { services, hub },
  done,
) => {
  const streams = new StreamsByKey()
  app.get(
    '/live/stream',
    {
      // A HEAD request would open a stream without a body.
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamLive',
        tags: ['Live'],
        summary: 'Follow talks while they are live',
        description,
        querystring: LiveStreamQuery,
        response: {
          200: {
            description: 'A stream of events that does not end by itself.',
            content: { 'text/event-stream': { schema: ref(LiveEvent) } },
          },
          ...problems.live.stream,
        },
      },
    },
    async (request, reply) => {
      const { platform, actor } = request.caller
      const talks = await findFollowedTalks(services, request.caller, request.query.talks)
      reply.raw.once('close', streams.open(actor.id ?? ''))
      await runUntilUnwanted({ request, reply, isKept: false }, async (signal) => {
        const stream = await openLiveStream(hub, request, reply, {
          platformId: platform.id,
          recipient: { user: null, isApiKey: true },
          format: 'json',
          talks,
        })
        if (!signal.aborted) await once(signal, 'abort')
        stream.end()
      })
    },
  )
  done()
}

/** Number of streams of each API key on this node. */
class StreamsByKey {
  readonly #counts = new Map<string, number>()

  /** Counts a stream until the returned function is called. Throws `too_many_requests`. */
  open(keyId: string): () => void {
    const count = this.#counts.get(keyId) ?? 0
    if (count >= MAX_STREAMS_PER_KEY)
      throw new Refusal('too_many_requests', {
        message: `This API key already has ${MAX_STREAMS_PER_KEY} streams. Close one, or follow several talks with one stream.`,
        retryAfterSeconds: RETRY_SECONDS,
      })
    this.#counts.set(keyId, count + 1)
    return () => this.#close(keyId)
  }

  #close(keyId: string): void {
    const count = (this.#counts.get(keyId) ?? 1) - 1
    if (count === 0) this.#counts.delete(keyId)
    else this.#counts.set(keyId, count)
  }
}

const snapshotSchema = () =>
  Type.Object(
    Object.assign({ live: ref(TalkLive) }, ...liveParts().map(({ snapshot }) => snapshot?.properties)),
    { $id: SNAPSHOT_ID, description: 'What is live about a talk now.' },
  )

export const liveStreamApi: ApiPart = {
  /** Needs the parts of live talks. */
  get schemas() {
    return [schemas, { LiveSnapshot: snapshotSchema() }]
  },
  routes: liveStreamRoute,
}
