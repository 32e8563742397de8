// Commands: every change enters the store here, with credentials for the accounts it has to create.
import type { HashOptions } from '../../lib/security/hash-queue.ts'
import type { CredentialsByEmail, Operation } from '../../store/changes/operation.ts'
import {
  type Command,
  command,
  type Finished,
  type Outcome,
  type ReceiptClaim,
  type Transaction,
  type TransactionResult,
} from '../../store/changes/transaction.ts'
import type { InvitationDrafts } from '../access/new-invitations.ts'
import { createCredentials } from '../people/credentials.ts'
import { type Caller, type Services, writeContext } from '../services.ts'
import { Refusal, refusalCodec } from './errors.ts'
import type { Precondition } from './preconditions.ts'

/** A save as it is requested: `reference` as in the path, null for a creation without one. */
export type SaveRequest<Body> = {
  reference: string | null
  /** The second identifier of a path such as /talks/:id/messages/:messageId. */
  itemReference?: string | null
  body: Body
  precondition?: Precondition | undefined
  /** The source of the import that sends the object, and to which it then belongs. */
  source?: string | undefined
  /** Invites the people whose accounts it creates. */
  invitations?: InvitationDrafts | undefined
}
export type DeleteRequest = {
  reference: string
  precondition?: Precondition | undefined
  /** Deletes the object only if it still belongs to the import of this source. */
  source?: string | undefined
}

export type ExecuteOptions = HashOptions & {
  /** Whether one refusal rolls back all commands. */
  isAtomic?: boolean
  /** Nothing is changed and no password is generated: reports what would happen. */
  isDryRun?: boolean
  /** Credentials that are ready, such as a password chosen by the account's owner. */
  credentials?: CredentialsByEmail
  /** One receipt for all commands. */
  receipt?: ReceiptClaim | undefined
}

/** Executes one operation that creates no accounts. Throws its refusal. */
export async function execute<State, Input, Answer>(
  services: Pick<Services, 'store' | 'clock'>,
  caller: Caller,
  operation: Operation<State, Input, Answer>,
  input: Input,
): Promise<Answer> {
  const result = await runInStore(services, caller, { commands: [command(operation, input)] })
  if (result.status === 'needs_credentials')
    throw new Error(`${operation.name} creates accounts: use executeCommand.`)
  return answerOf(requireFinished(result))
}

/** Executes one command. Throws its refusal. */
export const executeCommand = async <Answer>(
  services: Services,
  caller: Caller,
  one: Command<Answer>,
  options?: ExecuteOptions,
): Promise<Answer> => answerOf(await executeAll(services, caller, [one], options))

const MAX_ATTEMPTS = 20

/**
 * Executes commands in one transaction, in their order. A refused command changes nothing and leaves the others, unless
 * they are atomic. The first attempt needs no passwords: if it would create accounts, the store rolls it back and names
 * them, their passwords are hashed, and the next attempt commits. A repeated or refused transaction costs no hash.
 * Throws `idempotency_key_reused` if the receipt is of another request, `idempotency_key_rotated` if its API key has been
 * rotated since, and `username_taken` if no attempt finds a free username. Throws the reason of the signal if it aborts
 * before the changes are committed.
 */
export async function executeAll<Answer>(
  services: Services,
  caller: Caller,
  commands: readonly Command<Answer>[],
  { bulk, signal, ...options }: ExecuteOptions = {},
): Promise<Finished<Answer>> {
  let { credentials = {} } = options
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    signal?.throwIfAborted()
    const ready = await Promise.all(commands.map(withInput))
    const result = await runInStore(services, caller, { ...options, commands: ready, credentials })
    if (result.status !== 'needs_credentials') return requireFinished(result)
    const created = await createCredentials(services, caller, result.people, {
      earlier: credentials,
      bulk,
      signal,
    })
    // Other usernames for those whose candidates were all taken.
    credentials = { ...credentials, ...created }
  }
  throw new Refusal('username_taken', { message: 'No username is available for this name. Send a username.' })
}

/** The refusal an operation would get at this moment; undefined if it would succeed. Changes nothing. */
export async function findRefusal<State, Input, Answer>(
  services: Services,
  caller: Caller,
  operation: Operation<State, Input, Answer>,
  input: Input,
): Promise<Refusal | undefined> {
  const { outcomes } = await executeAll(services, caller, [command(operation, input)], { isDryRun: true })
  return outcomes[0]?.status === 'refused' ? refusalCodec.fromData(outcomes[0].refusal) : undefined
}

/** The answer of an outcome. Throws its refusal. */
export function requireDone<Answer>(outcome: Outcome<Answer> | undefined): Answer {
  if (outcome?.status === 'done') return outcome.answer
  if (outcome?.status === 'refused') throw refusalCodec.fromData(outcome.refusal)
  throw new Error('The command has no outcome of its own.')
}

/** The outcome of a part of an operation that is refused on its own. */
export function outcomeOf<Answer>(decide: () => Answer): Outcome<Answer> {
  try {
    return { status: 'done', answer: decide(), events: [] }
  } catch (error) {
    const refusal = refusalCodec.toData(error)
    if (refusal === undefined) throw error
    return { status: 'refused', refusal }
  }
}

/** The answers of an atomic transaction, in the order of its commands. Throws the first refusal. */
export function requireAllDone<Answer>(outcomes: readonly Outcome<Answer>[]): Answer[] {
  // The other commands are undone, so their outcomes do not say why.
  const refused = outcomes.find(({ status }) => status === 'refused')
  return refused ? [requireDone(refused)] : outcomes.map(requireDone)
}

/** The one place where changes enter the store. */
async function runInStore<Answer>(
  { store, clock, onLiveChanges }: Pick<Services, 'store' | 'clock' | 'onLiveChanges'>,
  caller: Caller,
  transaction: Transaction<Answer>,
): Promise<TransactionResult<Answer>> {
  const result = await store.execute(writeContext(clock, caller), transaction)
  if (result.status === 'finished' && result.live) onLiveChanges?.(result.live)
  return result
}

async function withInput<Answer>({ prepareInput, ...one }: Command<Answer>): Promise<Command<Answer>> {
  return prepareInput ? { ...one, input: await prepareInput() } : one
}

function requireFinished<Answer>(
  result: Exclude<TransactionResult<Answer>, { status: 'needs_credentials' }>,
): Finished<Answer> {
  if (result.status === 'other_receipt') throw new Refusal('idempotency_key_reused')
  if (result.status === 'other_secret') throw new Refusal('idempotency_key_rotated')
  return result
}

const answerOf = <Answer>({ outcomes: [outcome] }: Finished<Answer>): Answer => requireDone(outcome)
