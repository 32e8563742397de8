// Parts of forms: a form with its token, fields with their labels and problems.
import type { ComponentChildren, JSX } from 'preact'
import type { Problem } from '../../domain/errors.ts'

export type FormProps = { action: string; csrf: string; children: ComponentChildren; class?: string }

/** A form of our own: sent by POST, with the token that `guardForms` asks for. */
export function Form({ action, csrf, children, class: className }: FormProps) {
  return (
    <form method="post" action={action} {...(className ? { class: className } : {})}>
      <input type="hidden" name="_csrf" value={csrf} />
      {children}
    </form>
  )
}

export type FieldProps = {
  name: string
  label: string
  value?: string | number | null | undefined
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'color' | 'datetime-local' | 'date'
  hint?: string
  isRequired?: boolean
  /** Every problem of the form; those of this field are shown beside it. */
  problems?: readonly Problem[]
  autocomplete?: string
  rows?: number
  maxLength?: number
  /** The id of a datalist with suggestions. */
  list?: string
}

/** One field with its label, hint and problems; several lines where `rows` is given. */
export function Field({
  name,
  label,
  value,
  type = 'text',
  hint,
  isRequired = false,
  problems = [],
  autocomplete,
  rows,
  maxLength,
  list,
}: FieldProps) {
  const own = problems.filter(({ pointer }) => pointer === `/${name}` || pointer?.startsWith(`/${name}/`))
  const id = `field-${name.replaceAll(/[^a-z0-9]/gi, '-')}`
  const described = [hint ? `${id}-hint` : '', own.length > 0 ? `${id}-problem` : '']
    .filter(Boolean)
    .join(' ')
  const shared = {
    id,
    name,
    required: isRequired,
    ...(maxLength ? { maxlength: maxLength } : {}),
    ...(autocomplete ? { autocomplete } : {}),
    ...(list ? { list } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
    ...(own.length > 0 ? { 'aria-invalid': 'true' as const } : {}),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea {...shared} rows={rows}>
          {value ?? ''}
        </textarea>
      ) : (
        <input {...inputOf({ ...shared, type, value: value ?? '' })} />
      )}
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {own.length > 0 ? (
        <p class="problem" id={`${id}-problem`}>
          {own.map((problem) => problem.message).join('; ')}
        </p>
      ) : null}
    </div>
  )
}

/** Preact's types tell inputs of each type apart; all that we give is common to ours. */
const inputOf = (attributes: object) => attributes as JSX.IntrinsicElements['input']

export type ChoiceProps = {
  name: string
  label: string
  value: string | null | undefined
  options: readonly (readonly [value: string, text: string])[]
  hint?: string
}

export function Choice({ name, label, value, options, hint }: ChoiceProps) {
  const id = `field-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === (value ?? '')}>
            {text}
          </option>
        ))}
      </select>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** A switch: sent as `on`, and not at all when it is off. */
export function Check({
  name,
  label,
  isOn,
  hint,
  value = 'on',
}: {
  name: string
  label: string
  isOn: boolean
  hint?: string
  value?: string
}) {
  const id = `field-${name}-${value}`
  return (
    <div class="field check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={isOn}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      />
      <label for={id}>{label}</label>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** What was wrong with a form as a whole, announced when the page opens. */
export function ProblemSummary({
  message,
  problems = [],
}: {
  message: string | undefined
  problems?: readonly Problem[]
}) {
  if (!message) return null
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      {problems.length > 0 ? (
        <ul>
          {problems.map((problem) => (
            <li>
              <code>{problem.pointer ?? problem.parameter ?? ''}</code> {problem.message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
