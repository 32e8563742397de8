// The links to the pages of an area. On narrow screens, they are in a menu that names the current page.
import { NavLink } from '../pages/layout.tsx'

type LinkGroup = { title?: string; links: readonly (readonly [href: string, text: string])[] }

type PageMenuProps = {
  label: string
  groups: readonly LinkGroup[]
  /** The address of the current page. */
  current: string
  /** The style of the links on wide screens. */
  class: 'account-nav' | 'settings-nav'
}

export function PageMenu({ label, groups, current, class: className }: PageMenuProps) {
  const [, name = label] = groups.flatMap(({ links }) => links).find(([href]) => href === current) ?? []
  return (
    <nav class="page-menu" aria-label={label}>
      <details>
        <summary class="menu-button">{name}</summary>
        <div class={className}>
          {groups.map(({ title, links }) => (
            <>
              {title ? <p class="page-menu-title">{title}</p> : null}
              {links.map(([href, text]) => (
                <NavLink href={href} text={text} isCurrent={href === current} />
              ))}
            </>
          ))}
        </div>
      </details>
    </nav>
  )
}
