// Operations of a batch. Each becomes the command of its route, or the refusal it would get on its own.

import type { FastifyRequest } from 'fastify'
import type { BatchOperation, BatchResult } from '../../changes/batch-schema.ts'
import type { PlannedIds } from '../../changes/dry-run.ts'
import { Refusal, refusalCodec } from '../../changes/errors.ts'
import { commandOrRefusal } from '../../changes/refuse.ts'
import type { Saved } from '../../changes/saved.ts'
import type { WarningSummary } from '../../changes/warning-summary.ts'
import type { Notice } from '../../schema/problems.ts'
import type { Command, Outcome } from '../../store/changes/transaction.ts'
import { preconditionOf } from '../guards/preconditions.ts'
import { checkBody } from '../guards/validation.ts'
import { statusOf } from '../problems/catalog.ts'
import { problemDetails } from '../problems/problems.ts'
import { hostOf } from '../server/hosts.ts'
import { dryRunOf, type WriteResponse } from './dry-run.ts'
import { API } from './responses.ts'
import type { WriteRoutes } from './writes.ts'

/**
 * The name of the part of a batch that starts with this operation, counted from 0. The first part has the same name in
 * every form of a batch, so that reusing a key in another form finds its idempotency record.
 */
export const partOfBatch = (start: number): string => `batch ${start}`

/** Checks an operation in the same order as a single request: route, privilege, body, identifier. */
export const commandOf = (
  writes: WriteRoutes,
  request: FastifyRequest,
  operation: BatchOperation,
): Command<Saved<WriteResponse>> => commandOrRefusal(() => checkedCommand(writes, request, operation))

function checkedCommand(writes: WriteRoutes, request: FastifyRequest, operation: BatchOperation) {
  const { method, body = {} } = operation
  if (/[?#]/.test(operation.path)) throw queryInPath()
  const path = operation.path.startsWith(API) ? operation.path.slice(API.length) : operation.path
  const found = writes.find(method, path)
  if ('allow' in found) throw new Refusal(found.allow.length > 0 ? 'method_not_allowed' : 'not_found')
  const { write, references } = found
  if (write.isPrivileged && request.caller.actor.level !== 'privileged')
    throw new Refusal('insufficient_permissions')
  if (write.schema.body) checkBody(request, write.schema.body, body)
  return write.command({ ...references, body, precondition: preconditionOf(operation) })
}

// If a query became part of the identifier, the operation would write to the wrong object.
const queryInPath = () =>
  new Refusal('bad_request', {
    message:
      'The path of an operation cannot have a query. To do a dry run, add dryRun=true to the request itself.',
  })

type View = {
  request: FastifyRequest
  /** Gets the warnings of the operation. */
  summary: WarningSummary
  replayOf: string | undefined
  /** Set in a dry run. */
  plannedIds: PlannedIds | undefined
}

/** An operation of a batch as an item of its chunks. */
export type OperationItem = {
  command: Command<Saved<WriteResponse>>
  /** The position of the operation in the batch. */
  index: number
  /** The externalId in the operation. */
  externalId: string | null
}

/** The externalId that the path or the body of an operation names. */
export function externalIdIn({ path, body }: BatchOperation): string | null {
  const [, encoded] = /^(?:\/api\/external\/v1)?\/[^/]+\/ext:([^/]+)$/.exec(path) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const sent = (body as { externalId?: unknown } | undefined)?.externalId
  return typeof sent === 'string' ? sent : null
}

/** Null for text that is not percent-encoded correctly, and so names nothing. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The result of an operation: the status and body of a single request. */
export function resultOf(
  { index, externalId: sent }: OperationItem,
  outcome: Outcome<Saved<WriteResponse>>,
  view: View,
): BatchResult {
  if (outcome.status === 'done') {
    const { isCreated, response, externalId = null } = outcome.answer
    view.summary.add(`/operations/${index}/body`, noticesIn(response))
    const body = view.plannedIds ? dryRunOf(outcome, view.plannedIds) : response
    return { index, externalId, status: isCreated ? 201 : 200, body }
  }
  if (outcome.status === 'refused') {
    const refusal = refusalCodec.fromData(outcome.refusal)
    return { index, externalId: sent, ...refusedResult(refusal, view.request, view.replayOf) }
  }
  throw new Error('An operation of a batch has an outcome of its own.')
}

const noticesIn = (response: WriteResponse): Notice[] => {
  const { warnings = [], errors = [] } = response as { warnings?: Notice[]; errors?: Notice[] }
  return [...warnings, ...errors]
}

export const refusedResult = (
  refusal: Refusal,
  request: FastifyRequest,
  replayOf?: string,
): Pick<BatchResult, 'status' | 'body'> => ({
  status: statusOf(refusal),
  body: problemDetails(refusal, replayOf ?? request.id, hostOf(request)),
})
