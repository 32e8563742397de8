// Parts of every read in the OpenAPI document: If-None-Match and the 304 response.
import { entityTag } from '../../schema/examples.ts'

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of earlier responses. If one still matches, the response is 304.',
  schema: { type: 'string' },
  example: entityTag,
}

const notModified = { description: 'Not modified: the current ETag matches If-None-Match.' }

type Read = { parameters?: object[]; responses: Record<string, object> }

/** Completes a GET operation. Leaves other operations unchanged. */
export function completeRead(method: string, operation: Read): void {
  if (method !== 'get') return
  operation.parameters = [...(operation.parameters ?? []), ifNoneMatch]
  operation.responses['304'] = { ...notModified }
}
