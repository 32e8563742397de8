// POST /batch: many writes in one request, as JSON or as a stream of lines (NDJSON) both ways.
import { Readable } from 'node:stream'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { executeInGroups, GROUP } from '../../domain/changes/command-groups.ts'
import {
  Batch,
  BatchDone,
  BatchLine,
  type BatchResult,
  LONGEST_LINE_BYTES,
  MOST_STREAMED,
} from '../../schema/changes/batch.ts'
import { ref } from '../../schema/common.ts'
import { type Receipts, receiptsOf } from '../guards/idempotency.ts'
import { refuseConditions } from '../guards/preconditions.ts'
import { checkBody } from '../guards/validation.ts'
import { commandOf, partOfBatch, resultOf } from './batch-operations.ts'
import { answerStream } from './batch-stream.ts'
import { NDJSON } from './ndjson.ts'
import { problems } from './responses.ts'
import { DryRunQuery, sendPlain, type Writes } from './writes.ts'

export const BULK_LIMIT_BYTES = 32 * 1024 * 1024

const batchSchema = ref(Batch)

const description = `One request of the limit. The operations are executed in order, each as it would be alone.

As \`application/x-ndjson\`, one operation a line is answered by one result a line, in the same order, while the request is still being sent. Blank lines do not count. A line of more than ${LONGEST_LINE_BYTES / 1024} KiB is refused, and the others go on.

- A stream that ends early has a last line with \`"ended": true\` that tells why: because it has more than ${MOST_STREAMED.toLocaleString('en')} operations, its API key has been revoked or has expired, its Idempotency-Key was used for another request, or the service cannot go on. What the lines before it tell is done.
- With an Idempotency-Key, lines are executed ${GROUP} at a time, or those that are left once the stream ends. A stream that was cut off can be sent again from its start: it goes on where it was, and tells the passwords again. Its answer has no \`Idempotent-Replayed\`, since it begins before that is known.
- A dry run of a stream rehearses ${GROUP} lines together, and sees nothing of what others would do; one of \`application/json\` rehearses all operations together.`

/** Needs `request.caller`. */
export const batchRoutes: FastifyPluginCallback<{ writes: Writes }> = (app, { writes }, done) => {
  app.addContentTypeParser(NDJSON, (_request, stream, parsed) => parsed(null, stream))
  app.post(
    '/batch',
    {
      bodyLimit: BULK_LIMIT_BYTES,
      config: { isBulk: true, takesLines: true },
      schema: {
        operationId: 'executeBatch',
        'x-write': 'many',
        tags: ['Batch'],
        summary: 'Execute up to 100 writes, or a stream of up to 10,000',
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
      const receipts = receiptsOf(request, { isDryRun })
      if (request.body instanceof Readable) {
        const end = writes.running.begin(receipts)
        const lines = answerStream({ writes, request, stream: request.body, isDryRun, receipts })
        return reply.type(NDJSON).send(Readable.from(lines).once('close', end))
      }
      return writes.running.run(receipts, () => answerBatch({ writes, request, reply, isDryRun, receipts }))
    },
  )
  done()
}

type JsonBatch = {
  writes: Writes
  request: FastifyRequest
  reply: FastifyReply
  isDryRun: boolean
  receipts: Receipts | undefined
}

async function answerBatch({ writes, request, reply, isDryRun, receipts }: JsonBatch) {
  // Not every request with such a body names its type, by which the route would check it.
  checkBody(request, batchSchema, request.body)
  const { operations, atomic: isAtomic = false } = request.body as Static<typeof Batch>
  const operationsInBody = operations.map((operation, index) => ({
    pointer: `/operations/${index}`,
    bodyPointer: `/operations/${index}/body`,
    command: commandOf(writes, request, operation),
  }))
  const groups = executeInGroups(writes.services, request.caller, operationsInBody, {
    isAtomic,
    isDryRun,
    claim: receipts && ((start) => receipts.claim(partOfBatch(start))),
    // A dry run shows later operations what earlier ones would do only within a group.
    ...(isAtomic || isDryRun ? { groupSize: operations.length } : {}),
  })
  const results: BatchResult[] = []
  let isReplay = true
  for await (const { outcomes, ...view } of groups) {
    if (view.replayOf === undefined) isReplay = false
    results.push(...outcomes.map(({ outcome }) => resultOf(outcome, { request, ...view })))
  }
  if (isReplay) reply.header('Idempotent-Replayed', 'true')
  return sendPlain(reply, { code: 'ok' as const, results })
}
