// The parts of forms: the form with its CSRF token, and fields with labels and problems.
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { Text } from '../../texts/texts.ts'
import type { Messages } from '../messages/messages.ts'
import { MessagesProvider, useMessages } from '../messages/use-messages.tsx'
import { CharactersLeft, PreviewTabs, Revealable } from './field-tools.tsx'

export type FormProps = {
  action: string
  csrf: string
  children: ComponentChildren
  class?: string
  /** For fields and buttons elsewhere on the page. */
  id?: string
  /** Whether the form has fields for files. */
  hasFiles?: boolean
  /** Set on live pages, whose scripts send all other forms themselves. */
  opensPage?: boolean
}

/** A POST form with the CSRF token that `guardForms` requires. */
export function Form({
  action,
  csrf,
  children,
  class: className,
  id,
  hasFiles = false,
  opensPage = false,
}: FormProps) {
  return (
    <form
      method="post"
      action={action}
      {...(className ? { class: className } : {})}
      {...(id ? { id } : {})}
      {...(hasFiles ? { enctype: 'multipart/form-data' as const } : {})}
      {...(opensPage ? { 'data-opens-page': true } : {})}
    >
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
  /** Every problem of the form. The field shows its own. */
  problems?: readonly Problem[]
  autocomplete?: string
  rows?: number
  /** The limit of a text, in characters (code points). Near the limit, the script shows how many are left. */
  limit?: number
  /** Set for a text area with Markdown, or with the format that the named field selects. The script adds a preview. */
  preview?: 'markdown' | 'pageFormat'
  maxLength?: number
  /** Shown in an empty field. */
  placeholder?: string
  /** Set for numbers with fractions. */
  step?: 'any'
  /** The id of a datalist with suggestions. */
  list?: string
}

/** A field with its label, hint, and problems. `rows` makes it a text area. */
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
  limit,
  preview,
  maxLength,
  placeholder,
  step,
  list,
}: FieldProps) {
  const { id, own, marks } = useField({ name, label, hint, problems })
  const shared = {
    id,
    name,
    required: isRequired,
    ...(maxLength ? { maxlength: maxLength } : {}),
    ...(placeholder ? { placeholder } : {}),
    ...(autocomplete ? { autocomplete } : {}),
    // Makes phones offer a numeric keypad.
    ...(autocomplete === 'one-time-code' ? { inputmode: 'numeric' as const } : {}),
    ...(step ? { step } : {}),
    ...(list ? { list } : {}),
    ...(type === 'text' || type === 'search' ? { dir: 'auto' as const } : {}),
    ...marks,
  }
  const input = <input {...inputOf({ ...shared, type, value: value ?? '' })} />
  return (
    <div class="field" {...(limit || preview ? { 'data-text': id } : {})}>
      <label for={id}>{label}</label>
      {rows ? (
        <>
          {preview ? <PreviewTabs id={id} label={label} preview={preview} /> : null}
          <textarea dir="auto" {...shared} rows={rows}>
            {value ?? ''}
          </textarea>
        </>
      ) : type === 'password' ? (
        <Revealable label={label}>{input}</Revealable>
      ) : (
        input
      )}
      {limit ? <CharactersLeft limit={limit} /> : null}
      <Notes id={id} hint={hint} own={own} />
    </div>
  )
}

/** The text of a problem. Problems that are not in the catalog already have a message in the language of the page. */
export function problemText(messages: Messages, { code, message, limit = 0 }: Problem): string {
  const texts: Partial<Record<string, string | Text<never, 'limit'>>> = messages.forms.problems
  const text = texts[code]
  return typeof text === 'function' ? text({ limit }) : (text ?? message)
}

type FieldIdentity = {
  name: string
  label: string
  hint: ComponentChildren
  problems: readonly Problem[]
}

/** Shared by all kinds of fields: the id, their own problems, and the attributes that refer to them. */
export function useField({ name, label, hint, problems }: FieldIdentity) {
  const id = fieldId(name)
  const isOwn = (pointer: string) => pointer === `/${name}` || pointer.startsWith(`/${name}/`)
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  usePlace({ id, label, isOwn })
  return { id, own, marks: describedBy(id, hint, own) }
}

/** The attributes that refer to the hint and the problems of a field. */
function describedBy(id: string, hint: ComponentChildren, own: readonly Problem[]) {
  const described = [hint ? `${id}-hint` : '', own.length > 0 ? `${id}-problem` : '']
    .filter(Boolean)
    .join(' ')
  return {
    ...(described ? { 'aria-describedby': described } : {}),
    ...(own.length > 0 ? { 'aria-invalid': 'true' as const } : {}),
  }
}

