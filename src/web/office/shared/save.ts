// Saving a form: its lists changed and shown again, its body checked and saved by the verbs of the API, or refused.
import { Refusal } from '../../../domain/changes/errors.ts'
import type { Precondition } from '../../../domain/changes/preconditions.ts'
import { check } from '../../forms/form-validation.ts'
import { type EditState, invalidMessage, refusalState, seenVersion } from './edit-state.ts'
import { rowsAsked, type Values, withRows } from './form-values.ts'

type Body = Record<string, unknown>
type Checked = {
  /** Null: the object does not exist yet. */
  current: { version: number } | null
  values: Values
  lists: readonly string[]
  body: Body
  schema: object
}

export type SaveOutcome<Saved> =
  | { status: 'saved'; saved: Saved }
  /** To be shown again, with this status of the answer. */
  | { status: 'again'; code: number; state: EditState }

/** `save` gets the body, which the schema takes, and the version that it rests on. */
export async function saveForm<Saved>(
  { current, values, lists, body, schema }: Checked,
  save: (body: Body, precondition: Precondition) => Promise<Saved>,
): Promise<SaveOutcome<Saved>> {
  const seen = seenVersion(values)
  const state: EditState = {
    values,
    version: current === null ? null : (seen ?? current.version),
    problems: [],
  }
  const again = (code: number, more: Partial<EditState>) => ({
    status: 'again' as const,
    code,
    state: { ...state, ...more },
  })
  const asked = rowsAsked(values, lists)
  if (asked) {
    const adding = values.do?.startsWith('add:') ? asked.list : undefined
    return again(200, { values: withRows(values, asked.list, asked.rows), adding })
  }
  if (current !== null && seen !== undefined && seen !== current.version)
    return again(412, { newer: current.version })
  const problems = check(schema, body)
  if (problems.length > 0) return again(422, { problems, message: invalidMessage(problems) })
  try {
    return {
      status: 'saved',
      saved: await save(body, seen === undefined ? {} : { versions: [{ version: seen }] }),
    }
  } catch (error) {
    // Somebody was faster than this request: the next try sees the newer version.
    if (error instanceof Refusal && error.code === 'precondition_failed')
      return again(412, {
        message: 'Somebody else has changed this a moment ago. Nothing was saved; try again.',
      })
    const { status, ...refused } = refusalState(error)
    return again(status, refused)
  }
}
