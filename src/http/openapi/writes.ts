// What every write of the OpenAPI document has beside its own schema: the headers that it takes, and its dry run.
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
  '1 to 255 visible ASCII characters. Within 24 hours, the same request under the same key is answered as the first time, passwords included; another one is refused.',
  '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
)
const conditions = [
  header(
    'If-Match',
    'The ETag of a read, of which the version counts: 412 where the object has changed since. `*`: only where it exists.',
    entityTag,
  ),
  header('If-None-Match', '`*`: 412 where the object exists already.', '*'),
]

const dryRun = { $ref: '#/components/schemas/DryRun' }

/** Of a route that writes: `one` change, or `many`. */
export type WriteMark = { 'x-write'?: 'one' | 'many' }

/** Completes an operation that is marked as a write, and takes the mark away. */
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
    // A union of the two would take the type of every answer away from those who ask for no dry run.
    content['x-dry-run'] = dryRun
    ok.description = `${ok.description} With \`dryRun=true\` it is a \`DryRun\` instead.`
  } else {
    // Not 200: it would come before the 201, and be taken for the type of the answer.
    responses['2XX'] = {
      description: '200: a dry run.',
      content: { 'application/json': { schema: dryRun } },
    }
  }
}
