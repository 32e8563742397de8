// Facts about an object as a list of names and values.
import type { ComponentChildren } from 'preact'

/** Goes into a `dl` with the class `facts`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
