// A whole programme as its source wants it to be: created, updated and, where asked, removed by external identifier.
import { MOST_REHEARSED, type ProgrammeKind, type ProgrammeSaved } from '../../schema/programme/import.ts'
import { type ReceiptClaim, step } from '../../store/store.ts'
import { executeInGroups, GROUP, type Part } from '../changes/command-groups.ts'
import { type Command, executeAll } from '../changes/commands.ts'
import type { Caller, Services } from '../services.ts'
import { kinds } from './import-kinds.ts'
import { type PruneInput, planPruneOperation, type Removals, removalOrder } from './import-pruning.ts'
import { ProgrammeReport, type SavedItem } from './import-report.ts'

/** What is sent, or removed for lack of it. */
export type SyncItem = Part<SavedItem> & {
  kind: ProgrammeKind
  pointer: string
  /** Of a person. */
  email?: string | undefined
}

export type Sync = {
  items: readonly SyncItem[]
  /** Undefined where nothing is to be removed. */
  prune: PruneInput | undefined
  isAtomic: boolean
  isDryRun: boolean
  /** The claim of the receipt of a part, by its name. */
  claim: ((part: string) => ReceiptClaim) | undefined
}
export type Synced = { answer: ProgrammeSaved; isReplay: boolean }

/**
 * Executes the items, people first so that talks find their accounts, and then the removals. Refuses what prunes too
 * much before anything is changed, and, where it is atomic, whatever is refused in it.
 */
export async function syncProgramme(services: Services, caller: Caller, sync: Sync): Promise<Synced> {
  const { isAtomic, isDryRun, claim } = sync
  const removals = removalItems(await planRemovals(services, caller, sync), sync.prune?.source)
  const items = [...itemsInOrder(sync.items), ...removals]
  const report = new ProgrammeReport(isDryRun)
  let isReplay = claim !== undefined
  const groups = executeInGroups(services, caller, items, {
    isAtomic,
    isDryRun,
    claim: claim && ((start) => claim(`save ${start}`)),
    groupSize: groupSizeOf(sync),
  })
  for await (const { outcomes, replayOf, madeUp } of groups) {
    if (replayOf === undefined) isReplay = false
    for (const { item, outcome } of outcomes) report.add(item, outcome, madeUp)
  }
  return { answer: report.answer(), isReplay }
}

/** What is rehearsed together sees what comes before it; more at once would keep others waiting. */
function groupSizeOf({ isAtomic, isDryRun }: Sync): number {
  if (isAtomic) return Number.MAX_SAFE_INTEGER
  return isDryRun ? MOST_REHEARSED : GROUP
}

const executionOrder: readonly ProgrammeKind[] = ['people', 'sponsors', 'talks']

const itemsInOrder = (items: readonly SyncItem[]): SyncItem[] =>
  executionOrder.flatMap((kind) => items.filter((item) => item.kind === kind))

/** The plan is a part of its own with a receipt: a repeat removes the same, and finds how it was answered. */
async function planRemovals(
  services: Services,
  caller: Caller,
  { prune, isDryRun, claim }: Sync,
): Promise<Removals> {
  if (!prune) return { talks: [], sponsors: [], people: [] }
  const plan: Command<Removals> = { people: [], step: () => step(planPruneOperation, prune) }
  const { outcomes } = await executeAll(services, caller, [plan], { isDryRun, receipt: claim?.('prune') })
  const [outcome] = outcomes
  if (outcome?.status === 'refused') throw outcome.refusal
  if (outcome?.status !== 'done') throw new Error('A plan is made or refused.')
  return outcome.answer
}

const removalItems = (removals: Removals, source: string | undefined): SyncItem[] =>
  removalOrder.flatMap((kind) =>
    removals[kind].map((id) => ({
      kind,
      pointer: `/${kind}`,
      removedId: id,
      command: kinds[kind].remove({ reference: id, source }),
    })),
  )
