// Many commands, cut into transactions of bounded length.

import type { Outcome, ReceiptClaim } from '../../store/store.ts'
import type { Provisions } from '../people/new-accounts.ts'
import type { Caller, Services } from '../services.ts'
import { type Command, type Execution, executeAll, provisionAhead } from './commands.ts'
import { type MadeUp, madeUpIn } from './dry-run.ts'
import { MOST_PROBLEMS, type Problem, Refusal } from './errors.ts'

/** Few enough that others wait for milliseconds. */
export const GROUP = 25

/** A part of a request that is executed as one command. */
export type Part<Answer> = {
  command: Command<Answer>
  /** Its place in the body, where the request may be atomic. */
  pointer?: string
  /** The place of what its refusal points into, where that is another. */
  bodyPointer?: string
  /** Of an object that is removed for lack of a place in the list at `pointer`. */
  removedId?: string
}

export type GroupExecution = Pick<Execution, 'isAtomic' | 'isDryRun'> & {
  /** The claim of the receipt of the group that starts with this item, counted from 0. */
  claim?: ((start: number) => ReceiptClaim) | undefined
  groupSize?: number
}

type PartDone<Item, Answer> = { item: Item; outcome: Outcome<Answer> }
export type DoneGroup<Item, Answer> = {
  outcomes: PartDone<Item, Answer>[]
  replayOf: string | undefined
  /** Of a dry run. */
  madeUp: MadeUp | undefined
}

/**
 * Executes in order, group by group, and yields the outcomes of each group once it is committed; meanwhile the
 * passwords of the next are hashed. With receipts, a cut-off execution that is repeated goes on where it ended: groups
 * are the same for the same commands.
 * Throws `atomic_refused` where it is atomic and parts of it are refused.
 */
export async function* executeInGroups<Answer, Item>(
  services: Services,
  caller: Caller,
  items: readonly (Item & Part<Answer>)[],
  { claim, groupSize = GROUP, ...execution }: GroupExecution,
): AsyncGenerator<DoneGroup<Item, Answer>> {
  // With a receipt also where there is nothing to do: it tells which request was the first.
  const last = claim ? Math.max(items.length, 1) : items.length
  let ahead: Promise<Provisions | undefined> | undefined
  for (let start = 0; start < last; start += groupSize) {
    const group = items.slice(start, start + groupSize)
    const next = items.slice(start + groupSize, start + 2 * groupSize)
    const ready = await ahead
    if (!execution.isDryRun) {
      // Where it fails, the group meets the same when its turn comes.
      ahead = provisionAhead(services, caller, next.map(commandOf), ready).catch(() => undefined)
    }
    const commands = group.map(commandOf)
    const executed = await executeAll(services, caller, commands, {
      ...execution,
      isPatient: true,
      ready,
      receipt: claim?.(start),
      // Others of the group are done: a repeat finds it as it was left.
      keepsAll: true,
    })
    const { replayOf } = executed
    const outcomes = group.flatMap((item, place) => {
      const outcome = executed.outcomes[place]
      return outcome ? [{ item, outcome }] : []
    })
    if (execution.isAtomic) requireAll(outcomes, replayOf)
    const madeUp = execution.isDryRun ? madeUpIn(commands, executed.outcomes) : undefined
    yield { outcomes, replayOf, madeUp }
  }
}

const commandOf = <Answer>({ command }: Part<Answer>): Command<Answer> => command

/** Refuses with every part that is refused, at its place; `replayOf` where the request repeats another. */
function requireAll(parts: readonly PartDone<Part<unknown>, unknown>[], replayOf?: string): void {
  const errors = parts.flatMap(({ item, outcome }) =>
    outcome.status === 'refused' && outcome.refusal instanceof Refusal
      ? problemsOf(item, outcome.refusal)
      : [],
  )
  if (errors.length === 0) return
  throw new Refusal('atomic_refused', {
    errors: errors.slice(0, MOST_PROBLEMS),
    ...(replayOf === undefined ? {} : { replayOf }),
  })
}

const problemsOf = (
  { pointer = '', bodyPointer = pointer, removedId }: Part<unknown>,
  { code, message, detail }: Refusal,
): Problem[] => [
  { pointer, ...(removedId === undefined ? {} : { id: removedId }), code, message },
  ...(detail.errors ?? []).map((error) => ({ ...error, pointer: `${bodyPointer}${error.pointer ?? ''}` })),
]
