// The route of files. A body is the file itself, so the route is not part of batches.

import type { Readable } from 'node:stream'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { problems } from '../../kernel/http/api/responses.ts'
import { DryRunQuery, isDryRunOf, type WriteRoutes } from '../../kernel/http/api/writes.ts'
import { recordLargeBodyHash } from '../../kernel/http/guards/idempotency.ts'
import { preconditionOf } from '../../kernel/http/guards/preconditions.ts'
import type { BodyBudget } from '../../kernel/http/server/body-budget.ts'
import { admitLargeBodies, freeBody, receiveBody } from '../../kernel/http/server/large-bodies.ts'
import { ref } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { isPdf } from './documents.ts'
import { saveFileCommand } from './files.ts'
import { MAX_DOCUMENT_BYTES, MAX_PICTURE_BYTES } from './limits.ts'
import * as schemas from './schema.ts'
import { ANY_TYPE, DOCUMENT_TYPE, FileSaved, fileTypes } from './schema.ts'
import type { FileServices } from './services.ts'

type Options = { services: FileServices; writes: WriteRoutes; budget: BodyBudget }

/** Needs `request.caller`. */
const fileRoutes: FastifyPluginCallbackTypebox<Options> = (app, { services, writes, budget }, done) => {
  readFiles(app, budget)
  app.post(
    '/files',
    {
      bodyLimit: MAX_DOCUMENT_BYTES,
      config: { isBulk: true, acceptedFiles: fileTypes },
      schema: {
        operationId: 'uploadFile',
        'x-write': 'one',
        tags: ['Files'],
        summary: 'Upload a file',
        description: `The body is the file itself, with its type as the \`Content-Type\`, or \`application/octet-stream\` if you do not know it: a JPEG, PNG, WebP, GIF, AVIF, or SVG picture of up to 16 MiB and 50 million pixels, or a PDF of up to 32 MiB. Send the \`path\` of the response as \`image\` of a talk, \`avatar\` of a person, \`logo\` or \`icon\` of a sponsor, or as the \`url\` of one of the \`files\` of a talk.

Pictures are re-encoded in up to three sizes, without metadata such as where they were taken. Only the first frame of an animation is kept. The same file is stored once: uploading it again returns the same path. A file that nothing refers to is removed after a day. A PDF that contains scripts, actions, or other files, or is encrypted, is refused with the problem \`active_pdf\`.`,
        querystring: DryRunQuery,
        body: { content: Object.fromEntries(fileTypes.map((type) => [type, { schema: bodyOf(type) }])) },
        response: { 200: ref(FileSaved), 201: ref(FileSaved), ...problems.file },
      },
    },
    async (request, reply) => {
      const { caller, headers, body } = request
      const bytes = isFile(body) ? body : Buffer.alloc(0)
      const command = saveFileCommand(services, caller, {
        bytes,
        kind: kindOf(headers['content-type'], bytes),
        precondition: preconditionOf({
          ifMatch: headers['if-match'],
          ifNoneMatch: headers['if-none-match'],
        }),
        isDryRun: isDryRunOf(request),
      })
      try {
        return await writes.execute(request, reply, { command, locationOf: ({ path }) => path })
      } finally {
        freeBody(bytes)
      }
    },
  )
  done()
}

/** Our parser returns nothing else. Without a body, it is not called. */
const isFile = (body: unknown): body is Buffer<ArrayBuffer> => Buffer.isBuffer(body)

/** The bytes of a file have no schema (OpenAPI 3.1, section 4.8.14.2). A drawing is text, so it can be an example. */
const bodyOf = (type: string) =>
  type === 'image/svg+xml' ? Type.Unknown({ examples: [examples.drawing] }) : Type.Unknown()

const isOf = (type: string, sent = ''): boolean => sent.toLowerCase().startsWith(type)

function kindOf(type: string | undefined, bytes: Buffer): 'picture' | 'document' {
  return isOf(DOCUMENT_TYPE, type) || (isOf(ANY_TYPE, type) && isPdf(bytes)) ? 'document' : 'picture'
}

function readFiles(app: FastifyInstance, budget: BodyBudget): void {
  admitLargeBodies(app, budget)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...fileTypes], async (request: FastifyRequest, payload: Readable) => {
    const { 'content-type': type } = request.headers
    const canBeDocument = isOf(DOCUMENT_TYPE, type) || isOf(ANY_TYPE, type)
    const limit = canBeDocument ? MAX_DOCUMENT_BYTES : MAX_PICTURE_BYTES
    const bytes = await receiveBody(request, payload, limit)
    await recordLargeBodyHash(request, bytes)
    return bytes
  })
}

export const filesApi: ApiPart = {
  tags: [{ name: 'Files', description: 'Pictures and documents that talks, people, and sponsors refer to.' }],
  schemas: [schemas],
  routes: fileRoutes,
}
