// A download with one object per line, written as the objects are read.
import type { FastifyReply } from 'fastify'
import { NDJSON } from '../../kernel/http/api/ndjson.ts'
import { bodyStream } from '../../kernel/http/server/body-stream.ts'

export const sendNdjson = (reply: FastifyReply, name: string, pages: AsyncIterable<readonly object[]>) =>
  reply
    .type(NDJSON)
    .header('content-disposition', `attachment; filename="${name}.ndjson"`)
    .send(bodyStream(linesOf(pages)))

async function* linesOf(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('')
}
