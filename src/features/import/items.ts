// The items of an import, each validated by the schema of its kind, and the input of pruning.
import Type, { type Static, type TSchema } from 'typebox'
import { invalidData, type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { commandOrRefusal } from '../../kernel/changes/refuse.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { mapInSlices } from '../../kernel/lib/time/slices.ts'
import { MAX_PROBLEMS } from '../../kernel/limits.ts'
import { externalId } from '../../kernel/schema/common.ts'
import type { ImportItem } from './import.ts'
import { kinds } from './kinds.ts'
import { LARGEST_SHARE, MAX_LISTED_PROBLEMS } from './limits.ts'
import type { PruneInput } from './pruning.ts'
import { type Programme, type ProgrammeKind, programmeKinds } from './schema.ts'
import { existingIds } from './sources-store.ts'

/** The refusal for a value that does not match the schema; undefined if it does. */
export type Validate = (schema: TSchema, value: unknown) => Refusal | undefined

type Sent = { programme: Programme; validate: Validate }

/**
 * The items of all lists. Each is validated separately. If several have the same identifier or id, only the first is used.
 */
export async function importItems(
  services: Services,
  caller: Caller,
  { programme: { source, ...programme }, validate }: Sent,
): Promise<ImportItem[]> {
  const exported = await findExported(services, caller, programme)
  let problems = 0
  const identifiers = identifiersByKind()
  const commandOf = (kind: ProgrammeKind, item: Item) => {
    const refusal = validate(kinds[kind].item, item)
    problems += refusal?.detail.errors?.length ?? 0
    if (refusal) throw problems > MAX_LISTED_PROBLEMS ? withoutProblems(refusal) : refusal
    // The schema of its kind has checked it.
    const { id, keepEdits, ...sent } = item as { externalId: string; id?: string; keepEdits?: string[] }
    const { externalId, ...others } = sent
    for (const [pointer, identifier] of [
      ['/externalId', externalId],
      ['/id', id?.toLowerCase()],
    ] as const) {
      const taken = identifiers[kind][pointer]
      if (identifier !== undefined && taken.has(identifier)) throw repeatedIdentifier(pointer)
      if (identifier !== undefined) taken.add(identifier)
    }
    const isExported = id !== undefined && exported[kind].has(id.toLowerCase())
    return kinds[kind].save({
      reference: isExported ? id : `ext:${externalId}`,
      source,
      body: (isExported ? others : sent) as never,
      keepEdits,
      ...(id === undefined ? {} : { exportedAs: externalId }),
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

type Exported = Record<ProgrammeKind, ReadonlySet<string>>

/** The ids in the items that are those of objects of the platform. */
async function findExported(
  { store }: Services,
  { platform }: Caller,
  programme: Pick<Programme, ProgrammeKind>,
): Promise<Exported> {
  const find = async (kind: 'talks' | 'sponsors' | 'people') => {
    const ids = (programme[kind] ?? []).flatMap((item) =>
      'id' in item && typeof item.id === 'string' && isId(item.id) ? item.id.toLowerCase() : [],
    )
    if (ids.length === 0) return new Set<string>()
    return new Set(await store.read(existingIds[kind]({ platformId: platform.id, ids })))
  }
  const [talks, sponsors, people] = await Promise.all([find('talks'), find('sponsors'), find('people')])
  return { talks, sponsors, people, surveys: new Set() }
}

const itemsIn = (programme: Pick<Programme, ProgrammeKind>) =>
  programmeKinds.flatMap((kind) =>
    (programme[kind] ?? []).map((item, index) => ({ kind, item, index, pointer: `/${kind}/${index}` })),
  )

const withoutProblems = ({ code, detail: { errors: _errors, ...detail }, message }: Refusal) =>
  new Refusal(code, { ...detail, message })

type Item = NonNullable<Programme[ProgrammeKind]>[number]

/** The identifiers in each list that came before, by attribute. */
const identifiersByKind = () => {
  const none = () => ({ '/externalId': new Set<string>(), '/id': new Set<string>() })
  return { talks: none(), sponsors: none(), people: none(), surveys: none() }
}

const repeatedIdentifier = (pointer: string) =>
  invalidData([{ pointer, code: 'unique', message: 'must be unique in its list' }])

const Identified = Type.Object({ externalId: externalId(), id: Type.Optional(Type.Unknown()) })

const identifiersOf = ({ externalId, id }: Static<typeof Identified>): string[] =>
  typeof id === 'string' ? [externalId, id.toLowerCase()] : [externalId]

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
    if (!refusal) kept[kind]?.push(...identifiersOf(item as Static<typeof Identified>))
    for (const error of refusal?.detail.errors ?? []) {
      const message = `${error.message}, because pruning needs it`
      problems.push({ ...error, pointer: `${pointer}${error.pointer}`, message })
    }
  })
  if (problems.length > 0) throw invalidData(problems)
  return { source, kept, maxRemovedShare: confirm ? 1 : maxRemovedShare }
}
