// Many commands, cut into transactions of bounded length.

import type { Outcome, ReceiptClaim } from '../store/engine.ts'
import type { Provisions } from './accounts.ts'
import { type Command, type Execution, executeAll, provisionAhead } from './commands.ts'
import { type Problem, Refusal } from './errors.ts'
import type { Caller, Services } from './services.ts'

/** Few enough that others wait for milliseconds. */
export const GROUP = 25

export type Prepared<Answer> = Command<Answer> | Refusal

export type GroupExecution = Pick<Execution, 'isAtomic' | 'isDryRun'> & {
  /** The claim of the receipt of a group, by its name. */
  claim?: ((part: string) => ReceiptClaim) | undefined
  /** Begins the names of the groups. */
  name: string
  groupSize?: number
}

export type GroupOutcome<Answer> = {
  outcomes: Outcome<Answer>[]
  replayOf: string | undefined
}

/**
 * Executes in order, group by group, and yields the outcomes of each group once it is committed; meanwhile the
 * passwords of the next are hashed. What was refused before it could be executed keeps its place. With receipts, a
 * cut-off execution that is repeated goes on where it ended: groups are the same for the same commands.
 */
export async function* executeInGroups<Answer>(
  services: Services,
  caller: Caller,
  prepared: readonly Prepared<Answer>[],
  { name, claim, groupSize = GROUP, ...execution }: GroupExecution,
): AsyncGenerator<GroupOutcome<Answer>> {
  // With a receipt also where there is nothing to do: it tells which request was the first.
  const last = claim ? Math.max(prepared.length, 1) : prepared.length
  let ahead: Promise<Provisions | undefined> | undefined
  for (let start = 0; start < last; start += groupSize) {
    const group = prepared.slice(start, start + groupSize)
    const next = prepared.slice(start + groupSize, start + 2 * groupSize)
    const ready = await ahead
    if (!execution.isDryRun) {
      // Where it fails, the group meets the same when its turn comes.
      ahead = provisionAhead(services, caller, commandsIn(next), ready).catch(() => undefined)
    }
    const { outcomes, replayOf } = await executeAll(services, caller, commandsIn(group), {
      ...execution,
      isPatient: true,
      ready,
      receipt: claim?.(`${name} ${start}`),
    })
    const done = outcomes[Symbol.iterator]()
    yield {
      replayOf,
      outcomes: group.map((one) =>
        one instanceof Refusal ? { status: 'refused', refusal: one } : nextOf(done),
      ),
    }
  }
}

const commandsIn = <Answer>(group: readonly Prepared<Answer>[]) =>
  group.filter((one): one is Command<Answer> => !(one instanceof Refusal))

function nextOf<T>(iterator: Iterator<T>): T {
  const { done, value } = iterator.next()
  if (done) throw new Error('A command has no outcome.')
  return value
}

const MOST_PROBLEMS = 50

type RefusedPart = {
  refusal: Refusal
  /** Its place in the body. */
  pointer: string
  /** The place of what the refusal's own pointers point into, where that is another. */
  bodyPointer?: string
}

/** What an atomic request is refused with: every part that was, at its place; `replayOf` where it repeats another. */
export function atomicRefusal(refusals: readonly RefusedPart[], replayOf?: string): Refusal {
  const errors: Problem[] = refusals.flatMap(({ pointer, bodyPointer = pointer, refusal }) => [
    { pointer, code: refusal.code, message: refusal.message },
    ...(refusal.detail.errors ?? []).map((error) => ({
      ...error,
      pointer: `${bodyPointer}${error.pointer ?? ''}`,
    })),
  ])
  return new Refusal('atomic_refused', {
    errors: errors.slice(0, MOST_PROBLEMS),
    ...(replayOf === undefined ? {} : { replayOf }),
  })
}
