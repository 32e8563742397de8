// Imports: a whole programme is created, updated, and (with pruning) removed to match its source, by externalId.

import { type BulkItem, executeInChunks } from '../../kernel/changes/command-chunks.ts'
import { executeCommand } from '../../kernel/changes/commands.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { CHUNK_SIZE } from '../../kernel/limits.ts'
import { command, type IdempotencyClaim } from '../../kernel/store/changes/transaction.ts'
import { kinds } from './kinds.ts'
import { MAX_DRY_RUN_ITEMS } from './limits.ts'
import { noRemovals, type PruneInput, planPruneOperation, type Removals, removalOrder } from './pruning.ts'
import { ProgrammeReport, type SavedItem } from './report.ts'
import type { ProgrammeKind, ProgrammeSaved } from './schema.ts'

/** An item to save, or to remove because it is no longer sent. */
export type ImportItem = BulkItem<SavedItem> & {
  kind: ProgrammeKind
  pointer: string
  /** The position in its list; absent for an object that is removed. */
  index?: number
  externalId: string | null
  /** The e-mail of a person. */
  email?: string | undefined
}

export type Import = {
  items: readonly ImportItem[]
  /** Undefined if nothing is to be removed. */
  prune: PruneInput | undefined
  isAtomic: boolean
  isDryRun: boolean
  /** The claim on the idempotency record of a step, by its name. */
  claim: ((part: string) => IdempotencyClaim) | undefined
  /** Called after each chunk, with the number of finished items. */
  onProgress?: (done: number) => Promise<void>
  /** Aborted when the import has to end. Finished chunks stay. */
  signal: AbortSignal
}
export type Imported = { response: ProgrammeSaved; isReplay: boolean }

/**
 * Executes the items, then the removals. People come first so that talks find their accounts, and surveys last so that
 * they find their talks. Refuses an import that prunes too much before anything is changed, and an atomic one if any
 * item is refused.
 */
export async function importProgramme(
  services: Services,
  caller: Caller,
  programme: Import,
): Promise<Imported> {
  const { isAtomic, isDryRun, claim, prune, signal, onProgress } = programme
  const removals = removalItems(await planRemovals(services, caller, programme), prune?.source)
  const items = [...itemsInOrder(programme.items), ...removals]
  const report = new ProgrammeReport(isDryRun)
  let done = 0
  let isReplay = claim !== undefined
  const chunks = executeInChunks(services, caller, items, {
    isAtomic,
    isDryRun,
    signal,
    claim: claim && ((start) => claim(`save ${start}`)),
    chunkSize: chunkSizeOf(programme),
  })
  for await (const { outcomes, replayOf, plannedIds } of chunks) {
    if (replayOf === undefined) isReplay = false
    for (const { item, outcome } of outcomes) report.add(item, outcome, plannedIds)
    done += outcomes.length
    await onProgress?.(done)
  }
  return { response: report.response(), isReplay }
}

/** Items of a dry run see the earlier items of their chunk. Larger chunks would keep other requests waiting. */
function chunkSizeOf({ isAtomic, isDryRun }: Import): number {
  if (isAtomic) return Number.MAX_SAFE_INTEGER
  return isDryRun ? MAX_DRY_RUN_ITEMS : CHUNK_SIZE
}

const executionOrder: readonly ProgrammeKind[] = ['people', 'sponsors', 'talks', 'surveys']

const itemsInOrder = (items: readonly ImportItem[]): ImportItem[] =>
  executionOrder.flatMap((kind) => items.filter((item) => item.kind === kind))

/** The plan has an idempotency record of its own, so that a repeated import removes the same objects. */
async function planRemovals(
  services: Services,
  caller: Caller,
  { prune, isDryRun, claim }: Import,
): Promise<Removals> {
  if (!prune) return noRemovals()
  const plan = command(planPruneOperation, prune)
  return executeCommand(services, caller, plan, { isDryRun, claim: claim?.('prune') })
}

const removalItems = (removals: Removals, source: string | undefined): ImportItem[] =>
  removalOrder.flatMap((kind) =>
    removals[kind].map(({ id, externalId }) => ({
      kind,
      pointer: `/${kind}`,
      removedId: id,
      externalId,
      command: kinds[kind].remove({ reference: id, source }),
    })),
  )
