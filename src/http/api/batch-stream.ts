// A batch as a stream: one operation a line comes in, one result a line goes out, and only a group is held in between.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { executeInGroups, GROUP } from '../../domain/changes/command-groups.ts'
import { Refusal } from '../../domain/changes/errors.ts'
import { commandOrRefusal } from '../../domain/changes/refuse.ts'
import { parseJson } from '../../lib/text/strict-json.ts'
import {
  BatchOperation,
  type BatchResult,
  LONGEST_LINE_BYTES,
  MOST_STREAMED,
} from '../../schema/changes/batch.ts'
import { ref } from '../../schema/common.ts'
import { type Receipts, sha256 } from '../guards/idempotency.ts'
import { checkBody } from '../guards/validation.ts'
import { toRefusal } from '../problems/problems.ts'
import { commandOf, partOfBatch, refusedResult, resultOf } from './batch-operations.ts'
import { type Line, linesOf, NDJSON } from './ndjson.ts'
import type { Writes } from './writes.ts'

const operationSchema = ref(BatchOperation)

type StreamedBatch = {
  writes: Writes
  request: FastifyRequest
  stream: Readable
  isDryRun: boolean
  receipts: Receipts | undefined
}

/**
 * Lines of results, as long as the key may be used. What ends the stream early is its last line, a problem that is
 * marked as such; all lines before it were done.
 */
export async function* answerStream(batch: StreamedBatch): AsyncGenerator<string> {
  try {
    for await (const results of resultsOf(batch))
      yield results.map((result) => `${JSON.stringify(result)}\n`).join('')
  } catch (error) {
    const { request } = batch
    const refusal = toRefusal(error, request)
    request.refusal = refusal
    if (refusal.code === 'internal_error') request.log.error({ err: error }, 'a streamed batch failed')
    yield `${JSON.stringify({ ...refusedResult(refusal, request), ended: true })}\n`
  }
}

async function* resultsOf(batch: StreamedBatch): AsyncGenerator<BatchResult[]> {
  const { writes, request, isDryRun, receipts } = batch
  let done = 0
  for await (const lines of groupsOfLines(batch)) {
    // An answer that is under way outlives what its request was let in by.
    await request.requireKey()
    const operations = lines.map((line) => ({ command: commandOfLine(writes, request, line) }))
    const groups = executeInGroups(writes.services, request.caller, operations, {
      isDryRun,
      claim: receipts && (() => receipts.claim(partOfBatch(done), hashOf(lines))),
    })
    for await (const { outcomes, ...view } of groups)
      yield outcomes.map(({ outcome }) => resultOf(outcome, { request, ...view }))
    done += lines.length
  }
}

const commandOfLine = (writes: Writes, request: FastifyRequest, { number, content }: Line) =>
  commandOrRefusal(() => {
    if (content === undefined) throw lineTooLong()
    const read = parseJson(content, number)
    if (!read.ok) throw new Refusal('invalid_json', { message: read.problem })
    checkBody(request, operationSchema, read.value)
    return commandOf(writes, request, read.value as BatchOperation)
  })

/** Of no body in another form. */
const hashOf = (lines: readonly Line[]): string =>
  sha256([NDJSON, ...lines.map(({ content }) => content?.toString('latin1') ?? '')].join('\n'))

/**
 * Groups of at most GROUP lines. What has come is not kept waiting for more, unless groups have to be the same however
 * the stream is cut into packets: for a dry run, which sees no further than a group, and for receipts. Then the last
 * one is always smaller, empty if need be: its receipt marks the end, and another stream that goes on there, or ends
 * elsewhere, is told that the key has been used.
 */
async function* groupsOfLines({ stream, isDryRun, receipts }: StreamedBatch): AsyncGenerator<Line[]> {
  const areFixed = isDryRun || receipts !== undefined
  let group: Line[] = []
  let count = 0
  for await (const lines of linesOf(stream, LONGEST_LINE_BYTES)) {
    for (const line of lines) {
      count += 1
      if (count > MOST_STREAMED) {
        // What came before is done, whatever the packets were.
        if (group.length > 0) yield group
        throw tooManyLines()
      }
      group.push(line)
      if (group.length < GROUP) continue
      yield group
      group = []
    }
    if (areFixed || group.length === 0) continue
    yield group
    group = []
  }
  if (areFixed) yield group
}

const lineTooLong = () =>
  new Refusal('body_too_large', { message: `A line has at most ${LONGEST_LINE_BYTES / 1024} KiB.` })
const tooManyLines = () =>
  new Refusal('body_too_large', { message: `A stream has at most ${MOST_STREAMED} operations.` })
