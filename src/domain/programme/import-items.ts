// The items of an import, each validated by the schema of its kind, and the input of pruning.
import Type, { type Static, type TSchema } from 'typebox'
import { mapInSlices } from '../../lib/time/slices.ts'
import { externalId } from '../../schema/common.ts'
import { type Programme, type ProgrammeKind, programmeKinds } from '../../schema/programme/import.ts'
import type { InvitationDrafts } from '../access/new-invitations.ts'
import { invalidData, MAX_PROBLEMS, type Problem, Refusal } from '../changes/errors.ts'
import { commandOrRefusal } from '../changes/refuse.ts'
import type { ImportItem } from './import.ts'
import { kinds } from './import-kinds.ts'
import type { PruneInput } from './import-pruning.ts'

const LARGEST_SHARE = 0.2
/** Maximum number of problems of refused items that one response lists. */
const MAX_LISTED_PROBLEMS = 1_000

/** The refusal for a value that does not match the schema; undefined if it does. */
export type Validate = (schema: TSchema, value: unknown) => Refusal | undefined

/** Drafts the invitations of people whose accounts an item may create. */
export type DraftInvitations = (emails: readonly string[]) => InvitationDrafts

/**
 * The items of all lists. Each is validated separately. If several have the same identifier, only the first is used.
 */
export async function importItems(
  { source, ...programme }: Programme,
  validate: Validate,
  draftInvitations?: DraftInvitations,
): Promise<ImportItem[]> {
  let problems = 0
  const named = new Map(programmeKinds.map((kind) => [kind, new Set<string>()]))
  const commandOf = (kind: ProgrammeKind, item: Item) => {
    const refusal = validate(kinds[kind].item, item)
    problems += refusal?.detail.errors?.length ?? 0
    if (refusal) throw problems > MAX_LISTED_PROBLEMS ? withoutProblems(refusal) : refusal
    // The schema of its kind has checked it.
    const { keepEdits, ...body } = item as { externalId: string; keepEdits?: string[] }
    const { externalId } = body
    if (named.get(kind)?.has(externalId)) throw repeatedIdentifier()
    named.get(kind)?.add(externalId)
    const invitations = draftInvitations?.(emailsIn(item))
    return kinds[kind].save({
      reference: `ext:${externalId}`,
      source,
      body: body as never,
      keepEdits,
      invitations,
    })
  }
  return mapInSlices(itemsIn(programme), ({ kind, item, index, pointer }) => ({
    kind,
    pointer,
    index,
    externalId: 'externalId' in item && typeof item.externalId === 'string' ? item.externalId : null,
    command: commandOrRefusal(() => commandOf(kind, item)),
    email: 'email' in item ? String(item.email) : undefined,
  }))
}

type Addressed = { email?: string }
type People = Addressed & { speakers?: readonly Addressed[]; moderators?: readonly Addressed[] }

/** The e-mails in an item, which matches the schema of its kind. */
const emailsIn = (item: Item): string[] => {
  const { email, speakers = [], moderators = [] } = item as People
  return [{ email }, ...speakers, ...moderators].flatMap((person) => person.email ?? [])
}

const itemsIn = (programme: Pick<Programme, ProgrammeKind>) =>
  programmeKinds.flatMap((kind) =>
    (programme[kind] ?? []).map((item, index) => ({ kind, item, index, pointer: `/${kind}/${index}` })),
  )

const withoutProblems = ({ code, detail: { errors: _errors, ...detail }, message }: Refusal) =>
  new Refusal(code, { ...detail, message })

type Item = NonNullable<Programme[ProgrammeKind]>[number]

const repeatedIdentifier = () =>
  invalidData([{ pointer: '/externalId', code: 'unique', message: 'must be unique in its list' }])

const Identified = Type.Object({ externalId: externalId() })

/**
 * Undefined without `prune`. Keeps every object that the lists name, even if its item is refused. Refuses an item with
 * an unreadable identifier, because its object would be removed by mistake.
 */
export async function pruneInput(programme: Programme, validate: Validate): Promise<PruneInput | undefined> {
  const { source, prune, confirm = false, maxRemovedShare = LARGEST_SHARE } = programme
  if (!prune) return undefined
  const kept: { [kind in ProgrammeKind]?: string[] } = {}
  for (const kind of programmeKinds) if (programme[kind]) kept[kind] = []
  const problems: Problem[] = []
  await mapInSlices(itemsIn(programme), ({ kind, item, pointer }) => {
    const refusal = problems.length < MAX_PROBLEMS ? validate(Identified, item) : undefined
    if (!refusal) kept[kind]?.push((item as Static<typeof Identified>).externalId)
    for (const error of refusal?.detail.errors ?? []) {
      const message = `${error.message}, because pruning needs it`
      problems.push({ ...error, pointer: `${pointer}${error.pointer}`, message })
    }
  })
  if (problems.length > 0) throw invalidData(problems)
  return { source, kept, maxRemovedShare: confirm ? 1 : maxRemovedShare }
}