/** The id of the field with this name. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^a-z0-9]/gi, '-')}`

export function Notes({ id, hint, own }: { id: string; hint: ComponentChildren; own: readonly Problem[] }) {
  const messages = useMessages()
  return (
    <>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {own.length > 0 ? (
        <p class="problem" id={`${id}-problem`}>
          {own.map((problem) => problemText(messages, problem)).join('; ')}
        </p>
      ) : null}
    </>
  )
}

/** Preact types inputs by their `type`. The attributes here are common to all of them. */
const inputOf = (attributes: object) => attributes as JSX.IntrinsicElements['input']

export type ChoiceProps = {
  name: string
  label: string
  value: string | null | undefined
  options: readonly (readonly [value: string, text: string])[]
  hint?: ComponentChildren
  /** Every problem of the form. The field shows its own. */
  problems?: readonly Problem[]
  /** `own-zone.js` selects the time zone of the browser. */
  isOwnZone?: boolean
  isRequired?: boolean
}

export function Choice({
  name,
  label,
  value,
  options,
  hint,
  problems = [],
  isOwnZone = false,
  isRequired = false,
}: ChoiceProps) {
  const { id, own, marks } = useField({ name, label, hint, problems })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        required={isRequired}
        {...marks}
        {...(isOwnZone ? { 'data-own-zone': true } : {})}
      >
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

type BoxProps = {
  name: string
  label: string
  isOn: boolean
  hint?: string
  value?: string
  isRequired?: boolean
  /** Every problem of the form. The box shows its own. */
  problems?: readonly Problem[]
}

/** A check box, sent as `on` or not at all: one of several choices, or a confirmation. */
export const Check = (props: BoxProps) => <Box type="checkbox" {...props} />

/** A check box that looks like a switch: a setting that is on or off. */
export const Switch = (props: BoxProps) => <Box type="checkbox" isSwitch {...props} />

/** A radio button. Of several with the same name, one is sent. */
export const Radio = (props: BoxProps & { value: string }) => <Box type="radio" {...props} />

type AnyBoxProps = BoxProps & { type: 'checkbox' | 'radio'; isSwitch?: boolean }

function Box({
  type,
  name,
  label,
  isOn,
  hint,
  value = 'on',
  isRequired = false,
  problems = [],
  isSwitch = false,
}: AnyBoxProps) {
  const id = `${fieldId(name)}-${value}`
  const own = problems.filter(({ pointer }) => pointer === `/${name}`)
  usePlace({ id, label, isOwn: (pointer) => own.some((problem) => problem.pointer === pointer) })
  return (
    <div class={isSwitch ? 'field check switch' : 'field check'}>
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={isOn}
        required={isRequired}
        {...describedBy(id, hint, own)}
      />
      <label for={id}>{label}</label>
      <Notes id={id} hint={hint} own={own} />
    </div>
  )
}

type Place = { id: string; label: string; isOwn: (pointer: string) => boolean }
const Places = createContext<Place[] | undefined>(undefined)
const Group = createContext('')

/** Registers a place that problems can refer to, with its label, for the summary. */
export function usePlace({ id, label, isOwn }: Place): void {
  const { forms } = useMessages()
  const group = useContext(Group)
  useContext(Places)?.push({
    id,
    label: group === '' ? label : forms.fieldOf({ group, field: label }),
    isOwn,
  })
}

/** Fields whose names the summary prefixes with the name of their group, such as `Speaker 2: E-mail`. */
export function FieldGroup({ name, children }: { name: string; children: ComponentChildren }) {
  return <Group.Provider value={name}>{children}</Group.Provider>
}

type SummaryProps = {
  message: string | undefined
  problems?: readonly Problem[]
  /** The forms that the problems belong to. */
  children?: ComponentChildren
}

/**
 * The problems of the forms below it, announced when the page opens. Each links to its field by label, in page order.
 */
export function ProblemSummary({ message, problems = [], children }: SummaryProps) {
  const messages = useMessages()
  if (!message) return <>{children}</>
  const places: Place[] = []
  // Only rendering shows which fields exist, and the summary precedes them.
  const forms = renderToString(
    <MessagesProvider messages={messages}>
      <Places.Provider value={places}>{children}</Places.Provider>
    </MessagesProvider>,
  )
  return (
    <>
      <div class="notice danger" role="alert">
        <p>{message}</p>
        {problems.length > 0 ? (
          <ul>
            {inOrder(problems, places).map(({ problem, place }) => (
              <li>
                {place ? (
                  <>
                    <a href={`#${place.id}`}>{place.label}</a>:{' '}
                  </>
                ) : null}
                {problemText(messages, problem)}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {jsxTemplate([forms])}
    </>
  )
}

/** The problems in the order of the fields, followed by those without a field. */
const inOrder = (problems: readonly Problem[], places: readonly Place[]) =>
  problems
    .map((problem) => ({ problem, at: places.findIndex(({ isOwn }) => isOwn(problem.pointer ?? '')) }))
    .map(({ problem, at }) => ({ problem, at: at < 0 ? places.length : at, place: places[at] }))
    .sort((a, b) => a.at - b.at)
