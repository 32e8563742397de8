// Recognizes the programme that a file is a newer version of.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { namedObjects, objectsOfSource } from './sources-store.ts'
import type { ImportedKind } from './uploaded-imports-schema.ts'

/** An entry of a file, with its title, name, or e-mail. */
export type Identified = { externalId: string; name: string }

/**
 * The source whose objects have the identifiers and names of the entries; undefined if no source has most of them. Equal
 * identifiers alone are not enough, because different programmes count from 1.
 */
export async function recognizeSource(
  { store }: Services,
  { platform }: Caller,
  kind: ImportedKind,
  entries: readonly Identified[],
): Promise<string | undefined> {
  const names = new Map(entries.map(({ externalId, name }) => [externalId, nameKey(kind, name)]))
  const platformId = platform.id
  const known = await store.read(namedObjects[kind]({ platformId, externalIds: [...names.keys()] }))
  const same = known.filter(
    ({ externalId, name, source }) => source !== null && names.get(externalId ?? '') === nameKey(kind, name),
  )
  const bySource = [...Map.groupBy(same, ({ source }) => source)].sort(([, a], [, b]) => b.length - a.length)
  const [source, found] = bySource[0] ?? []
  if (!source || !found) return undefined
  const all = await store.read(objectsOfSource[kind === 'people' ? 'users' : kind]({ platformId, source }))
  return found.length > Math.min(names.size, all.length) / 2 ? source : undefined
}

const nameKey = (kind: ImportedKind, name: string): string =>
  kind === 'people' ? canonicalEmail(name) : name.normalize().toLowerCase()
