// The state of an object's form: its values, their problems, and the version that they are based on.

import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { problemsOf } from '../forms/form-validation.ts'
import type { Messages } from '../messages/messages.ts'
import type { Values } from './form-values.ts'
import { officeMessage } from './refusals.ts'

export type EditState = {
  values: Values
  /** Null if the object does not exist yet. */
  version: number | null
  message?: string | undefined
  problems: readonly Problem[]
  /** The list to which a row is being added. */
  adding?: string | undefined
  /** The version that someone else saved after the form was opened. */
  newer?: number | undefined
}

// Refusals that the form itself shows. All others have their own page.
const withProblems = new Set(['invalid_data', 'email_taken', 'username_taken', 'external_id_taken'])
const withoutProblems = new Set(['protected_account', 'too_many_requests'])

/** The state and status code of a refused form. Throws errors that no form can show. */
export function refusalState(
  error: unknown,
  messages: Messages,
): Pick<EditState, 'message' | 'problems'> & { status: number } {
  if (!(error instanceof Refusal)) throw error
  const { code } = error
  const status = statusOf(error)
  if (withProblems.has(code))
    return { message: messages.office.forms.notSaved, problems: problemsOf(error), status }
  if (!withoutProblems.has(code)) throw error
  return { message: officeMessage(error, messages), problems: [], status }
}

/** The version that the form was opened with, or the newer one that the user decided to overwrite. */
export function baseVersion(values: Values): number | undefined {
  const text = values.overwrite || values.version
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
