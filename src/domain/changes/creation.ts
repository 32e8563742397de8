// The rules that an object obeys when it comes into being, by POST or by PUT to an identifier of the caller's own.
import type { Reference } from '../../store/changes/objects.ts'
import { invalidData, type Problem, Refusal, type RefusalCode } from './errors.ts'

type Body = { externalId?: string | null }

/** Refuses a body that lacks what its creation schema requires. */
export function requireForCreation(required: readonly string[], body: object): void {
  const problems: Problem[] = required
    .filter((name) => (body as Record<string, unknown>)[name] === undefined)
    .map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' }))
  if (problems.length > 0) throw invalidData(problems)
}

/**
 * The identifier of the caller's own that a new object gets: that of the path, or that of the body.
 * Refuses a path that names something else by 404, and two that differ by 422.
 */
export function externalIdForCreation(
  reference: Reference | null,
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

const LONGEST = 200
const isExternalId = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what an identifier may not hold.
  text !== '' && [...text].length <= LONGEST && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text)

/** Refuses an identifier that another object of the kind has. */
export function requireFreeExternalId(holder: { id: string } | undefined, id: string | undefined): void {
  if (holder && holder.id !== id) throw new Refusal('external_id_taken')
}
