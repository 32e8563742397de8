// A panel of the dashboard.
import type { ComponentChildren } from 'preact'

export function Panel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
