// Batches: many writes in one request, as JSON or as a stream.
import Type, { type Static } from 'typebox'
import { MAX_OPERATIONS } from '../limits.ts'
import { nullable, ref } from '../schema/common.ts'
import * as examples from '../schema/examples.ts'
import { bulkSummary } from '../schema/problems.ts'

export const BatchOperation = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'DELETE']),
    path: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The path below the API, such as `/talks/ext:crm-4711`, percent-encoded as in a URL.',
    }),
    body: Type.Optional(Type.Object({}, { additionalProperties: true })),
    ifMatch: Type.Optional(Type.String({ maxLength: 512, description: 'Works like the If-Match header.' })),
    ifNoneMatch: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          'Works like the If-None-Match header: with `*`, the operation creates but never updates.',
      }),
    ),
  },
  {
    $id: 'BatchOperation',
    additionalProperties: false,
    description: 'One write, as you would send it on its own.',
  },
)
export type BatchOperation = Static<typeof BatchOperation>

export const Batch = Type.Object(
  {
    operations: Type.Array(ref(BatchOperation), { minItems: 1, maxItems: MAX_OPERATIONS }),
    atomic: Type.Optional(
      Type.Boolean({
        description: 'All or nothing: if one operation is refused, none is applied. Default: false.',
      }),
    ),
  },
  {
    $id: 'Batch',
    additionalProperties: false,
    description: 'The writes to execute, in order.',
    examples: [examples.batch],
  },
)
export type Batch = Static<typeof Batch>

export const BatchResult = Type.Object(
  {
    index: Type.Integer({ description: 'The position of the operation, from 0.' }),
    externalId: nullable(
      Type.String({
        description:
          'Your own identifier of the object: after the operation, before a deletion, or as sent with an operation that was refused.',
      }),
    ),
    status: Type.Integer({ description: 'The status that the operation would have on its own.' }),
    body: Type.Object({}, { additionalProperties: true }),
  },
  { $id: 'BatchResult', description: 'The result of one operation.' },
)
export type BatchResult = { index: number; externalId: string | null; status: number; body: object }

export const BatchLine = Type.Object(
  {
    index: Type.Optional(BatchResult.properties.index),
    externalId: Type.Optional(BatchResult.properties.externalId),
    status: BatchResult.properties.status,
    body: BatchResult.properties.body,
    summary: bulkSummary(),
    ended: Type.Optional(
      Type.Literal(true, {
        description:
          'Only in the last line of a stream that ends early. The line says why and belongs to no operation.',
      }),
    ),
  },
  {
    $id: 'BatchLine',
    description:
      'One line of a stream: the result of the operation in the same position. If there were warnings, one more line at the end has their `summary`.',
  },
)

export const BatchDone = Type.Object(
  { code: Type.Literal('ok'), results: Type.Array(ref(BatchResult)), summary: bulkSummary() },
  {
    $id: 'BatchDone',
    description: 'The results, in the order of the operations.',
    examples: [examples.batchDone],
  },
)
