// Streamed batches: one operation per line in, one result per line out. Only one chunk of lines is in memory at a time.

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BatchOperation, type BatchResult } from '../../changes/batch-schema.ts'
import { executeInChunks } from '../../changes/command-chunks.ts'
import { Refusal } from '../../changes/errors.ts'
import { commandOrRefusal } from '../../changes/refuse.ts'
import { WarningSummary } from '../../changes/warning-summary.ts'
import { parseJson } from '../../lib/text/strict-json.ts'
import { mapInSlices } from '../../lib/time/slices.ts'
import { BODY_LIMIT_BYTES, CHUNK_SIZE, MAX_STREAM_OPERATIONS } from '../../limits.ts'
import { ref } from '../../schema/common.ts'
import { type IdempotencyClaims, sha256 } from '../guards/idempotency.ts'
import { runUntilUnwanted } from '../guards/long-requests.ts'
import { checkBody } from '../guards/validation.ts'
import { toRefusal } from '../problems/problems.ts'
import { jsonRefusal } from '../server/json-body.ts'
import {
  commandOf,
  externalIdIn,
  type OperationItem,
  partOfBatch,
  refusedResult,
  resultOf,
} from './batch-operations.ts'
import { type Line, linesOf, NDJSON } from './ndjson.ts'
import type { WriteRoutes } from './writes.ts'

const operationSchema = ref(BatchOperation)

type StreamedBatch = {
  writes: WriteRoutes
  request: FastifyRequest
  reply: FastifyReply
  stream: Readable
  isDryRun: boolean
  claims: IdempotencyClaims | undefined
}

/**
 * Yields lines of results while the API key is valid, and a summary of their warnings at the end. If the stream ends early, its last line is a problem marked with
 * `ended`; everything in the lines before it was executed.
 */
export async function* answerStream(batch: StreamedBatch): AsyncGenerator<string> {
  const summary = new WarningSummary()
  try {
    for await (const results of resultsOf(batch, summary))
      yield results.map((result) => `${JSON.stringify(result)}\n`).join('')
    const { member } = summary
    if (member.summary) yield `${JSON.stringify({ status: 200, body: { code: 'ok' }, ...member })}\n`
  } catch (error) {
    const { request } = batch
    const refusal = toRefusal(error, request)
    request.refusal = refusal
    if (refusal.code === 'internal_error') request.log.error({ err: error }, 'a streamed batch failed')
    yield `${JSON.stringify({ ...refusedResult(refusal, request), ended: true })}\n`
  }
}

async function* resultsOf(batch: StreamedBatch, summary: WarningSummary): AsyncGenerator<BatchResult[]> {
  const { request, reply, claims } = batch
  let done = 0
  for await (const lines of chunksOfLines(batch)) {
    // The key may be revoked or expire while the stream is running.
    await request.requireKey()
    yield await runUntilUnwanted({ request, reply, isKept: claims !== undefined }, (signal) =>
      executeLines(batch, lines, { done, signal, summary }),
    )
    done += lines.length
  }
}

/** The results of one chunk of lines; `done` lines came before it. */
async function executeLines(
  { writes, request, isDryRun, claims }: StreamedBatch,
  lines: readonly Line[],
  { done, signal, summary }: { done: number; signal: AbortSignal; summary: WarningSummary },
): Promise<BatchResult[]> {
  const operations = await mapInSlices(lines, (line, place) =>
    itemOfLine(writes, request, line, done + place),
  )
  const chunks = executeInChunks(writes.services, request.caller, operations, {
    isDryRun,
    signal,
    claim: claims && (() => claims.claim(partOfBatch(done), hashOf(lines))),
  })
  const results: BatchResult[] = []
  for await (const { outcomes, ...view } of chunks)
    results.push(
      ...outcomes.map(({ item, outcome }) => resultOf(item, outcome, { request, summary, ...view })),
    )
  return results
}

function itemOfLine(
  writes: WriteRoutes,
  request: FastifyRequest,
  { number, content }: Line,
  index: number,
): OperationItem {
  let externalId: string | null = null
  const command = commandOrRefusal(() => {
    if (content === undefined) throw lineTooLong()
    const read = parseJson(content, { line: number })
    if (!read.ok) throw jsonRefusal(read)
    checkBody(request, operationSchema, read.value)
    const operation = read.value as BatchOperation
    externalId = externalIdIn(operation)
    return commandOf(writes, request, operation)
  })
  return { command, index, externalId }
}

/** Never equals the hash of a body in another form. */
const hashOf = (lines: readonly Line[]): string =>
  sha256([NDJSON, ...lines.map(({ content }) => content?.toString('latin1') ?? '')].join('\n'))

/**
 * Chunks of at most CHUNK_SIZE lines. Received lines normally do not wait for others. Dry runs and idempotency keys
 * need the same chunks however the stream is split into packets, so every chunk but the last is full. The last one is
 * always smaller and may be empty: its idempotency record marks the end, so a stream of a different length with the
 * same key is refused.
 */
async function* chunksOfLines({ stream, isDryRun, claims }: StreamedBatch): AsyncGenerator<Line[]> {
  const areFixed = isDryRun || claims !== undefined
  let chunk: Line[] = []
  let count = 0
  for await (const lines of linesOf(stream, BODY_LIMIT_BYTES)) {
    for (const line of lines) {
      count += 1
      if (count > MAX_STREAM_OPERATIONS) {
        // The lines before the limit are executed however the stream is split into packets.
        if (chunk.length > 0) yield chunk
        throw tooManyLines()
      }
      chunk.push(line)
      if (chunk.length < CHUNK_SIZE) continue
      yield chunk
      chunk = []
    }
    if (areFixed || chunk.length === 0) continue
    yield chunk
    chunk = []
  }
  if (areFixed) yield chunk
}

const lineTooLong = () =>
  new Refusal('body_too_large', { message: `A line can have at most ${BODY_LIMIT_BYTES / 1024} KiB.` })
const tooManyLines = () =>
  new Refusal('body_too_large', { message: `A stream can have at most ${MAX_STREAM_OPERATIONS} operations.` })
