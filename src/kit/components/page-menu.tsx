// The links to the pages of an area. On narrow screens, they are in a menu that names the current page.
import { NavLink } from '../pages/layout.tsx'

type PageMenuProps = {
  label: string
  links: readonly (readonly [href: string, text: string])[]
  /** The address of the current page. */
  current: string
  /** The style of the links on wide screens. */
  class: 'account-nav' | 'tabs'
}

export function PageMenu({ label, links, current, class: className }: PageMenuProps) {
  const [, name = label] = links.find(([href]) => href === current) ?? []
  return (
    <nav class="page-menu" aria-label={label}>
      <details>
        <summary class="menu-button">{name}</summary>
        <div class={className}>
          {links.map(([href, text]) => (
            <NavLink href={href} text={text} isCurrent={href === current} />
          ))}
        </div>
      </details>
    </nav>
  )
}
