// Errors (RFC 9457), notices in successful responses, and the response of a deletion.
import Type, { type Static } from 'typebox'
import { id, ref } from './common.ts'
import * as examples from './examples.ts'

/** A warning that did not stop the write. */
export const Notice = Type.Object(
  { code: Type.String(), message: Type.String(), pointer: Type.Optional(Type.String()) },
  { $id: 'Notice', description: 'A problem that did not stop the request.' },
)
export type Notice = Static<typeof Notice>

export const WarningCount = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    count: Type.Integer({ minimum: 1 }),
    first: Type.String({ description: 'JSON Pointer (RFC 6901) to the first place in the request.' }),
  },
  { $id: 'WarningCount', description: 'A warning of a bulk request, and how often it occurred.' },
)
export type WarningCount = Static<typeof WarningCount>

/** The member `summary` of responses to bulk requests. */
export const bulkSummary = () =>
  Type.Optional(
    Type.Object(
      { warnings: Type.Array(ref(WarningCount)) },
      { description: 'The warnings of all items, equal ones once. Absent if there are none.' },
    ),
  )

export const ProblemDetails = Type.Object(
  {
    code: Type.String({ description: 'A stable code, explained at the URL in `type`.' }),
    message: Type.String(),
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    instance: Type.String({ description: 'The request id as a urn:uuid.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.Optional(Type.String({ description: 'JSON Pointer (RFC 6901) into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'The name of the query parameter.' })),
          id: Type.Optional(id()),
          code: Type.String(),
          message: Type.String(),
        }),
      ),
    ),
  },
  { $id: 'ProblemDetails', description: 'An error (RFC 9457).', examples: [examples.problem] },
)

export const Deleted = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id() },
  { $id: 'Deleted', description: 'The object was deleted.', examples: [examples.deleted] },
)
export type Deleted = Static<typeof Deleted>
