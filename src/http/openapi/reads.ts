// What every read of the OpenAPI document has beside its own schema: the condition that it takes, and its 304.
import { entityTag } from '../../schema/examples.ts'

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of earlier answers; 304 where the answer would be one of them.',
  schema: { type: 'string' },
  example: entityTag,
}

const notModified = { description: 'It is as If-None-Match names it, by the ETag of an earlier answer.' }

type Read = { parameters?: object[]; responses: Record<string, object> }

/** Completes a GET; leaves every other operation as it is. */
export function completeRead(method: string, operation: Read): void {
  if (method !== 'get') return
  operation.parameters = [...(operation.parameters ?? []), ifNoneMatch]
  operation.responses['304'] = { ...notModified }
}
