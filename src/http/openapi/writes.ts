// What the OpenAPI document adds to every write: its request headers and the response of a dry run.
import { entityTag } from '../../schema/examples.ts'

type Parameter = { name: string; in: string; [key: string]: unknown }
type Content = { 'application/json'?: { schema: unknown; [key: string]: unknown } }
export type DescribedOperation = WriteMark & {
  parameters?: Parameter[]
  responses: Record<
    string,
    { description?: string; content?: Content; headers?: Record<string, { $ref: string }> }
  >
}

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example,
})

const idempotencyKey = header(
  'Idempotency-Key',
  '1 to 255 visible ASCII characters. For 24 hours, repeating the request with the same key returns the first response again, including passwords. A different request with the same key is refused.',
  '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
)
const conditions = [
  header(
    'If-Match',
    'The ETag of an earlier read. The write is refused with 412 if the version of the object has changed since. `*` matches any existing object.',
    entityTag,
  ),
  header('If-None-Match', '`*` refuses the write with 412 if the object already exists.', '*'),
]

const dryRun = { $ref: '#/components/schemas/DryRun' }

/** Marks a route that makes `one` change or `many`. */
export type WriteMark = { 'x-write'?: 'one' | 'many' }

/** Completes an operation that is marked as a write, and removes the mark. */
export function completeWrite(operation: DescribedOperation): void {
  const { 'x-write': mark, parameters = [], responses } = operation
  if (mark === undefined) return
  delete operation['x-write']
  const parametersOfConditions = '412' in responses ? conditions : []
  operation.parameters = [...parameters, idempotencyKey, ...parametersOfConditions]
  if (mark === 'one') addDryRun(responses)
  for (const [status, response] of Object.entries(responses)) {
    const replayed = { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } }
    if (status.startsWith('2')) response.headers = { ...response.headers, ...replayed }
  }
}

function addDryRun(responses: DescribedOperation['responses']): void {
  const ok = responses['200']
  const content = ok?.content?.['application/json']
  if (ok && content) {
    // A union of the two schemas would blur the response type for callers that do not use dry runs.
    content['x-dry-run'] = dryRun
    ok.description = `${ok.description} With \`dryRun=true\`, the body is a \`DryRun\`.`
  } else {
    // Not 200: it would precede the 201, and generators would use it as the response type.
    responses['2XX'] = {
      description: 'With `dryRun=true`, the status is 200 and the body is a `DryRun`.',
      content: { 'application/json': { schema: dryRun } },
    }
  }
}
