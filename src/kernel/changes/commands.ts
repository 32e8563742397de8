// Commands: every change enters the store here.

import type { Operation } from '../store/changes/operation.ts'
import {
  type Command,
  command,
  type Finished,
  type IdempotencyClaim,
  type Outcome,
} from '../store/changes/transaction.ts'
import { Refusal, refusalCodec } from './errors.ts'
import type { Precondition } from './preconditions.ts'
import { type Caller, type Services, writeContext } from './services.ts'

/** A requested save. `reference` is the identifier in the path, or null for a creation without one. */
export type SaveRequest<Body> = {
  reference: string | null
  /** The second identifier of a path such as /talks/:id/messages/:messageId. */
  itemReference?: string | null
  body: Body
  precondition?: Precondition | undefined
  /** The source of the import that sends the object and then owns it. */
  source?: string | undefined
  /** Attributes of the body, as JSON Pointers, that an import sends only if nobody else has set them. */
  keepEdits?: readonly string[] | undefined
  /** Of an item with the id of an exported object: the externalId beside it, which the object keeps if it exists. */
  exportedAs?: string | undefined
}
export type DeleteRequest = {
  reference: string
  precondition?: Precondition | undefined
  /** Deletes the object only if it still belongs to the import of this source. */
  source?: string | undefined
}

export type ExecuteOptions = {
  /** Whether one refusal rolls back all commands. */
  isAtomic?: boolean
  /** Reports what would happen. Nothing is changed, and no password is generated. */
  isDryRun?: boolean
  /** The claim on the one idempotency record of all commands. */
  claim?: IdempotencyClaim | undefined
}

/** The services that changes need. */
type Changing = Pick<Services, 'store' | 'clock' | 'onLiveChanges'>

/** Executes one operation. Throws its refusal. */
export const execute = <State, Input, Answer>(
  services: Changing,
  caller: Caller,
  operation: Operation<State, Input, Answer>,
  input: Input,
): Promise<Answer> => executeCommand(services, caller, command(operation, input))

/** Executes one command. Throws its refusal. */
export async function executeCommand<Answer>(
  services: Changing,
  caller: Caller,
  one: Command<Answer>,
  options?: ExecuteOptions,
): Promise<Answer> {
  const { outcomes } = await executeAll(services, caller, [one], options)
  return requireDone(outcomes[0])
}

/**
 * Executes commands in one transaction, in order. A refused command changes nothing and does not affect the others,
 * unless they are atomic. This is the one place where changes enter the store. Throws `idempotency_key_reused` if the
 * idempotency record belongs to another request, and `idempotency_key_rotated` if its API key has been rotated since.
 */
export async function executeAll<Answer>(
  { store, clock, onLiveChanges }: Changing,
  caller: Caller,
  commands: readonly Command<Answer>[],
  options: ExecuteOptions = {},
): Promise<Finished<Answer>> {
  const ready = await Promise.all(commands.map(withInput))
  const result = await store.execute(writeContext(clock, caller), { ...options, commands: ready })
  if (result.status === 'other_request') throw new Refusal('idempotency_key_reused')
  if (result.status === 'other_secret') throw new Refusal('idempotency_key_rotated')
  if (result.live) onLiveChanges?.(result.live)
  return result
}

/** The refusal that an operation would get now; undefined if it would succeed. Changes nothing. */
export async function findRefusal<State, Input, Answer>(
  services: Changing,
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

/** The outcome of a part of an operation that can be refused on its own. */
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

async function withInput<Answer>({ prepareInput, ...one }: Command<Answer>): Promise<Command<Answer>> {
  return prepareInput ? { ...one, input: await prepareInput() } : one
}
