// The search and filters above a list: a GET form, so that its URL can be shared.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../messages/use-messages.tsx'
import type { Choices, Column, Filters } from './list-definition.ts'

type FilterFormProps = { path: string; isFiltered: boolean; children: ComponentChildren }

export function FilterForm({ path, isFiltered, children }: FilterFormProps) {
  const texts = useMessages().office.lists
  return (
    <search>
      <form class="list-search" method="get" action={path}>
        {children}
        <button type="submit">{texts.apply}</button>
        {isFiltered ? (
          <a class="list-clear" href={path}>
            {texts.clear}
          </a>
        ) : null}
      </form>
    </search>
  )
}

export function SearchBox({ value, hint }: { value: string | undefined; hint: string }) {
  const { search } = useMessages().office.lists
  return (
    <div class="field grow">
      <label for="list-q">{search}</label>
      <input
        dir="auto"
        id="list-q"
        type="search"
        name="q"
        value={value ?? ''}
        placeholder={hint}
        maxlength={200}
      />
    </div>
  )
}

/** Leaves out filters without options, such as rooms if no talk has one. */
export function FilterSelects({ filters, choices }: { filters: Filters; choices: Choices }) {
  return (
    <>
      {Object.entries(filters).map(([name, { label, all, options }]) =>
        options.length === 0 ? null : (
          <FilterSelect name={name} label={label} value={choices[name]} options={[['', all], ...options]} />
        ),
      )}
    </>
  )
}

type SortSelectProps = { columns: readonly Pick<Column<never>, 'name' | 'sort'>[]; value: string }

/** Used on phones, which do not show column headers. */
export function SortSelect({ columns, value }: SortSelectProps) {
  const texts = useMessages().office.lists
  const options = columns.flatMap(({ name, sort }) =>
    sort === undefined
      ? []
      : [
          [sort.by, texts.sortOption({ column: name, direction: sort.labels[0] })] as const,
          [`-${sort.by}`, texts.sortOption({ column: name, direction: sort.labels[1] })] as const,
        ],
  )
  return (
    <div class="sort-choice">
      <FilterSelect
        name="sort"
        label={texts.sortBy}
        value={value}
        options={[['', texts.defaultSort], ...options]}
      />
    </div>
  )
}

type SelectProps = {
  name: string
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, text: string])[]
}

function FilterSelect({ name, label, value = '', options }: SelectProps) {
  return (
    <div class="field">
      <label for={`list-${name}`}>{label}</label>
      <select id={`list-${name}`} name={name}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

type DateProps = { name: string; label: string; value: string | undefined }

export function FilterDate({ name, label, value = '' }: DateProps) {
  return (
    <div class="field">
      <label for={`list-${name}`}>{label}</label>
      <input id={`list-${name}`} type="date" name={name} value={value} />
    </div>
  )
}
