// A form of an object on its way: what stands in it, what is wrong with it, which version it was made from.
import type { Problem } from '../../../domain/changes/errors.ts'
import { Refusal } from '../../../domain/changes/errors.ts'
import { problemsOf } from '../../forms/form-validation.ts'
import type { Values } from './form-values.ts'
import { officeMessage } from './refusals.ts'

export type EditState = {
  values: Values
  /** Null: the object does not exist yet. */
  version: number | null
  message?: string | undefined
  problems: readonly Problem[]
  /** The list to which a row is being added. */
  adding?: string | undefined
  /** The version that somebody else has made meanwhile. */
  newer?: number | undefined
}

const places = {
  email_taken: '/email',
  username_taken: '/username',
  external_id_taken: '/externalId',
}

// Refusals that the form itself can answer; all others have a page of their own.
const answered = new Set(['invalid_data', 'protected_account', 'too_many_requests', ...Object.keys(places)])

/** What a refused form shows, and the status it is sent with. Throws on what no form can answer. */
export function refusalState(error: unknown): Pick<EditState, 'message' | 'problems'> & { status: number } {
  if (!(error instanceof Refusal) || !answered.has(error.code)) throw error
  const { status, code } = error
  const problems = code in places || error.detail.errors ? problemsOf(error, places) : []
  return { message: officeMessage(error), problems, status }
}

export const invalidMessage = (problems: readonly Problem[]): string =>
  `The data is not valid: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`

/** The version that the form was made from, or the newer one that somebody has decided to overwrite. */
export function seenVersion(values: Values): number | undefined {
  const text = values.overwrite || values.version
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
