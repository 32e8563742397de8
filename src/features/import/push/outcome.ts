// Maps the response of the server to the entries of the file.

import { type Entry, entryAt, type Prepared } from '../file/document.ts'
import { describeProblems } from '../file/problems.ts'
import { itemKinds } from '../file/programme.ts'
import { describeRefused } from './pointers.ts'
import type { Remarks, Summary } from './report.ts'
import type { Counts, ProgrammeAnswer } from './send-programme.ts'

type Pushed = { plan: Entry[]; prepared: Prepared; answer: ProgrammeAnswer; isPruning: boolean }

/** Refused entries are in the order of the file. Refused removals come last. */
export function summarize({ plan, prepared, answer, isPruning }: Pushed): Summary {
  const reasons = new Map<Entry, string>()
  const others: Summary['refused'] = []
  for (const entry of plan) if ('problems' in entry) reasons.set(entry, describeProblems(entry.problems))
  for (const refusal of answer.refused) {
    const found = entryAt(prepared, refusal.pointer)
    if (found === undefined) {
      others.push({ event: `removal of ${refusal.id ?? refusal.pointer}`, reason: describeRefused(refusal) })
    } else if (!found.isHeld) reasons.set(found.entry, describeRefused(refusal))
  }
  const refused = plan.flatMap((entry) => {
    const reason = reasons.get(entry)
    return reason === undefined ? [] : [{ event: entry.name, reason: placed(entry, reason) }]
  })
  return {
    created: total(answer.created),
    updated: total(answer.updated),
    unchanged: total(answer.unchanged) - countHeld(prepared, answer),
    ...(isPruning ? { removed: total(answer.removed) } : {}),
    refused: [...refused, ...others],
  }
}

export const warningsOf = (prepared: Prepared, { warnings }: ProgrammeAnswer): Remarks['warnings'] =>
  warnings.map(({ pointer = '', message = '' }) => ({
    event: entryAt(prepared, pointer)?.entry.name ?? pointer,
    message,
  }))

const total = (counts: Counts): number => counts.talks + counts.sponsors + counts.people

/** The number of held entries that the server counts as unchanged. To the user, they are refused. */
function countHeld(prepared: Prepared, { refused }: ProgrammeAnswer): number {
  const unknown = refused.filter(({ pointer }) => entryAt(prepared, pointer)?.isHeld).length
  return itemKinds.flatMap((kind) => prepared.entries[kind]).filter(({ isHeld }) => isHeld).length - unknown
}

function placed({ row, sheet }: Entry, reason: string): string {
  if (row === undefined) return reason
  return sheet === undefined ? `row ${row}: ${reason}` : `sheet "${sheet}", row ${row}: ${reason}`
}
