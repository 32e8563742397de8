// A whole programme as its source wants it to be: created, updated and, where asked, removed by external identifier.
import type { ProgrammeKind, ProgrammeSaved } from '../schema/programme.ts'
import { type Outcome, type ReceiptClaim, step } from '../store/engine.ts'
import { type Command, executeAll } from './commands.ts'
import { Refusal } from './errors.ts'
import { atomicRefusal, executeInGroups, type Prepared } from './groups.ts'
import { ProgrammeReport, type SavedItem } from './programme-report.ts'
import { type PruneInput, planPruneOperation, type Removals, removalOrder } from './pruning.ts'
import type { Caller, Services } from './services.ts'
import { deleteSponsorCommand } from './sponsors.ts'
import { deleteTalkCommand } from './talks.ts'
import { deleteUserCommand } from './users.ts'

/** An item of the programme: its place in the body, and its command or what is wrong with it. */
export type SyncItem = {
  kind: ProgrammeKind
  pointer: string
  prepared: Prepared<SavedItem>
  /** Of a person. */
  email?: string
  /** Of what is removed; its place is that of the list that lacks it. */
  removedId?: string
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
  const removals = removalItems(await planRemovals(services, caller, sync), sync.prune?.source)
  const saves = itemsInOrder(sync.items)
  const report = new ProgrammeReport(sync.isDryRun)
  // Whatever else is asked for, the first part has one name: another body under the same key meets its receipt.
  const parts = sync.isAtomic
    ? [{ name: 'save', items: [...saves, ...removals], groupSize: Number.MAX_SAFE_INTEGER }]
    : [
        { name: 'save', items: saves },
        // In a dry run a removal finds what the one before it would remove only within one group.
        { name: 'remove', items: removals, ...(sync.isDryRun ? { groupSize: Number.MAX_SAFE_INTEGER } : {}) },
      ]
  let isReplay = sync.claim !== undefined
  for (const part of parts) isReplay = (await executePart(services, caller, sync, part, report)) && isReplay
  return { answer: report.answer(), isReplay }
}

type Part = { name: string; items: readonly SyncItem[]; groupSize?: number }

/** Answers whether all of it is a repeat. */
async function executePart(
  services: Services,
  caller: Caller,
  { isAtomic, isDryRun, claim }: Sync,
  { items, ...part }: Part,
  report: ProgrammeReport,
): Promise<boolean> {
  const prepared = items.map((item) => item.prepared)
  if (isAtomic) requireAll(items, prepared)
  let done = 0
  let isReplay = true
  for await (const { outcomes, replayOf } of executeInGroups(services, caller, prepared, {
    ...part,
    isAtomic,
    isDryRun,
    claim,
  })) {
    if (isAtomic) requireAll(items, outcomes.map(refusalIn), replayOf)
    if (replayOf === undefined) isReplay = false
    for (const outcome of outcomes) {
      const item = items[done]
      if (item) report.add(item, outcome)
      done += 1
    }
  }
  return isReplay
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
  const receipt = claim && { ...claim('prune'), keepsAll: false }
  const { outcomes } = await executeAll(services, caller, [plan], { isDryRun, receipt })
  const [outcome] = outcomes
  if (outcome?.status === 'done') return outcome.answer
  throw refusalIn(outcome) ?? new Error('A plan is made or refused.')
}

const deletions = {
  talks: deleteTalkCommand,
  sponsors: deleteSponsorCommand,
  people: deleteUserCommand,
} as const

const removalItems = (removals: Removals, source: string | undefined): SyncItem[] =>
  removalOrder.flatMap((kind) =>
    removals[kind].map((id) => ({
      kind,
      pointer: `/${kind}`,
      removedId: id,
      prepared: deletions[kind]({ reference: id, source }),
    })),
  )

const refusalIn = (outcome: Outcome<unknown> | undefined): Error | undefined =>
  outcome?.status === 'refused' ? outcome.refusal : undefined

/** Refuses an atomic programme of which an item is refused. */
function requireAll(items: readonly SyncItem[], found: readonly unknown[], replayOf?: string): void {
  const refusals = items.flatMap(({ pointer }, place) => {
    const refusal = found[place]
    return refusal instanceof Refusal ? [{ pointer, refusal }] : []
  })
  if (refusals.length > 0) throw atomicRefusal(refusals, replayOf)
}
