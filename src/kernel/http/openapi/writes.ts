// Parts of every write in the OpenAPI document: its request headers and the response of a dry run.
import { entityTag } from '../../schema/examples.ts'

export type Parameter = {
  name: string
  in: string
  required?: boolean
  example?: unknown
  examples?: Record<string, { value: unknown; 'x-disabled'?: boolean }>
  schema?: { type?: string; examples?: unknown[]; enum?: unknown[]; default?: unknown }
  [key: string]: unknown
}
type Content = { 'application/json'?: { schema: unknown; [key: string]: unknown } }
export type DescribedOperation = WriteMark & {
  parameters?: Parameter[]
  requestBody?: { required?: boolean }
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

/** Marks a route that makes `one` change or `many`, and a route that needs no body. */
export type WriteMark = { 'x-write'?: 'one' | 'many'; 'x-optional-body'?: true }

/** Completes an operation that is marked as a write, and removes the mark. */
export function completeWrite(operation: DescribedOperation): void {
  const { 'x-write': mark, 'x-optional-body': isBodyOptional, parameters = [], responses } = operation
  if (mark === undefined) return
  delete operation['x-write']
  delete operation['x-optional-body']
  if (isBodyOptional && operation.requestBody) operation.requestBody.required = false
  const parametersOfConditions = parameters.some((parameter) => parameter.in === 'path') ? conditions : []
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
    // Not 2XX, because several generators cannot read ranges of statuses.
    responses['200'] = {
      description: 'The body with `dryRun=true`. Nothing was created.',
      content: { 'application/json': { schema: dryRun } },
    }
  }
}
