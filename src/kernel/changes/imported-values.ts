// Which values of an object were set by imports, so that an import does not clear what people have entered since.
import { hash } from 'node:crypto'
import type { Notice } from '../schema/problems.ts'
import { type defineImportedInto, importedById, putImportedValues } from '../store/changes/imported-values.ts'
import type { UserReference } from '../store/changes/objects.ts'
import type { WriteContext } from '../store/changes/operation.ts'
import type { Query, Write } from '../store/sql/statements.ts'
import type { ImportedValuesRow } from '../store/tables.ts'

type Members = Readonly<Record<string, unknown>>
type Hashes = ImportedValuesRow['hashes']

export type ImportedState = { imported?: ImportedValuesRow | undefined }
type Input = { reference: UserReference | null; source?: string | undefined }

/** Queries what imports have set of the object that an import sends. */
export const loadImported = (
  importedInto: ReturnType<typeof defineImportedInto>,
  { platformId }: WriteContext,
  { reference, source }: Input,
): { imported?: Query<ImportedValuesRow | undefined> } =>
  source === undefined || reference === null || reference.by === 'email_key'
    ? {}
    : {
        imported:
          reference.by === 'id'
            ? importedById({ platformId, id: reference.value })
            : importedInto({ platformId, externalId: reference.value }),
      }

/** The attributes that a change of this one would clear, and itself. A break has no people, and no type means no video. */
function affectedBy(pointer: string, value: unknown): readonly string[] {
  if (pointer === '/kind' && value === 'break') return ['/kind', '/speakers', '/moderators']
  return pointer === '/type' && value === null ? ['/type', '/video'] : [pointer]
}

/** The attributes that a body changes without those that are kept. */
function affectedBySent(sent: ReadonlyMap<string, unknown>, kept: readonly string[]): string[] {
  const applied = [...sent].filter(([pointer]) => !kept.includes(pointer))
  const affected = new Set(applied.flatMap(([pointer, value]) => affectedBy(pointer, value)))
  return [...affected].filter((pointer) => !kept.includes(pointer))
}

type Sent = {
  source: string | null
  shown: Members
  body: Members
  keepEdits: readonly string[]
  /** The attributes of the body that would not fit those that are kept. */
  unfitting(kept: readonly string[]): readonly string[]
}

/**
 * The attributes of an existing object that others than imports have set: `kept` are those to leave out of the body, and
 * `replaced` those that the body replaces. `same` are left out as well, because they are empty already. Of an object that
 * imports of earlier versions have set, nothing is known.
 */
export function editsOf({ imported }: ImportedState, { source, shown, body, keepEdits, unfitting }: Sent) {
  const values = leavesOf(shown)
  const hashes = imported?.hashes ?? {}
  const isEdited = (pointer: string) => {
    const value = values.get(pointer)
    const known = hashes[pointer]
    return known === undefined ? !isEmpty(value) : known !== hashOf(value)
  }
  const sent = leavesOf(body)
  // An object stands for all its members.
  const named = [...sent.keys()].filter((pointer) =>
    keepEdits.some((one) => pointer === one || pointer.startsWith(`${one}/`)),
  )
  const isOther = (pointer: string) =>
    sent.has(pointer) && hashOf(sent.get(pointer)) !== hashOf(values.get(pointer))
  // What is empty on both sides, such as '' and null, stays as it is.
  const same = named.filter((pointer) => isEmpty(sent.get(pointer)) && isEmpty(values.get(pointer)))
  const entered = named.filter(
    (pointer) =>
      !same.includes(pointer) && isOther(pointer) && affectedBy(pointer, sent.get(pointer)).some(isEdited),
  )
  const kept = [...new Set([...entered, ...unfitting(entered)])]
  const isKnown = imported !== undefined || source === null
  const replaced = isKnown ? affectedBySent(sent, kept).filter(isEdited) : []
  return { same, kept, replaced }
}

/** The body without these attributes. */
export function withoutEdits<B extends object>(body: B, kept: readonly string[]): B {
  const keep = (members: object, path: string): object =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => {
        const pointer = `${path}/${name}`
        if (kept.includes(pointer)) return []
        return [[name, path === '' && isMembers(value) ? keep(value, pointer) : value]]
      }),
    )
  // Every attribute of these bodies is optional.
  return kept.length === 0 ? body : (keep(body, '') as B)
}

/** The warnings about attributes that an import leaves as they are. */
export const editsKept = (kept: readonly string[], body: Members): Notice[] =>
  kept.flatMap((pointer) => {
    // A file that names no type has nothing to say about it.
    if (pointer === '/type' && body.type !== null) return []
    const shown = pointer === '/kind' ? '/speakers' : pointer
    return [
      {
        code: 'edits_kept',
        message: `“${shown.slice(1).replace('/', '.')}” was entered by hand, so the import keeps it.`,
        pointer: shown,
      },
    ]
  })

type Imported = { id: string; platformId: string; sent: Members; shown: Members; kept: readonly string[] }

/** Attributes that imports do not set. */
const UNRECORDED = new Set(['/id', '/version', '/createdAt', '/updatedAt'])

/** Records what an import has set: everything of a new object, otherwise what it sent. */
export function recordImported(
  { imported }: ImportedState,
  { id, platformId, sent, shown, kept }: Imported,
): Write[] {
  const values = leavesOf(shown)
  const hashes: Record<string, string> = { ...imported?.hashes }
  for (const pointer of affectedBySent(leavesOf(sent), kept))
    if (!UNRECORDED.has(pointer)) hashes[pointer] = hashOf(values.get(pointer))
  for (const pointer of kept) delete hashes[pointer]
  return isSame(hashes, imported?.hashes) ? [] : [putImportedValues({ id, platformId, hashes })]
}

const isSame = (one: Hashes, other: Hashes | undefined): boolean =>
  other !== undefined &&
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([pointer, hash]) => other[pointer] === hash)

/** The values by JSON Pointer. Objects are split into their members, one level deep, as in events. */
function leavesOf(members: Members): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  for (const [name, value] of Object.entries(members)) {
    if (!isMembers(value)) leaves.set(`/${name}`, value)
    else for (const [inner, one] of Object.entries(value)) leaves.set(`/${name}/${inner}`, one)
  }
  return leaves
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

const HASH_LENGTH = 11

const hashOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, HASH_LENGTH)
