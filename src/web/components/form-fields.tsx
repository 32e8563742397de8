// Parts of forms: a form with its token, fields with their labels and problems.
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { renderToString } from 'preact-render-to-string'
import type { Problem } from '../../domain/changes/errors.ts'
import type { Messages } from '../messages/messages.ts'
import { MessagesProvider, useMessages } from '../messages/use-messages.tsx'

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
  hint?: ComponentChildren
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
  const { id, own, marks } = useField({ name, label, hint, problems })
  const shared = {
    id,
    name,
    required: isRequired,
    ...(maxLength ? { maxlength: maxLength } : {}),
    ...(autocomplete ? { autocomplete } : {}),
    // Codes are of digits, which is all that a phone then offers.
    ...(autocomplete === 'one-time-code' ? { inputmode: 'numeric' as const } : {}),
    ...(list ? { list } : {}),
    ...marks,
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
      <Notes id={id} hint={hint} own={own} />
    </div>
  )
}

type Labelled = {
  name: string
  label: string
  hint: ComponentChildren
  problems: readonly Problem[]
}

/** What fields of every kind have in common: an id, the problems of their own, and what refers to both. */
function useField({ name, label, hint, problems }: Labelled) {
  const id = fieldId(name)
  const isOwn = (pointer: string) => pointer === `/${name}` || pointer.startsWith(`/${name}/`)
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  const described = [hint ? `${id}-hint` : '', own.length > 0 ? `${id}-problem` : '']
    .filter(Boolean)
    .join(' ')
  usePlace({ id, label, isOwn })
  const marks = {
    ...(described ? { 'aria-describedby': described } : {}),
    ...(own.length > 0 ? { 'aria-invalid': 'true' as const } : {}),
  }
  return { id, own, marks }
}

/** The id of the field with this name. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^a-z0-9]/gi, '-')}`

function Notes({ id, hint, own }: { id: string; hint: ComponentChildren; own: readonly Problem[] }) {
  return (
    <>
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
    </>
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
  /** Every problem of the form; those of this field are shown beside it. */
  problems?: readonly Problem[]
}

export function Choice({ name, label, value, options, hint, problems = [] }: ChoiceProps) {
  const { id, own, marks } = useField({ name, label, hint, problems })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} {...marks}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === (value ?? '')}>
            {text}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} own={own} />
    </div>
  )
}

type BoxProps = { name: string; label: string; isOn: boolean; hint?: string; value?: string }

/** A switch: sent as `on`, and not at all when it is off. */
export const Check = (props: BoxProps) => <Box type="checkbox" {...props} />

/** One of several of the same name, of which one is sent. */
export const Radio = (props: BoxProps & { value: string }) => <Box type="radio" {...props} />

function Box({ type, name, label, isOn, hint, value = 'on' }: BoxProps & { type: 'checkbox' | 'radio' }) {
  const id = `field-${name}-${value}`
  return (
    <div class="field check">
      <input
        type={type}
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

type Place = { id: string; label: string; isOwn: (pointer: string) => boolean }
const Places = createContext<Place[] | undefined>(undefined)
const Group = createContext('')

/** Tells the summary of problems where something stands that problems can be about, and what it is called. */
export function usePlace({ id, label, isOwn }: Place): void {
  const group = useContext(Group)
  useContext(Places)?.push({ id, label: group === '' ? label : `${group}: ${label}`, isOwn })
}

/** Fields that a summary calls by what they belong to, such as `Speaker 2: E-mail`. */
export function FieldGroup({ name, children }: { name: string; children: ComponentChildren }) {
  return <Group.Provider value={name}>{children}</Group.Provider>
}

type SummaryProps = {
  message: string | undefined
  problems?: readonly Problem[]
  /** The form or the forms that the problems are of. */
  children?: ComponentChildren
}

/**
 * What was wrong, announced when the page opens, before what it is about: each problem by the label of its field, as a
 * link to it, in the order of the page.
 */
export function ProblemSummary({ message, problems = [], children }: SummaryProps) {
  const messages = useMessages()
  if (!message) return <>{children}</>
  return (
    <>
      <div class="notice bad" role="alert">
        <p>{message}</p>
        {problems.length > 0 ? (
          <ul>
            {placed(problems, children, messages).map(({ problem, place }) => (
              <li>
                {place ? (
                  <>
                    <a href={`#${place.id}`}>{place.label}</a>:{' '}
                  </>
                ) : null}
                {problem.message}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {children}
    </>
  )
}

/** The problems in the order of the fields; last those that are of no field. */
function placed(problems: readonly Problem[], children: ComponentChildren, messages: Messages) {
  const places: Place[] = []
  // Only rendering tells which fields there are: the summary stands before them, so they are rendered for it first.
  renderToString(
    <MessagesProvider messages={messages}>
      <Places.Provider value={places}>{children}</Places.Provider>
    </MessagesProvider>,
  )
  return problems
    .map((problem) => ({ problem, at: places.findIndex(({ isOwn }) => isOwn(problem.pointer ?? '')) }))
    .map(({ problem, at }) => ({ problem, at: at < 0 ? places.length : at, place: places[at] }))
    .sort((a, b) => a.at - b.at)
}
