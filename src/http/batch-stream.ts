// A batch as a stream: one operation a line comes in, one result a line goes out, and only a group is held in between.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { commandOrRefusal } from '../domain/commands.ts'
import { Refusal } from '../domain/errors.ts'
import { executeInGroups, GROUP } from '../domain/groups.ts'
import { parseJson } from '../lib/json.ts'
import { BatchOperation, type BatchResult, MOST_STREAMED } from '../schema/batch.ts'
import { ref } from '../schema/common.ts'
import { commandOf, refusedResult, resultOf } from './batch-operations.ts'
import { type Receipts, sha256 } from './idempotency.ts'
import { toRefusal } from './problems.ts'
import { checkBody } from './validation.ts'
import type { Writes } from './writes.ts'

export const NDJSON = 'application/x-ndjson'
const LONGEST_LINE_BYTES = 256 * 1024
const NEWLINE = 0x0a
const operationSchema = ref(BatchOperation)

type Asked = {
  writes: Writes
  request: FastifyRequest
  stream: Readable
  isDryRun: boolean
  receipts: Receipts | undefined
}

/**
 * Lines of results, as long as the key may be used. What ends the stream early is its last line, a problem; all lines
 * before it were done.
 */
export async function* answerStream(asked: Asked): AsyncGenerator<string> {
  try {
    for await (const results of resultsOf(asked))
      yield results.map((result) => `${JSON.stringify(result)}\n`).join('')
  } catch (error) {
    const refusal = toRefusal(error, asked.request)
    asked.request.refusal = refusal
    if (refusal.code === 'internal_error') asked.request.log.error({ err: error }, 'a streamed batch failed')
    yield `${JSON.stringify(refusedResult(refusal, asked.request))}\n`
  }
}

async function* resultsOf({
  writes,
  request,
  stream,
  isDryRun,
  receipts,
}: Asked): AsyncGenerator<BatchResult[]> {
  let group = 0
  for await (const lines of groupsOfLines(stream, receipts !== undefined)) {
    // An answer that is under way outlives what its request was let in by.
    await request.requireKey()
    const bodyHash = receipts ? sha256(Buffer.concat(lines)) : ''
    const operations = lines.map((line) => ({ command: commandOfLine(writes, request, line) }))
    const groups = executeInGroups(writes.services, request.caller, operations, {
      name: `stream ${group}`,
      isDryRun,
      claim: receipts && ((part) => receipts.claim(part, bodyHash)),
    })
    group += 1
    for await (const { outcomes, ...view } of groups)
      yield outcomes.map(({ outcome }) => resultOf(outcome, { request, ...view }))
  }
}

const commandOfLine = (writes: Writes, request: FastifyRequest, line: Buffer) =>
  commandOrRefusal(() => {
    const read = parseJson(line)
    if (!read.ok) throw new Refusal('invalid_json', { message: read.problem })
    checkBody(request, operationSchema, read.value)
    return commandOf(writes, request, read.value as BatchOperation)
  })

/**
 * Groups of at most GROUP lines. What has come is not kept waiting for more, unless groups have to be the same however
 * the stream is cut into packets.
 */
async function* groupsOfLines(stream: Readable, areFixed: boolean): AsyncGenerator<Buffer[]> {
  let group: Buffer[] = []
  let count = 0
  for await (const lines of linesOf(stream)) {
    for (const line of lines) {
      count += 1
      if (line === 'too long' || count > MOST_STREAMED) {
        // What came before is done, whatever the packets were.
        if (group.length > 0) yield group
        throw line === 'too long' ? lineTooLong() : tooManyLines()
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
  if (group.length > 0) yield group
}

const lineTooLong = () => new Refusal('body_too_large', { message: 'A line has at most 256 KiB.' })
const tooManyLines = () =>
  new Refusal('body_too_large', { message: `A stream has at most ${MOST_STREAMED} operations.` })

/** The lines that each piece of the stream completes, without empty ones; nothing is read behind one that is too long. */
async function* linesOf(stream: Readable): AsyncGenerator<(Buffer | 'too long')[]> {
  let rest: Buffer[] = []
  let restLength = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const lines: Buffer[] = []
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      lines.push(Buffer.concat([...rest, piece.subarray(start, end)]))
      rest = []
      restLength = 0
      start = end + 1
    }
    rest.push(piece.subarray(start))
    restLength += piece.length - start
    const tooLong = lines.findIndex((line) => line.length > LONGEST_LINE_BYTES)
    if (tooLong >= 0 || restLength > LONGEST_LINE_BYTES) {
      yield [...lines.slice(0, tooLong < 0 ? lines.length : tooLong).filter(isFilled), 'too long']
      return
    }
    yield lines.filter(isFilled)
  }
  const last = Buffer.concat(rest)
  if (isFilled(last)) yield [last]
}

const isFilled = (line: Buffer) => line.some((byte) => byte !== 0x20 && byte !== 0x0d && byte !== 0x09)
