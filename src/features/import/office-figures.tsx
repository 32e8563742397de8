// The numbers of a preview or an outcome.
import { useMessages } from '../../kit/messages/use-messages.tsx'

type FiguresProps = {
  figures: readonly (readonly [id: string, count: number, label: string])[]
  /** The IDs of those whose entries are on the page. */
  linked: readonly string[]
}

/** Zeros are quiet, and the number of entries that are not imported is red. */
export function Figures({ figures, linked }: FiguresProps) {
  const { formats } = useMessages()
  const look = (id: string, count: number) =>
    count === 0 ? 'figure is-zero' : id === 'refused' ? 'figure is-refused' : 'figure'
  return (
    <ul class="figures">
      {figures.map(([id, count, label]) => (
        <li>
          <a class={look(id, count)} {...(count > 0 && linked.includes(id) ? { href: `#${id}` } : {})}>
            <strong>{formats.number(count)}</strong>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
