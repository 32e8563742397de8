// Builds the document that is sent to the server, and keeps track of which entry of the file each item came from.

import { canonicalEmail } from '../../lib/text/email.ts'
import { assignEmails } from './emails.ts'
import { type Cut, isIdentifier, planTalks, unusableIdentifier } from './plan.ts'
import type { Attributes, ItemKind, Programme, ProgrammeEvent, ProgrammeItem } from './programme.ts'

/** One talk, sponsor, or account of the file. `name` is for reports: `How to count (event-11)`. */
export type Entry = { kind: ItemKind; externalId: string; name: string; place: string | undefined } & (
  | { body: Attributes; cuts: Cut[] }
  | { reason: string }
)

type Item = Attributes & { externalId: string }
export type ProgrammeDocument = { source: string; prune?: true; confirm?: true } & Partial<
  Record<ItemKind, Item[]>
>

/** `entries` has the same order as the items of the document. `isHeld` marks items sent only with their identifier. */
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

const nameEvent = ({ externalId, title, place }: ProgrammeEvent) => ({
  externalId,
  name: `${title || 'Untitled'} (${externalId})`,
  place,
})

/** Sends the columns as they are, because the server validates them. */
function planItems(kind: ItemKind, items: ProgrammeItem[]): Entry[] {
  const seen = new Set<string>()
  const places = new Map<string, string>()
  return items.map(({ externalId, name, attributes, place, problems }) => {
    const entry = { kind, externalId, name: `${name || 'Unnamed'} (${externalId})`, place }
    const reasons = [...problems]
    if (externalId !== '' && !isIdentifier(externalId)) reasons.push(unusableIdentifier)
    if (seen.has(externalId)) reasons.push('another row has the same identifier')
    seen.add(externalId)
    const email = canonicalEmail(String(attributes.email ?? ''))
    const other = email === '' ? undefined : places.get(email)
    if (other === undefined) places.set(email, place)
    else reasons.push(`${other} has the same e-mail`)
    return reasons.length > 0
      ? { ...entry, reason: reasons.join('; ') }
      : { ...entry, body: attributes, cuts: [] }
  })
}

type Sending = { source: string; kinds: readonly ItemKind[]; isPruning: boolean; isConfirmed: boolean }

/**
 * Leaves out entries that cannot be sent. With `prune`, it sends their identifiers, so that the server does not remove
 * objects that the file still contains.
 */
export function prepareDocument(plan: Entry[], { source, kinds, isPruning, isConfirmed }: Sending): Prepared {
  const sent = new Set(plan.flatMap((entry) => ('body' in entry ? `${entry.kind} ${entry.externalId}` : [])))
  const isHeld = (entry: Entry) =>
    'reason' in entry &&
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
  ...('body' in entry ? entry.body : {}),
})
