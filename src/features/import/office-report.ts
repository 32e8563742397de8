// The changes of an import by file entry, for the preview and for the page of its outcome.
import type { RefusalCode } from '../../kernel/changes/errors.ts'
import type { ValueChange } from '../../kernel/lib/data/diff.ts'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'
import { type Entry, entryAt } from './file/document.ts'
import type { Cut } from './file/plan.ts'
import type { ImportProblem } from './file/problems.ts'
import type { Attributes, ItemKind } from './file/programme.ts'
import type { Sent } from './office-plan.ts'
import type { ProgrammeCounts, ProgrammeSaved } from './schema.ts'

/** An entry of the file, or an object that is no longer in it. */
type Named = { kind: ItemKind; title: string; row: number | null; sheet?: string | undefined }
type Refusal = { code: RefusalCode; source?: string | undefined; errors: readonly RefusalError[] }
type RefusalError = { pointer: string; code: string; message: string; limit?: number }
export type Refused = Named & { problems: readonly ImportProblem[]; refusal: Refusal | null }
/** The pointer is relative to the item. */
export type Warning = Named & { code: string; message: string; pointer?: string }

export type ImportOutcome = {
  counts: { created: number; updated: number; unchanged: number; removed: number }
  refused: Refused[]
  warnings: Warning[]
  cuts: (Named & { cuts: readonly Cut[] })[]
}
/** `edited` if the value before was entered by hand since the last import. */
export type ImportedChange = ValueChange & { edited?: true }
export type ImportPreview = ImportOutcome & {
  created: (Named & { body: Attributes })[]
  updated: (Named & { changes: readonly ImportedChange[] })[]
  removed: Named[]
  /** E-mails of the accounts that the import would create. */
  accounts: string[]
}

/** Refused entries are in the order of the file. Refused removals come last. */
export function outcomeOfImport(plan: readonly Entry[], { prepared, answer }: Sent): ImportOutcome {
  const refusals = new Map<Entry, Refusal>()
  const others: Refused[] = []
  let held = 0
  for (const refused of answer.refused) {
    const found = entryAt(prepared, refused.pointer)
    const refusal = toRefusal(refused)
    if (found?.isHeld) held += 1
    else if (found) refusals.set(found.entry, refusal)
    else others.push({ kind: 'talks', title: refused.id ?? '', row: null, problems: [], refusal })
  }
  const isHeld = Object.values(prepared.entries)
    .flat()
    .filter((entry) => entry.isHeld).length
  const refused = plan.flatMap((entry) => {
    const problems = 'problems' in entry ? entry.problems : []
    const refusal = refusals.get(entry) ?? null
    return problems.length > 0 || refusal ? [{ ...named(entry), problems, refusal }] : []
  })
  return {
    counts: {
      created: total(answer.created),
      updated: total(answer.updated),
      unchanged: total(answer.unchanged) - (isHeld - held),
      removed: total(answer.removed),
    },
    refused: [...refused, ...others],
    warnings: (answer.warnings ?? []).flatMap(({ pointer = '', code, message }) => {
      const entry = entryAt(prepared, pointer)?.entry
      const own = pointer.replace(/^\/\w+\/\d+/, '')
      return entry ? [{ ...named(entry), code, message, pointer: own }] : []
    }),
    cuts: plan.flatMap((entry) =>
      'cuts' in entry && entry.cuts.length > 0 ? [{ ...named(entry), cuts: entry.cuts }] : [],
    ),
  }
}

/** The preview of a dry run. */
export async function previewOf(plan: readonly Entry[], sent: Sent): Promise<ImportPreview> {
  const { prepared, answer } = sent
  const preview: ImportPreview = {
    ...outcomeOfImport(plan, sent),
    ...{ created: [], updated: [], removed: [] },
    accounts: answer.accounts.map(({ email }) => email),
  }
  const work = new SlicedWork()
  for (const { kind, action, pointer, changes } of answer.changes ?? []) {
    if (work.isDue) await work.pause()
    const entry = pointer === undefined ? undefined : entryAt(prepared, pointer)?.entry
    if (kind === 'surveys') continue
    if (!entry) preview.removed.push({ kind, title: titleBefore(changes), row: null })
    else if (action === 'created')
      preview.created.push({ ...named(entry), body: 'body' in entry ? entry.body : {} })
    else preview.updated.push({ ...named(entry), changes })
  }
  return preview
}

/** New talks that could be watched, but whose entries have no type. */
export const untypedTalks = (created: ImportPreview['created']): ImportPreview['created'] =>
  created.filter(({ kind, body }) => kind === 'talks' && body.kind !== 'break' && body.type === undefined)

const named = ({ kind, title, row, sheet }: Entry): Named => ({ kind, title, row: row ?? null, sheet })

const total = ({ talks, sponsors, people }: ProgrammeCounts): number => talks + sponsors + people

/** Makes pointers relative to the item. */
const toRefusal = ({ pointer, code, source, errors = [] }: ProgrammeSaved['refused'][number]): Refusal => ({
  source,
  // The code comes from a refusal of a rule.
  code: code as RefusalCode,
  errors: errors.map((error) => ({ ...error, pointer: (error.pointer ?? '').slice(pointer.length) })),
})

function titleBefore(changes: readonly ValueChange[]): string {
  const before = new Map(changes.map((change) => [change.pointer, change.before]))
  const name = ['/title', '/name', '/email'].map((pointer) => before.get(pointer)).find(Boolean)
  return typeof name === 'string' ? name : ''
}
