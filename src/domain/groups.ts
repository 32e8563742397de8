// Many commands, cut into transactions of bounded length.

import type { Outcome, ReceiptClaim } from '../store/engine.ts'
import type { Provisions } from './accounts.ts'
import { type Command, type Execution, executeAll, provisionAhead } from './commands.ts'
import { MOST_PROBLEMS, type Problem, Refusal } from './errors.ts'
import { type MadeUp, madeUpIn } from './foreseen.ts'
import type { Caller, Services } from './services.ts'

/** Few enough that others wait for milliseconds. */
export const GROUP = 25

export type Prepared<Answer> = Command<Answer> | Refusal

/** A part of a request: its command, or what it is refused for before it could be executed. */
export type Part<Answer> = {
  prepared: Prepared<Answer>
  /** Its place in the body, where the request may be atomic. */
  pointer?: string
  /** The place of what its refusal points into, where that is another. */
  bodyPointer?: string
}

export type GroupExecution = Pick<Execution, 'isAtomic' | 'isDryRun'> & {
  /** The claim of the receipt of a group, by its name. */
  claim?: ((part: string) => ReceiptClaim) | undefined
  /** Begins the names of the groups. */
  name: string
  groupSize?: number
}

export type DoneGroup<Item, Answer> = {
  outcomes: { item: Item; outcome: Outcome<Answer> }[]
  replayOf: string | undefined
  /** Of a dry run. */
  madeUp: MadeUp | undefined
}

/**
 * Executes in order, group by group, and yields the outcomes of each group once it is committed; meanwhile the
 * passwords of the next are hashed. What was refused before it could be executed keeps its place. With receipts, a
 * cut-off execution that is repeated goes on where it ended: groups are the same for the same commands.
 * Throws `atomic_refused` where it is atomic and a part of it is refused.
 */
export async function* executeInGroups<Answer, Item>(
  services: Services,
  caller: Caller,
  items: readonly (Item & Part<Answer>)[],
  { name, claim, groupSize = GROUP, ...execution }: GroupExecution,
): AsyncGenerator<DoneGroup<Item, Answer>> {
  if (execution.isAtomic) requireAll(items.map((item) => ({ item, refusal: item.prepared })))
  // With a receipt also where there is nothing to do: it tells which request was the first.
  const last = claim ? Math.max(items.length, 1) : items.length
  let ahead: Promise<Provisions | undefined> | undefined
  for (let start = 0; start < last; start += groupSize) {
    const group = items.slice(start, start + groupSize)
    const next = items.slice(start + groupSize, start + 2 * groupSize)
    const ready = await ahead
    if (!execution.isDryRun) {
      // Where it fails, the group meets the same when its turn comes.
      ahead = provisionAhead(services, caller, commandsIn(next), ready).catch(() => undefined)
    }
    const commands = commandsIn(group)
    const executed = await executeAll(services, caller, commands, {
      ...execution,
      isPatient: true,
      ready,
      receipt: claim?.(`${name} ${start}`),
    })
    const { replayOf } = executed
    const done = executed.outcomes[Symbol.iterator]()
    const outcomes = group.map((item) => ({ item, outcome: outcomeOf(item, done) }))
    if (execution.isAtomic) requireAll(outcomes.map(refusalIn), replayOf)
    const madeUp = execution.isDryRun ? madeUpIn(commands, executed.outcomes) : undefined
    yield { outcomes, replayOf, madeUp }
  }
}

const commandsIn = <Answer>(group: readonly Part<Answer>[]): Command<Answer>[] =>
  group.flatMap(({ prepared }) => (prepared instanceof Refusal ? [] : [prepared]))

const outcomeOf = <Answer>({ prepared }: Part<Answer>, done: Iterator<Outcome<Answer>>): Outcome<Answer> =>
  prepared instanceof Refusal ? { status: 'refused', refusal: prepared } : nextOf(done)

const refusalIn = ({ item, outcome }: { item: Part<unknown>; outcome: Outcome<unknown> }) => ({
  item,
  refusal: outcome.status === 'refused' ? outcome.refusal : undefined,
})

function nextOf<T>(iterator: Iterator<T>): T {
  const { done, value } = iterator.next()
  if (done) throw new Error('A command has no outcome.')
  return value
}

/** Refuses with every part that is refused, at its place; `replayOf` where the request repeats another. */
function requireAll(parts: readonly { item: Part<unknown>; refusal: unknown }[], replayOf?: string): void {
  const errors: Problem[] = parts.flatMap(({ item: { pointer = '', bodyPointer = pointer }, refusal }) =>
    refusal instanceof Refusal
      ? [
          { pointer, code: refusal.code, message: refusal.message },
          ...(refusal.detail.errors ?? []).map((error) => ({
            ...error,
            pointer: `${bodyPointer}${error.pointer ?? ''}`,
          })),
        ]
      : [],
  )
  if (errors.length === 0) return
  throw new Refusal('atomic_refused', {
    errors: errors.slice(0, MOST_PROBLEMS),
    ...(replayOf === undefined ? {} : { replayOf }),
  })
}
