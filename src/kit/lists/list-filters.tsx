// The tools above a list: the search, the menu of filters, and the chips of those that are active. All are links and GET
// forms, so that filters apply at once, without scripts, and every result has an address.
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../components/icon.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { withQuery } from '../office/query-string.ts'
import { NavLink } from '../pages/layout.tsx'
import { ALL, type Choices, type Column, type Filters } from './list-definition.ts'

/** The parameters of the list that links and forms keep, and its path. */
type Kept = { path: string; kept: Readonly<Record<string, string | undefined>> }

export function ListTools({ children }: { children: ComponentChildren }) {
  return <div class="list-tools">{children}</div>
}

export function HiddenFields({ values }: { values: Kept['kept'] }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) =>
        value ? <input type="hidden" name={name} value={value} /> : null,
      )}
    </>
  )
}

type SearchBoxProps = Kept & { name?: string; value: string | undefined; hint: string }

export function SearchBox({ path, kept, name = 'q', value = '', hint }: SearchBoxProps) {
  const { search } = useMessages().office.lists
  const { [name]: _replaced, ...others } = kept
  return (
    <search class="list-find">
      <form method="get" action={path}>
        <HiddenFields values={others} />
        <label class="visually-hidden" for="list-q">
          {search}
        </label>
        <Icon name="search" />
        <input
          dir="auto"
          id="list-q"
          type="search"
          name={name}
          value={value}
          placeholder={hint}
          maxlength={200}
        />
        <button class="plain" type="submit">
          {search}
        </button>
      </form>
    </search>
  )
}

type MenuProps = {
  icon: IconName
  text: string
  class?: string
  isOpen?: boolean
  children: ComponentChildren
}

/** A button that opens a panel below it. `office-lists.js` closes it at a click elsewhere and at Escape. */
export function ListMenu({ icon, text, class: className = '', isOpen = false, children }: MenuProps) {
  return (
    <details class={`list-menu ${className}`.trim()} open={isOpen}>
      <summary class="button">
        <Icon name={icon} />
        {text}
      </summary>
      <div class="list-menu-panel">{children}</div>
    </details>
  )
}

type FilterProps = Kept & { filters: Filters; choices: Choices }

/** A filter with so many options shows them at once. */
const MAX_OPEN = 3

/** Leaves out filters without options, such as rooms if no talk has one. `children` are further fields. */
export function FilterMenu({
  path,
  kept,
  filters,
  choices,
  children,
}: FilterProps & { children?: ComponentChildren }) {
  const { filter } = useMessages().office.lists
  const offered = Object.entries(filters).filter(([, { options, isTabs }]) => options.length > 0 && !isTabs)
  if (offered.length === 0 && !children) return null
  const isOnly = offered.length === 1 && !children
  return (
    <ListMenu icon="list-filter" text={filter}>
      {offered.map(([name, { label, all, options }]) => (
        <details
          {...(options.length > MAX_OPEN ? { name: 'list-filter' } : {})}
          open={isOnly || options.length <= MAX_OPEN}
        >
          <summary>{label}</summary>
          <MenuLinks
            links={[['', all], ...options].map(([value, text]) => ({
              href: withQuery(path, { ...kept, [name]: value }),
              text,
              isCurrent: (choices[name] ?? '') === value,
            }))}
          />
        </details>
      ))}
      {children}
    </ListMenu>
  )
}

/** Filters whose options are tabs. */
export function FilterTabs({ path, kept, filters, choices }: FilterProps) {
  return Object.entries(filters)
    .filter(([, { isTabs }]) => isTabs)
    .map(([name, { label, options }]) => (
      <nav class="tabs" aria-label={label}>
        {options.map(([value, text]) => (
          <NavLink
            href={withQuery(path, { ...kept, [name]: value })}
            text={text}
            isCurrent={(choices[name] ?? ALL) === value}
          />
        ))}
      </nav>
    ))
}

type MenuLink = { href: string; text: string; isCurrent: boolean; class?: string }

export function MenuLinks({ links }: { links: readonly MenuLink[] }) {
  return (
    <ul>
      {links.map(({ href, text, isCurrent, class: className }) => (
        <li {...(className ? { class: className } : {})}>
          <a dir="auto" href={href} {...(isCurrent ? { 'aria-current': 'true' as const } : {})}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

export type Chip = { name: string; label: string; value: string }

/** The active filters. Each links to the list without it. */
export function FilterChips({ path, kept, chips }: Kept & { chips: readonly Chip[] }) {
  const { office } = useMessages()
  const texts = office.lists
  if (chips.length === 0) return null
  const others = { ...kept, ...Object.fromEntries(chips.map(({ name }) => [name, undefined])) }
  return (
    <ul class="filter-chips" aria-label={texts.activeFilters}>
      {chips.map(({ name, label, value }) => (
        <li>
          <a
            class="filter-chip"
            href={withQuery(path, { ...kept, [name]: undefined })}
            aria-label={texts.removeFilter({ label, value })}
          >
            <span>{label}</span> <bdi>{value}</bdi>
            <Icon name="x" />
          </a>
        </li>
      ))}
      <li>
        <a class="list-clear" href={withQuery(path, others)}>
          {texts.clear}
        </a>
      </li>
    </ul>
  )
}

/** The chips of chosen options. */
export const chipsOf = (filters: Filters, choices: Choices): Chip[] =>
  Object.entries(filters).flatMap(([name, { label, options, isTabs }]) => {
    if (isTabs) return []
    const [, value] = options.find(([option]) => option === choices[name]) ?? []
    return value === undefined ? [] : [{ name, label, value }]
  })

type SortMenuProps = {
  columns: readonly Pick<Column<never>, 'name' | 'sort'>[]
  sort: string
  hrefOf: (sort: string) => string
}

/** On phones, which do not show column headers. */
export function SortMenu({ columns, sort, hrefOf }: SortMenuProps) {
  const texts = useMessages().office.lists
  const links = columns.flatMap(({ name, sort: by }) =>
    by === undefined
      ? []
      : [by.by, `-${by.by}`].map((value, index) => ({
          href: hrefOf(value),
          text: texts.sortOption({ column: name, direction: by.labels[index] ?? '' }),
          isCurrent: value === sort,
        })),
  )
  return (
    <ListMenu icon="arrow-up-down" text={texts.sort} class="sort-menu">
      <MenuLinks links={links} />
    </ListMenu>
  )
}

type DatesProps = Kept & { dates: readonly { name: string; label: string; value: string | undefined }[] }

/** Filters by days, in the menu of filters. */
export function FilterDates({ path, kept, dates }: DatesProps) {
  const { apply } = useMessages().office.lists
  const others = { ...kept, ...Object.fromEntries(dates.map(({ name }) => [name, undefined])) }
  return (
    <form class="filter-fields" method="get" action={path}>
      <HiddenFields values={others} />
      {dates.map(({ name, label, value = '' }) => (
        <div class="field">
          <label for={`list-${name}`}>{label}</label>
          <input id={`list-${name}`} type="date" name={name} value={value} />
        </div>
      ))}
      <button type="submit">{apply}</button>
    </form>
  )
}
