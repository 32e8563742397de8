// Parts that pages of the Back Office share: facts in a list, texts to be copied, how long an old secret stays good.
import type { ComponentChildren } from 'preact'

/** A name and what is to be said of it, in a list of class `facts`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A text with a button that copies it; needs copy.js. */
export function Copyable({ id, text }: { id: string; text: string }) {
  return (
    <div class="copyable">
      <code id={id}>{text}</code>
      <button type="button" data-copies={id} hidden>
        Copy
      </button>
    </div>
  )
}

/** For how many minutes an old secret stays good beside a new one. */
export const graces = [
  ['0', 'Not at all: it ends now'],
  ['60', 'An hour'],
  ['1440', 'A day'],
  ['10080', 'Seven days'],
] as const
