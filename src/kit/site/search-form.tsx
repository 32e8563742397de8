// The search and filters of a public list, in a GET form, so that each result has an address.
import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { addressOf } from './site-urls.ts'

type SearchFormProps = {
  action: string
  words: string
  label: string
  placeholder: string
  /** Parameters to keep, by name. */
  kept?: Readonly<Record<string, string>>
  /** The number of active filters. */
  active: number
  filters: ComponentChildren
  /** For a page whose script applies each filter at once: the number of results, beside a button that closes the panel. */
  found?: string
}

export function SearchForm({ action, words, label, placeholder, ...rest }: SearchFormProps) {
  const { search: texts } = useMessages()
  const { kept = {}, active, filters, found } = rest
  return (
    <search>
      <form class="filters" method="get" action={action}>
        {Object.entries(kept).map(([name, value]) => (
          <HiddenField name={name} value={value} />
        ))}
        <SearchLine id="search-words" words={words} label={label} placeholder={placeholder} />
        <details class="popover">
          <summary class="button">
            <Icon name="list-filter" />
            <span>{texts.filters}</span>
            {active > 0 ? <span class="badge accent">{active}</span> : null}
          </summary>
          <div class="filter-fields popover-panel">
            {filters}
            <p class="filter-end">
              {found ? <strong>{found}</strong> : null}
              {active > 0 ? <a href={addressOf(action, kept)}>{texts.clear}</a> : null}
              <button type="submit" class="primary">
                {texts.apply}
              </button>
              {found === undefined ? null : (
                <button type="button" class="primary" data-close>
                  {texts.done}
                </button>
              )}
            </p>
          </div>
        </details>
      </form>
    </search>
  )
}

type LineProps = { id: string; words: string; label: string; placeholder: string }

/** The field with the words, and a button in it. */
export function SearchLine({ id, words, label, placeholder }: LineProps) {
  const { search: texts } = useMessages()
  return (
    <div class="search-line">
      <label for={id} class="visually-hidden">
        {label}
      </label>
      <input
        type="search"
        dir="auto"
        id={id}
        name="q"
        value={words}
        placeholder={placeholder}
        maxLength={200}
      />
      <button type="submit" class="plain">
        <Icon name="search" />
        <span class="visually-hidden">{texts.submit}</span>
      </button>
    </div>
  )
}

/** A parameter that a form passes on. Renders nothing if it is empty. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  return value === '' ? null : <input type="hidden" name={name} value={value} />
}

type SelectProps = {
  name: string
  label: string
  all: string
  value: string
  options: readonly string[]
  /** The text of an option. */
  nameOf?: (option: string) => string
}

/** A filter with one value. `all` is the text for no filter. */
export function FilterSelect({ name, label, all, value, options, nameOf = (option) => option }: SelectProps) {
  const { compare } = useMessages().formats
  const sorted = options.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  const known = value === '' || options.includes(value) ? sorted : [value, ...sorted]
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name}>
        <option value="">{all}</option>
        {known.map((option) => (
          <option value={option} selected={option === value}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChoicesProps = {
  name: string
  label: string
  /** The checked options, including unknown ones. */
  values: readonly string[]
  options: readonly string[]
  /** The text of an option. */
  nameOf?: (option: string) => string
}

/** A filter with any number of values. Renders nothing without options. */
export function FilterChoices({ name, label, values, options, nameOf = (option) => option }: ChoicesProps) {
  const { compare } = useMessages().formats
  const sorted = options.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  const shown = withChosen(sorted, values)
  if (shown.length === 0) return null
  return (
    <fieldset class="choices" id={`filter-${name}`}>
      <legend>{label}</legend>
      <div class="choice-list">
        {shown.map((option) => (
          <label class="choice">
            <input type="checkbox" name={name} value={option} checked={values.includes(option)} />
            <bdi>{nameOf(option)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The options, after the chosen values that are not among them. */
export const withChosen = (options: readonly string[], chosen: readonly string[]): string[] => [
  ...chosen.filter((value) => !options.includes(value)),
  ...options,
]

/**
 * Says that nothing matches the words as written, and shows the corrected ones. Renders nothing if the words are right.
 */
export function Corrected({ words, corrected }: { words: string; corrected: string }) {
  const { search: texts } = useMessages()
  if (corrected === '') return null
  return (
    <p class="corrected" role="status">
      {texts.corrected({ words, corrected: <strong>{corrected}</strong> })}
    </p>
  )
}

type CheckProps = { name: string; label: string; isOn: boolean }

export function FilterCheck({ name, label, isOn }: CheckProps) {
  return (
    <div class="field check">
      <input type="checkbox" id={`filter-${name}`} name={name} value="1" checked={isOn} />
      <label for={`filter-${name}`}>{label}</label>
    </div>
  )
}
