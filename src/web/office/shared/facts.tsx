// Facts about one thing as a list of names and values, and texts with a button that copies them.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../messages/use-messages.tsx'

/** For a `dl` of class `facts`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A text with a button that copies it; needs copy.js, which shows the button. */
export function Copyable({ id, text }: { id: string; text: string }) {
  const { copy, copied } = useMessages().office.frame
  return (
    <div class="copyable">
      <code id={id}>{text}</code>
      <button type="button" data-copies={id} data-copied={copied} hidden>
        {copy}
      </button>
    </div>
  )
}
