// Operations of a batch: each becomes the command of its route, or the refusal that it alone would have met.
import type { FastifyRequest } from 'fastify'
import { type Command, commandOrRefusal } from '../../domain/changes/commands.ts'
import type { MadeUp } from '../../domain/changes/dry-run.ts'
import { Refusal } from '../../domain/changes/errors.ts'
import type { Saved } from '../../domain/programme/save-with-people.ts'
import type { BatchOperation, BatchResult } from '../../schema/changes/batch.ts'
import type { Outcome } from '../../store/store.ts'
import { seenBy } from '../guards/preconditions.ts'
import { checkBody } from '../guards/validation.ts'
import { hostOf, problemDetails } from '../problems/problems.ts'
import { type Answered, dryRunOf } from './dry-run.ts'
import { API } from './responses.ts'
import type { Writes } from './writes.ts'

/**
 * The name of the part of a batch that starts with this operation, counted from 0. In all forms the first part has one
 * name, so that a key that is used again in another form meets its receipt.
 */
export const partOfBatch = (start: number): string => `batch ${start}`

/** Checks an operation in the order of a request of its own: route, privilege, body, identifier. */
export const commandOf = (
  writes: Writes,
  request: FastifyRequest,
  operation: BatchOperation,
): Command<Saved<Answered>> => commandOrRefusal(() => checkedCommand(writes, request, operation))

function checkedCommand(writes: Writes, request: FastifyRequest, operation: BatchOperation) {
  const { method, body = {} } = operation
  if (/[?#]/.test(operation.path)) throw queryInPath()
  const path = operation.path.startsWith(API) ? operation.path.slice(API.length) : operation.path
  const found = writes.find(method, path)
  if ('allow' in found) throw new Refusal(found.allow.length > 0 ? 'method_not_allowed' : 'not_found')
  const { write, reference } = found
  if (write.isPrivileged && request.caller.actor.level !== 'privileged')
    throw new Refusal('insufficient_permissions')
  if (write.schema.body) checkBody(request, write.schema.body, body)
  return write.command({ reference, body, seen: seenBy(operation) })
}

// Taken as part of the identifier, it would be a write that nobody asked for.
const queryInPath = () =>
  new Refusal('bad_request', {
    message: 'The path of an operation has no query: a dry run is asked for the batch as a whole.',
  })

type View = {
  request: FastifyRequest
  replayOf: string | undefined
  /** Of a dry run. */
  madeUp: MadeUp | undefined
}

/** The result of an operation, as it would have been answered alone. */
export function resultOf(outcome: Outcome<Saved<Answered>>, view: View): BatchResult {
  if (outcome.status === 'done' && view.madeUp) {
    const body = dryRunOf(outcome, view.madeUp)
    return { status: body.status, body }
  }
  if (outcome.status === 'done')
    return { status: outcome.answer.isCreated ? 201 : 200, body: outcome.answer.answer }
  if (outcome.status === 'refused' && outcome.refusal instanceof Refusal)
    return refusedResult(outcome.refusal, view.request, view.replayOf)
  throw new Error('An operation of a batch has an outcome of its own.')
}

export const refusedResult = (refusal: Refusal, request: FastifyRequest, replayOf?: string): BatchResult => ({
  status: refusal.status,
  body: problemDetails(refusal, replayOf ?? request.id, hostOf(request)),
})
