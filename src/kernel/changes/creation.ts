// The rules for creating an object, with POST or with PUT to an externalId.

import { MAX_EXTERNAL_ID } from '../limits.ts'
import type { UserReference } from '../store/changes/objects.ts'
import type { DecideContext } from '../store/changes/operation.ts'
import { invalidData, type Problem, Refusal, type RefusalCode, takenValue } from './errors.ts'

type Body = { externalId?: string | null }

/** The values that every object has, of a new one. */
export const newObject = (ctx: DecideContext, id = ctx.newId()) => ({
  id,
  platformId: ctx.platformId,
  source: null,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

/** Refuses a body that lacks attributes required by its creation schema. */
export function requireForCreation(required: readonly string[], body: object): void {
  const problems: Problem[] = required
    .filter((name) => (body as Record<string, unknown>)[name] === undefined)
    .map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' }))
  if (problems.length > 0) throw invalidData(problems)
}

/**
 * The externalId of a new object, from the path or the body. Refuses a path that is not an externalId (404), and two
 * different ones (422).
 */
export function externalIdForCreation(
  reference: UserReference | null,
  body: Body,
  missing: RefusalCode,
): string | null {
  if (reference === null) return body.externalId ?? null
  if (reference.by !== 'external_id' || !isExternalId(reference.value)) throw new Refusal(missing)
  if (body.externalId !== undefined && body.externalId !== reference.value) {
    throw invalidData([
      {
        pointer: '/externalId',
        code: 'mismatch',
        message: 'must match the identifier in the path, or be absent',
      },
    ])
  }
  return reference.value
}

const isExternalId = (text: string): boolean =>
  text !== '' &&
  [...text].length <= MAX_EXTERNAL_ID &&
  text.isWellFormed() &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an identifier must not contain them.
  !/[\u0000-\u001f\u007f]/.test(text)

/** Refuses an externalId that another object of the kind has. */
export function requireFreeExternalId(holder: { id: string } | undefined, id: string | undefined): void {
  if (holder && holder.id !== id) throw takenValue('external_id_taken', '/externalId')
}
