// POST /batch: many writes in one request, as JSON or as a stream of NDJSON lines in both directions.

import { Readable } from 'node:stream'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import * as batchSchemas from '../../changes/batch-schema.ts'
import { Batch, BatchDone, BatchLine, type BatchResult } from '../../changes/batch-schema.ts'
import { executeInChunks } from '../../changes/command-chunks.ts'
import * as dryRunSchemas from '../../changes/dry-run-schema.ts'
import { WarningSummary } from '../../changes/warning-summary.ts'
import { mapInSlices } from '../../lib/time/slices.ts'
import {
  BODY_LIMIT_BYTES,
  BULK_LIMIT_BYTES,
  CHUNK_SIZE,
  MAX_BATCH_MEMBERS,
  MAX_OPERATIONS,
  MAX_STREAM_OPERATIONS,
} from '../../limits.ts'
import { ref } from '../../schema/common.ts'
import { type IdempotencyClaims, idempotencyClaimsOf } from '../guards/idempotency.ts'
import { runUntilUnwanted } from '../guards/long-requests.ts'
import { refuseConditions } from '../guards/preconditions.ts'
import { checkBody } from '../guards/validation.ts'
import type { BodyBudget } from '../server/body-budget.ts'
import { bodyStream } from '../server/body-stream.ts'
import { readLargeJsonBodies } from '../server/large-bodies.ts'
import type { ApiPart } from './api-part.ts'
import { commandOf, externalIdIn, partOfBatch, resultOf } from './batch-operations.ts'
import { answerStream } from './batch-stream.ts'
import { NDJSON } from './ndjson.ts'
import { problems } from './responses.ts'
import { DryRunQuery, sendPlain, type WriteRoutes } from './writes.ts'

const batchSchema = ref(Batch)

const description = `Executes the operations in order, each as if it were sent on its own. A batch counts as one request toward the rate limit.

To stream a batch, send \`application/x-ndjson\` with one operation per line. You receive one result per line, in the same order, while you are still sending. Blank lines are ignored. A line longer than ${BODY_LIMIT_BYTES / 1024} KiB is refused, and the stream continues with the next line.

- **Warnings.** Each result keeps its own. \`summary\` counts equal ones; in a stream, it comes in one more line at the end, if there are any.
- **Early end.** If a stream ends early, its last line has \`"ended": true\` and says why: the stream has more than ${MAX_STREAM_OPERATIONS.toLocaleString('en')} operations, the API key was revoked or has expired, the Idempotency-Key was used for another request, or the service became unavailable. All operations with a result before that line were executed.
- **Retries.** With an Idempotency-Key, lines are executed in groups of ${CHUNK_SIZE}; the last group can be smaller. If a stream is interrupted, send it again from the start with the same key. It continues where it stopped and returns the results of the earlier lines again, including passwords. The response has no \`Idempotent-Replayed\` header, because it starts before the server knows whether all of it is a repeat.
- **Disconnecting.** A batch ends when you disconnect, after the operations that are being executed. With an Idempotency-Key, a batch that was sent completely is finished anyway.
- **Dry runs.** A dry run of a stream tries each group of ${CHUNK_SIZE} lines separately, without the changes of other groups. A dry run with \`application/json\` tries all operations together.`

/** Needs `request.caller`. */
const batchRoutes: FastifyPluginCallback<{ writes: WriteRoutes; budget: BodyBudget }> = (
  app,
  { writes, budget },
  done,
) => {
  readLargeJsonBodies(app, { budget, items: MAX_OPERATIONS, members: MAX_BATCH_MEMBERS })
  app.addContentTypeParser(NDJSON, (_request, stream, parsed) => parsed(null, stream))
  app.post(
    '/batch',
    {
      bodyLimit: BULK_LIMIT_BYTES,
      config: { isBulk: true, acceptsLines: true },
      schema: {
        operationId: 'executeBatch',
        'x-write': 'many',
        tags: ['Batch'],
        summary: 'Execute up to 100 writes, or stream up to 10,000',
        description,
        querystring: DryRunQuery,
        body: {
          content: {
            'application/json': { schema: batchSchema },
            [NDJSON]: { schema: Type.Unsafe({ 'x-checked-as': 'BatchOperation' }) },
          },
        },
        response: {
          200: {
            description: 'The results, in the order of the operations.',
            content: {
              'application/json': { schema: ref(BatchDone) },
              [NDJSON]: { schema: ref(BatchLine) },
            },
          },
          ...problems.batch,
        },
      },
    },
    async (request, reply) => {
      refuseConditions(request)
      const isDryRun = (request.query as Static<typeof DryRunQuery>).dryRun === true
      const claims = idempotencyClaimsOf(request, { isDryRun })
      if (request.body instanceof Readable) {
        const end = writes.running.begin(claims)
        const lines = answerStream({ writes, request, reply, stream: request.body, isDryRun, claims })
        return reply.type(NDJSON).send(bodyStream(lines).once('close', end))
      }
      return writes.running.run(claims, () =>
        runUntilUnwanted({ request, reply, isKept: claims !== undefined }, (signal) =>
          answerBatch({ writes, request, reply, isDryRun, claims, signal }),
        ),
      )
    },
  )
  done()
}

type JsonBatch = {
  writes: WriteRoutes
  request: FastifyRequest
  reply: FastifyReply
  isDryRun: boolean
  claims: IdempotencyClaims | undefined
  signal: AbortSignal
}

async function answerBatch({ writes, request, reply, isDryRun, claims, signal }: JsonBatch) {
  // The route checks the body by its Content-Type, which some requests do not send.
  checkBody(request, batchSchema, request.body)
  const { operations, atomic: isAtomic = false } = request.body as Static<typeof Batch>
  const operationsInBody = await mapInSlices(operations, (operation, index) => ({
    pointer: `/operations/${index}`,
    bodyPointer: `/operations/${index}/body`,
    index,
    externalId: externalIdIn(operation),
    command: commandOf(writes, request, operation),
  }))
  const chunks = executeInChunks(writes.services, request.caller, operationsInBody, {
    isAtomic,
    isDryRun,
    signal,
    claim: claims && ((start) => claims.claim(partOfBatch(start))),
    // In a dry run, an operation sees the changes of earlier ones only within its chunk.
    ...(isAtomic || isDryRun ? { chunkSize: operations.length } : {}),
  })
  const results: BatchResult[] = []
  const summary = new WarningSummary()
  let isReplay = true
  for await (const { outcomes, ...view } of chunks) {
    if (view.replayOf === undefined) isReplay = false
    results.push(
      ...outcomes.map(({ item, outcome }) => resultOf(item, outcome, { request, summary, ...view })),
    )
  }
  if (isReplay) reply.header('Idempotent-Replayed', 'true')
  return sendPlain(reply, { code: 'ok' as const, results, ...summary.member })
}

export const batchApi: ApiPart = {
  tags: [{ name: 'Batch', description: 'Send many writes in one request.' }],
  schemas: [batchSchemas, dryRunSchemas],
  routes: batchRoutes,
}
