// Sends the whole programme in one PUT, and reads the response.

import type { ItemKind } from '../file/programme.ts'
import { type ApiClient, asList, describeReply, type Problem, type Reply } from './client.ts'
import { PushFailure } from './failure.ts'

const LARGEST_BODY_BYTES = 32 * 2 ** 20

export type Counts = Record<ItemKind, number>
export type Account = { email: string; username?: string; password?: string }
/** `id` is set for a removal, which has no item in the document. */
export type Refused = Problem & { pointer: string; id?: string; source?: string; errors?: Problem[] }
/** `edited` if the value before was entered by hand since the last import. */
export type AttributeChange = { pointer: string; before: unknown; after: unknown; edited?: true }
export type ObjectChange = {
  kind: ItemKind
  action: 'created' | 'updated' | 'removed'
  /** A pointer into the document. Absent for removals. */
  pointer?: string
  changes: AttributeChange[]
}

export type ProgrammeAnswer = {
  created: Counts
  updated: Counts
  unchanged: Counts
  removed: Counts
  accounts: Account[]
  refused: Refused[]
  warnings: Problem[]
  changes: ObjectChange[]
}

/**
 * `tooMuch` lists the removals that need confirmation. `otherRequest` means that the idempotency key belongs to another
 * document. In both cases, nothing was applied.
 */
export type SendOutcome = { answer: ProgrammeAnswer } | { tooMuch: string } | { otherRequest: PushFailure }

/**
 * Sends the document as JSON. With the same idempotency key, it is applied once and always gets the same response.
 * @throws PushFailure if the server refuses the whole document or its response does not arrive.
 */
export async function sendProgramme(
  client: ApiClient,
  document: string,
  { idempotencyKey }: { idempotencyKey: string | undefined },
): Promise<SendOutcome> {
  const body = Buffer.from(document)
  if (body.length > LARGEST_BODY_BYTES) {
    throw new PushFailure(
      `The programme has ${Math.ceil(body.length / 2 ** 20)} MiB, but the limit is 32 MiB. Push it in parts, each with its own --source.`,
    )
  }
  const path = idempotencyKey === undefined ? '/programme?dryRun=true' : '/programme'
  const reply = await client.put(path, body, idempotencyKey)
  const { status, body: answer } = reply
  if (status === 200) return { answer: readAnswer(answer) }
  if (answer.code === 'prune_too_large') return { tooMuch: String(answer.message) }
  if (answer.code === 'idempotency_key_reused') return { otherRequest: describeRefusal(reply) }
  throw describeRefusal(reply)
}

function describeRefusal(reply: Reply): PushFailure {
  if (reply.status === 404 || reply.status === 405)
    return new PushFailure(
      'The server does not support PUT /programme, because it is older than this command.',
    )
  const isLost = reply.status >= 500 || reply.body.code === 'idempotency_key_in_use'
  return new PushFailure(`The server refused the programme: ${describeReply(reply)}`, {
    isUncertain: isLost,
    isPassing: isLost,
  })
}

/** The API's contract guarantees the types of the members. Missing lists and counts are empty. */
function readAnswer(body: Record<string, unknown>): ProgrammeAnswer {
  return {
    created: asCounts(body.created),
    updated: asCounts(body.updated),
    unchanged: asCounts(body.unchanged),
    removed: asCounts(body.removed),
    accounts: asList<Account>(body.accounts),
    refused: asList<Refused>(body.refused),
    warnings: asList<Problem>(body.warnings),
    changes: asList<ObjectChange>(body.changes),
  }
}

const asCounts = (value: unknown): Counts => ({
  talks: 0,
  sponsors: 0,
  people: 0,
  ...(value as Partial<Counts>),
})
