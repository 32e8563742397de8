// Builds the document that is sent to the server, and tracks the file entry that each item came from.

import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { emptyAttributes } from './edits.ts'
import { assignEmails } from './emails.ts'
import { type Cut, isIdentifier, planTalks, repetitionFinder, unusableIdentifier } from './plan.ts'
import type { ImportProblem } from './problems.ts'
import {
  type Attributes,
  type ItemKind,
  itemKinds,
  type Programme,
  type ProgrammeEvent,
  type ProgrammeItem,
} from './programme.ts'

/**
 * One talk, sponsor, or account of the file. `title` is the title in the file, or '' if there is none. `name` is for
 * reports: `How to count (event-11)`.
 */
export type Entry = {
  kind: ItemKind
  /** The id of the object that was exported. */
  id: string | undefined
  externalId: string
  title: string
  name: string
  row: number | undefined
  /** The sheet of the row, if several were read. */
  sheet: string | undefined
} & ({ body: Attributes; keepEdits: string[]; cuts: Cut[] } | { problems: ImportProblem[] })

type Item = Attributes & { externalId: string }
export type ProgrammeDocument = { source: string; prune?: true; confirm?: true } & Partial<
  Record<ItemKind, Item[]>
>

/**
 * `entries` has the same order as the items of the document. `isHeld` marks items that are sent only with their
 * identifier.
 */
export type Prepared = {
  document: ProgrammeDocument
  entries: Record<ItemKind, { entry: Entry; isHeld: boolean }[]>
}

export type PlanOptions = { emailPattern: string | undefined; isTruncating: boolean }

/** All entries, in the order of the file. */
export function planProgramme(programme: Programme, { emailPattern, isTruncating }: PlanOptions): Entry[] {
  const { events, baseUrl, timeZone } = programme
  const emails = assignEmails(events, emailPattern)
  const talks = planTalks(events, { baseUrl, timeZone, truncate: isTruncating, emails })
  return [
    ...talks.map(({ event, ...plan }): Entry => ({ kind: 'talks', ...nameEvent(event), ...plan })),
    ...planItems('sponsors', programme.sponsors),
    ...planItems('people', programme.people),
  ]
}

const nameEvent = ({ id, externalId, title, row, sheet }: ProgrammeEvent) => ({
  id,
  externalId,
  title: title ?? '',
  name: `${title || 'Untitled'} (${externalId})`,
  row,
  sheet,
})

/** Sends the columns unchanged, because the server validates them. */
function planItems(kind: ItemKind, items: ProgrammeItem[]): Entry[] {
  const isRepeated = repetitionFinder()
  const rows = new Map<string, number>()
  return items.map(({ id, externalId, name, attributes, emptied, row, sheet, problems }) => {
    const label = `${name || 'Unnamed'} (${externalId})`
    const entry = { kind, id, externalId, title: name, name: label, row, sheet }
    const reasons: ImportProblem[] = [...problems]
    if (externalId !== '' && !isIdentifier(externalId)) reasons.push(unusableIdentifier)
    if (isRepeated({ id, externalId })) reasons.push({ code: 'row_id_twice' })
    const email = canonicalEmail(String(attributes.email ?? ''))
    const other = email === '' ? undefined : rows.get(email)
    if (other === undefined) rows.set(email, row)
    else reasons.push({ code: 'email_twice', row: other })
    if (reasons.length > 0) return { ...entry, problems: reasons }
    return { ...entry, body: attributes, keepEdits: emptyAttributes(attributes, emptied), cuts: [] }
  })
}

type Sending = { source: string; kinds: readonly ItemKind[]; isPruning: boolean; isConfirmed: boolean }

/**
 * Leaves out entries that cannot be sent. With `prune`, it sends their identifiers, so that the server does not remove
 * objects that are still in the file.
 */
export function prepareDocument(plan: Entry[], { source, kinds, isPruning, isConfirmed }: Sending): Prepared {
  const sent = new Set(plan.flatMap((entry) => ('body' in entry ? `${entry.kind} ${entry.externalId}` : [])))
  const isHeld = (entry: Entry) =>
    'problems' in entry &&
    isPruning &&
    isIdentifier(entry.externalId) &&
    !sent.has(`${entry.kind} ${entry.externalId}`)
  const entriesOf = (kind: ItemKind) =>
    plan
      .filter((entry) => entry.kind === kind && ('body' in entry || isHeld(entry)))
      .map((entry) => ({ entry, isHeld: isHeld(entry) }))
  const entries = { talks: entriesOf('talks'), sponsors: entriesOf('sponsors'), people: entriesOf('people') }
  return {
    document: {
      source,
      ...Object.fromEntries(kinds.map((kind) => [kind, entries[kind].map(({ entry }) => toItem(entry))])),
      ...(isPruning ? { prune: true } : {}),
      ...(isConfirmed ? { confirm: true } : {}),
    },
    entries,
  }
}

const toItem = (entry: Entry): Item => ({
  externalId: entry.externalId,
  ...(entry.id === undefined ? {} : { id: entry.id }),
  ...('body' in entry ? entry.body : {}),
  ...('body' in entry && entry.keepEdits.length > 0 ? { keepEdits: entry.keepEdits } : {}),
})

/** The entry at `/talks/3` or below; undefined for other pointers (RFC 6901). */
export function entryAt(
  { entries }: Prepared,
  pointer: string,
): Prepared['entries']['talks'][number] | undefined {
  const [, name, index] = /^\/(\w+)\/(\d+)(?:\/|$)/.exec(pointer) ?? []
  const kind = itemKinds.find((known) => known === name)
  return kind === undefined ? undefined : entries[kind][Number(index)]
}
