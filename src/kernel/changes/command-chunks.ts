// Chunks: a bulk request, divided into short transactions.

import { CHUNK_SIZE, MAX_PROBLEMS } from '../limits.ts'
import type { Command, IdempotencyClaim, Outcome } from '../store/changes/transaction.ts'
import { type ExecuteOptions, executeAll } from './commands.ts'
import { type PlannedIds, plannedIdsOf } from './dry-run.ts'
import { type Problem, Refusal, refusalCodec } from './errors.ts'
import type { Caller, Services } from './services.ts'

/** An item of a bulk request, executed as one command. */
export type BulkItem<Answer> = {
  command: Command<Answer>
  /** Its place in the body, if the request can be atomic. */
  pointer?: string
  /** The place that pointers of its refusal are relative to, if it differs from `pointer`. */
  bodyPointer?: string
  /** The id of an object that is removed because the list at `pointer` does not name it. */
  removedId?: string
}

export type ChunkOptions = Pick<ExecuteOptions, 'isAtomic' | 'isDryRun'> & {
  /** The claim on the idempotency record of the chunk that starts with this item, counted from 0. */
  claim?: ((start: number) => IdempotencyClaim) | undefined
  chunkSize?: number
  /** No further chunk is executed after it aborts. */
  signal?: AbortSignal | undefined
}

type ItemOutcome<Item, Answer> = { item: Item; outcome: Outcome<Answer> }
export type ChunkResult<Item, Answer> = {
  outcomes: ItemOutcome<Item, Answer>[]
  replayOf: string | undefined
  /** Set in a dry run. */
  plannedIds: PlannedIds | undefined
}

/**
 * Executes items in order, chunk by chunk, and yields the outcomes of each chunk once it is committed. With an
 * idempotency key, a repeat continues where the first execution stopped, because the same items form the same chunks.
 * Throws `atomic_refused` if it is atomic and items are refused, and the reason of the signal if it aborts: earlier
 * chunks are then committed, and the others are not executed.
 */
export async function* executeInChunks<Answer, Item>(
  services: Services,
  caller: Caller,
  items: readonly (Item & BulkItem<Answer>)[],
  { claim, chunkSize = CHUNK_SIZE, isAtomic = false, isDryRun = false, signal }: ChunkOptions,
): AsyncGenerator<ChunkResult<Item, Answer>> {
  // An empty request has a record as well, which names the first request.
  const length = claim ? Math.max(items.length, 1) : items.length
  for (let start = 0; start < length; start += chunkSize) {
    signal?.throwIfAborted()
    const chunk = items.slice(start, start + chunkSize)
    const executed = await executeAll(
      services,
      caller,
      chunk.map(({ command }) => command),
      // A repeat gets the same refusals, because other items of the chunk are committed.
      {
        isAtomic,
        isDryRun,
        claim: claim && { ...claim(start), keepsRefusals: true },
      },
    )
    const { replayOf } = executed
    const outcomes = chunk.flatMap((item, place) => {
      const outcome = executed.outcomes[place]
      return outcome ? [{ item, outcome }] : []
    })
    if (isAtomic) requireAll(outcomes, replayOf)
    yield { outcomes, replayOf, plannedIds: isDryRun ? plannedIdsOf(executed.outcomes) : undefined }
  }
}

/** Refuses with every refused item, by place. `replayOf` is set if the request repeats another one. */
function requireAll(items: readonly ItemOutcome<BulkItem<unknown>, unknown>[], replayOf?: string): void {
  const errors = items.flatMap(({ item, outcome }) =>
    outcome.status === 'refused' ? problemsOf(item, refusalCodec.fromData(outcome.refusal)) : [],
  )
  if (errors.length === 0) return
  throw new Refusal('atomic_refused', {
    errors: errors.slice(0, MAX_PROBLEMS),
    ...(replayOf === undefined ? {} : { replayOf }),
  })
}

const problemsOf = (
  { pointer = '', bodyPointer = pointer, removedId }: BulkItem<unknown>,
  { code, message, detail }: Refusal,
): Problem[] => [
  { pointer, ...(removedId === undefined ? {} : { id: removedId }), code, message },
  ...(detail.errors ?? []).map((error) => ({ ...error, pointer: `${bodyPointer}${error.pointer ?? ''}` })),
]
