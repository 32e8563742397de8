// Saving a form: either its rows are changed and it is shown again, or its body is checked and saved like a body of the
// API.
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import type { Precondition } from '../../kernel/changes/preconditions.ts'
import { check } from '../forms/form-validation.ts'
import type { Messages } from '../messages/messages.ts'
import { baseVersion, type EditState, refusalState } from './edit-state.ts'
import { changedRows, type Values, withRows } from './form-values.ts'

type Body = Record<string, unknown>

type FormSave<T> = {
  /** Null if the object does not exist yet. */
  current: { version: number } | null
  values: Values
  /** The lists that have rows. */
  lists: readonly string[]
  body: Body
  schema: object
  messages: Messages
  /** Problems that were found before, such as those of the files that were sent with the form. */
  earlierProblems?: readonly Problem[]
  /** Gets a valid body, and the version that it is based on. */
  save: (body: Body, precondition: Precondition) => Promise<T>
}

export type SaveOutcome<T> =
  | { status: 'saved'; saved: T }
  /** The form is shown again, with this status code. */
  | { status: 'again'; code: number; state: EditState }

export async function saveForm<T>(form: FormSave<T>): Promise<SaveOutcome<T>> {
  const { current, values, lists, body, schema, earlierProblems = [] } = form
  const version = baseVersion(values)
  const again = (code: number, change: Partial<EditState>) => ({
    status: 'again' as const,
    code,
    state: {
      values,
      version: current === null ? null : (version ?? current.version),
      problems: [],
      ...change,
    },
  })
  const changed = changedRows(values, lists)
  if (changed) {
    const adding = values.do?.startsWith('add:') ? changed.list : undefined
    return again(200, {
      values: withRows(values, changed.list, changed.rows),
      adding,
      problems: earlierProblems,
    })
  }
  if (current !== null && version !== undefined && version !== current.version)
    return again(412, { newer: current.version })
  const problems = [...earlierProblems, ...check(form.messages, schema, body)]
  if (problems.length > 0) return again(422, { problems, message: form.messages.office.forms.notSaved })
  try {
    const saved = await form.save(body, version === undefined ? {} : { versions: [{ version }] })
    return { status: 'saved', saved }
  } catch (error) {
    return again(...refused(error, form.messages))
  }
}

function refused(error: unknown, messages: Messages): [status: number, change: Partial<EditState>] {
  // Someone else saved between the read and this save. The next try sees the newer version.
  if (error instanceof Refusal && error.code === 'precondition_failed')
    return [412, { message: messages.office.forms.conflict }]
  const { status, ...change } = refusalState(error, messages)
  return [status, change]
}
