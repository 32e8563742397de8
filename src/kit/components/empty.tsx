// A place without content. Says why, and what to do next.
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type EmptyProps = {
  icon?: IconName
  children: ComponentChildren
  /** Advice on the next step. */
  advice?: ComponentChildren
  /** The button that begins it. */
  action?: ComponentChildren
}

export function Empty({ icon, children, advice, action }: EmptyProps) {
  return (
    <div class="empty">
      {icon ? <Icon name={icon} /> : null}
      <p>{children}</p>
      {advice ? <p>{advice}</p> : null}
      {action}
    </div>
  )
}
