// Facts about one thing as a list of names and values.
import type { ComponentChildren } from 'preact'

/** For a `dl` of class `facts`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
