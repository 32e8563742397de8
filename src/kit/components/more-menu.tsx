// The menu at the end of a head, with what is needed less often. It opens and closes like the menus of lists.
import { useMessages } from '../messages/use-messages.tsx'
import { Icon } from './icon.tsx'

export type MoreLink = {
  href: string
  text: string
  isDownload?: boolean
  isDanger?: boolean
  /** Beside the menu where there is room, and in it on a phone. */
  isForPhone?: boolean
}

export function MoreMenu({ links }: { links: readonly MoreLink[] }) {
  const { more } = useMessages().office.objects
  return (
    <details class="list-menu more-menu">
      <summary class="button" aria-label={more}>
        <Icon name="ellipsis" />
      </summary>
      <div class="list-menu-panel">
        <ul>
          {links.map(({ href, text, isDownload = false, isDanger = false, isForPhone = false }) => (
            <li {...(isForPhone ? { class: 'if-phone' } : {})}>
              <a href={href} download={isDownload} {...(isDanger ? { class: 'danger' } : {})}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
