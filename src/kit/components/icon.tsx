// An icon beside a text or in a button. It is decoration, so the text has to carry the meaning.
import { icons } from './icons.ts'

export type IconName = keyof typeof icons

const shapes = new Map(Object.entries(icons).map(([name, svg]) => [name, shapesOf(svg)]))

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: shapes.get(name) ?? '' }}
    />
  )
}

/** The content of the svg element, on one line. */
function shapesOf(svg: string): string {
  const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
  return inner.replaceAll(/\s*\n\s*/g, '').replaceAll(' />', '/>')
}
